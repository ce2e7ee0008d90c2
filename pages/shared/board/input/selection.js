// Which points are selected: what is done to one of them is done to all. Not a part of the drawing, so no step of undo.
import { html, setText } from "../dom/elements.js";

export class Selection {
  // `body` takes the bar, `surface` the focus; `remove(ids)` takes points away, `onSelect(count)` follows.
  constructor({ body, surface, pointLayer, points, announce, remove, onSelect }) {
    Object.assign(this, { surface, pointLayer, points, announce, onSelect, ids: new Set() });
    this.bar = html("div", { class: "selection", role: "group", "aria-label": "Selected points" }, body);
    this.count = html("span", { class: "selection-count", "data-role": "selected" }, this.bar);
    const button = (name, text, act) => {
      const node = html("button", { type: "button", "data-action": name, text }, this.bar);
      node.addEventListener("click", act);
    };
    button("remove-selected", "Remove", () => remove([...this.ids]));
    button("deselect", "Deselect", () => this.dismiss());
    this.show();
  }

  get size() {
    return this.ids.size;
  }

  has(id) {
    return this.ids.has(id);
  }

  // The points that move with this one.
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
    this.announceCount();
  }

  all() {
    this.set(this.points().map((p) => p.id));
    this.announceCount();
  }

  // True when there was something to clear.
  clear() {
    if (!this.size) return false;
    this.set([]);
    this.announceCount();
    return true;
  }

  // By its own button: the focus must go somewhere.
  dismiss() {
    this.clear();
    this.surface.focus({ preventScroll: true });
  }

  // Points that an undo or another page has taken away are no longer selected.
  prune() {
    if (!this.size) return;
    const there = new Set(this.points().map((p) => p.id));
    const left = [...this.ids].filter((id) => there.has(id));
    if (left.length !== this.size) this.set(left);
  }

  show() {
    this.pointLayer.select(this.ids);
    this.bar.hidden = !this.size;
    if (this.size) setText(this.count, `${this.size} selected`);
    this.onSelect?.(this.size);
  }

  announceCount() {
    this.announce(this.size ? `${this.size} of ${this.points().length} points selected.` : "Nothing selected.");
  }
}
