// One line of text that belongs to the board: every letter requests a response, and what is typed in one go is one step
// of undo.
import { html } from "../dom/elements.js";

const PAUSE = 1000; // between two letters: then a new step begins

export class TextField {
  constructor(root, id, spec, changes) {
    Object.assign(this, { spec, changes, typed: -Infinity });
    this.row = html("div", { class: "text-field" }, root);
    html("span", { class: "text-label", "aria-hidden": "true", text: spec.label }, this.row); // a phone has no room for it
    const plain = { autocomplete: "off", autocapitalize: "off", autocorrect: "off", spellcheck: false, enterkeyhint: "done" };
    this.input = html("input", { id, type: "text", maxlength: spec.longest, "data-control": spec.name, "aria-label": spec.label, ...plain }, this.row);
    this.input.addEventListener("input", (event) => this.type(event.timeStamp));
    this.input.addEventListener("keydown", ({ key }) => key === "Enter" && this.input.blur()); // a phone's keyboard goes
    if (spec.examples.length) this.offer(html("div", { class: "text-examples", role: "group", "aria-label": "Examples" }, this.row));
  }

  offer(root) {
    for (const text of this.spec.examples) {
      const button = html("button", { type: "button", text }, root);
      button.addEventListener("click", () => this.choose(text));
    }
  }

  choose(text) {
    this.typed = -Infinity;
    this.changes.edit(() => this.changes.set(this.spec.name, text));
    this.refresh();
  }

  type(now) {
    const { changes, input, spec } = this;
    const change = () => changes.set(spec.name, input.value);
    if (now - this.typed > PAUSE) changes.edit(change);
    else change();
    this.typed = now;
  }

  // Undo, a step or a link has brought another text.
  refresh() {
    const value = this.changes.value(this.spec.name);
    if (typeof value !== "string" || value === this.input.value) return;
    this.input.value = value;
    this.typed = -Infinity;
  }
}
