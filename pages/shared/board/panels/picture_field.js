// What belongs to a painted picture beside its pixels: examples to begin with, an eraser, an empty page.
import { html } from "../dom/elements.js";
import { blank } from "../state/pixels.js";

export class PictureField {
  constructor(root, id, spec, changes) {
    Object.assign(this, { spec, changes });
    this.row = html("div", { class: "text-field picture-field", role: "group", "aria-label": spec.label }, root);
    html("span", { class: "text-label", "aria-hidden": "true", text: spec.label }, this.row); // a phone has no room for it
    this.list = html("select", { id, "data-control": spec.name, "aria-label": `${spec.label}: examples` }, this.row);
    html("option", { value: "", text: "Examples\u2026" }, this.list);
    for (const [name, text] of Object.entries(spec.presets)) html("option", { value: text, text: name }, this.list);
    this.list.addEventListener("change", () => this.list.value && this.choose(this.list.value));
    this.eraser = html("button", { type: "button", text: "Eraser", "aria-pressed": "false" }, this.row);
    this.eraser.addEventListener("click", () => this.erase());
    const clear = html("button", { type: "button", text: "Clear" }, this.row);
    clear.addEventListener("click", () => this.choose(blank));
  }

  choose(text) {
    this.changes.edit(() => this.changes.set(this.spec.name, text));
    this.refresh();
  }

  // For all pictures on the page: one hand holds one pen.
  erase() {
    const whole = this.row.closest(".board");
    const erases = whole.toggleAttribute("data-erases");
    for (const one of whole.querySelectorAll(".picture-field [aria-pressed]")) one.setAttribute("aria-pressed", erases);
  }

  // The list names the example that is there, and none once it was painted on.
  refresh() {
    const value = this.changes.value(this.spec.name);
    const known = Object.values(this.spec.presets).includes(value) ? value : "";
    if (this.list.value !== known) this.list.value = known;
  }
}
