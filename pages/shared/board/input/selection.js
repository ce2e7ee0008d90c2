// Which points are selected: what is done to one of them is done to all. Not a part of the drawing, so no step of undo.
import { html, setText } from "../dom/elements.js";

export class Selection {
  constructor(stage, board) {
    Object.assign(this, { stage, board, ids: new Set() });
    const { body } = board.view.stage;
    this.bar = html("div", { class: "selection", role: "group", "aria-label": "Selected points" }, body);
    this.count = html("span", { class: "selection-count", "data-role": "selected" }, this.bar);
    const button = (name, text, act) => {
      const node = html("button", { type: "button", "data-action": name, text }, this.bar);
      node.addEventListener("click", act);
    };
    button("remove-selected", "Remove", () => stage.remove([...this.ids]));
    button("deselect", "Deselect", () => this.dismiss());
    this.show();
  }

  get size() {
    return this.ids.size;
  }

  has(id) {
    return this.ids.has(id);
  }

  // Everyone who goes along with this point.
  group(id) {
    return this.has(id) ? [...this.ids] : [id];
  }

  set(ids) {
    this.ids = new Set(ids);
    this.show();
  }

  toggle(id) {
    const next = new Set(this.ids);
    if (!next.delete(id)) next.add(id);
    this.set(next);
    this.tell();
  }

  all() {
    this.set(this.board.points().map((p) => p.id));
    this.tell();
  }

  // True when there was something to clear.
  clear() {
    if (!this.size) return false;
    this.set([]);
    this.tell();
    return true;
  }

  // By its own button: the focus must go somewhere.
  dismiss() {
    this.clear();
    this.stage.surface.focus({ preventScroll: true });
  }

  // Points that an undo or another page has taken away are no longer selected.
  prune() {
    if (!this.size) return;
    const there = new Set(this.board.points().map((p) => p.id));
    const left = [...this.ids].filter((id) => there.has(id));
    if (left.length !== this.size) this.set(left);
  }

  show() {
    this.stage.plot.points.select(this.ids);
    this.bar.hidden = !this.size;
    if (this.size) setText(this.count, `${this.size} selected`);
  }

  tell() {
    this.board.say(this.size ? `${this.size} of ${this.board.points().length} points selected.` : "Nothing selected.");
  }
}
