// Undo, redo, clear, reset, and the line of quiet messages under the stage.
import { html, setText, svg } from "./dom.js";

const ICONS = {
  undo: "M7 5 3 9l4 4M3.5 9H12a5 5 0 0 1 0 10H8",
  redo: "M15 5l4 4-4 4M18.5 9H10a5 5 0 0 0 0 10h4",
  clear: "M5 7h12M9 7V5h4v2M7 7l1 12h6l1-12",
  reset: "M4.5 11a6.5 6.5 0 1 0 2.2-4.9M4 4v4h4",
};
const BUTTONS = [
  ["undo", "Undo", "Undo (Ctrl+Z)"],
  ["redo", "Redo", "Redo (Ctrl+Shift+Z)"],
  ["clear", "Clear", "Remove all points"],
  ["reset", "Reset", "Back to the points of this page"],
];

export class Toolbar {
  constructor({ stage, left }, changes) {
    const root = html("div", { class: "tools", role: "group", "aria-label": "Points" }, stage.root);
    this.buttons = {};
    for (const [name, label, title] of BUTTONS) {
      const button = html("button", { type: "button", title, "aria-label": title, "data-action": name }, root);
      svg("path", { d: ICONS[name] }, svg("svg", { viewBox: "0 0 22 22", "aria-hidden": "true" }, button));
      html("span", { text: label }, button);
      button.addEventListener("click", () => changes[name]());
      this.buttons[name] = button;
    }
    this.message = html("p", { class: "message", "aria-live": "polite" }, left);
    this.message.hidden = true;
  }

  refresh(drawing) {
    this.buttons.undo.disabled = !drawing.past.length;
    this.buttons.redo.disabled = !drawing.future.length;
    this.buttons.clear.disabled = !drawing.points.length;
    this.buttons.reset.disabled = !drawing.edited;
  }

  // A fault outranks the note about the link; "" takes it away.
  tell({ fault = this.fault, note = this.note }) {
    Object.assign(this, { fault, note });
    const text = fault || note || "";
    setText(this.message, text);
    this.message.hidden = !text;
    this.message.classList.toggle("fault", Boolean(fault));
  }
}
