// The buttons above the stage, in groups, and the line of quiet messages under it. Other parts of the board add theirs.
import { attrs, html, setText, svg } from "../dom/elements.js";

const [ALL, SELECTED] = ["Remove all points", "Remove the selected points"];
const GROUPS = ["edit", "select", "view", "share", "parts", "mode"];
const EDIT = [
  ["undo", "Undo", "Undo (Ctrl+Z)", "M7 5 3 9l4 4M3.5 9H12a5 5 0 0 1 0 10H8"],
  ["redo", "Redo", "Redo (Ctrl+Shift+Z)", "M15 5l4 4-4 4M18.5 9H10a5 5 0 0 0 0 10h4"],
  ["clear", "Clear", ALL, "M5 7h12M9 7V5h4v2M7 7l1 12h6l1-12"],
  ["reset", "Reset", "Back to the points of this page", "M4.5 11a6.5 6.5 0 1 0 2.2-4.9M4 4v4h4"],
];

export class Toolbar {
  // `buttons` and `message` are the nodes that take them; `edit(name)` does what a button of the first group stands for.
  constructor({ buttons, message }, edit) {
    const root = (this.root = html("div", { class: "tools", role: "group", "aria-label": "Board" }, buttons));
    const group = (name) => html("div", { class: "tool-group", "data-group": name }, root);
    this.groups = Object.fromEntries(GROUPS.map((name) => [name, group(name)]));
    this.buttons = {};
    for (const [name, label, title, icon] of EDIT) {
      this.add({ group: "edit", name, label, title, icon, act: () => edit(name) });
    }
    this.clearing(0);
    this.message = html("p", { class: "message", "aria-live": "polite" }, message);
    this.message.hidden = true;
  }

  // One more button: `icon` is a path in a box of 22 by 22, `label` is shown where there is room, `title` describes it.
  add({ group, name, label, title, icon, act }) {
    const own = { type: "button", title, "aria-label": title, "data-action": name };
    const button = html("button", own, this.groups[group]);
    svg("path", { d: icon }, svg("svg", { viewBox: "0 0 22 22", "aria-hidden": "true" }, button));
    html("span", { text: label }, button);
    button.addEventListener("click", act);
    this.buttons[name] = button;
    return button;
  }

  refresh(drawing) {
    this.buttons.undo.disabled = !drawing.undoable;
    this.buttons.redo.disabled = !drawing.future.length;
    this.buttons.clear.disabled = !drawing.points.length;
    this.buttons.reset.disabled = !drawing.edited;
  }

  // What is selected goes alone. Where no pointer hovers, a word says which of both it is (tools.css).
  clearing(selected) {
    const title = selected ? SELECTED : ALL;
    attrs(this.buttons.clear, { title, "aria-label": title, "data-clears": selected ? "selected" : "all" });
  }

  // For a button that stays pressed.
  press(name, on) {
    this.buttons[name].setAttribute("aria-pressed", on);
  }

  // A fault outranks the note about the connection; "" takes it away.
  show({ fault = this.fault, note = this.note }) {
    Object.assign(this, { fault, note });
    const text = fault || note || "";
    setText(this.message, text);
    this.message.hidden = !text;
    this.message.classList.toggle("fault", Boolean(fault));
  }
}
