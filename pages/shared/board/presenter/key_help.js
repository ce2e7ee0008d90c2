// What the keys do, and what a link may hide: a dialog that "?" opens.
import { html } from "../dom/elements.js";

const KEYS = [
  ["On the stage", [
    ["Click, drag", "add a point, move it"],
    ["N", "add a point at the cursor (arrow keys)"],
    ["Tab, arrow keys", "go to a point, move it; with Shift further"],
    ["Delete", "remove it; so do right-click and double-click"],
    ["Shift and drag", "select several; Ctrl A all, Escape none"],
    ["Alt", "snap to the grid while held"],
    ["+ \u2212 0", "zoom in, out, back"],
    ["Ctrl Z, Ctrl Shift Z", "undo, redo"],
    ["\u25B6", "in its corner, where notes are drawn: play them; Escape stops"],
  ]],
  ["In a story", [
    ["\u2192 \u2190", "next step, the one before; so do Page Down, Page Up, and the browser's Back"],
    ["A B C, 1 2 3", "choose; Enter says that it is your guess"],
    ["Enter", "goes to a sketch or to bars; arrow keys draw, Enter again is your guess"],
    ["F", "start afresh: this lesson, or all"],
    ["Q", "link and QR code of what is on show; in a lecture in a lab, too"],
  ]],
  ["In a lecture", [
    ["P", "presenter mode; P or Escape leaves it"],
    ["R", "the outcome without a guess"],
    ["B .", "black screen, until the next key"],
    ["T", "the other of light and dark"],
    ["Z", "larger text, and back"],
    ["L", "the panels beside the stage"],
    ["G", "readings: the numbers"],
    ["M", "the small panels below"],
    ["S", "settings: the page's controls"],
    ["Shift 1 \u2026 9", "another page, with the same points"],
    ["H", "a room: phones follow and vote; V shows the votes, K a question A to D"],
    ["?", "this list, also outside presenter mode"],
  ]],
];

export class KeyHelp {
  constructor(root) {
    this.dialog = html("dialog", { class: "sheet", "aria-label": "Keys and links" }, root);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  get open() {
    return this.dialog.open;
  }

  // `parts` names what ?hide= may leave out, each with a few words.
  toggle(parts) {
    if (this.open) return this.dialog.close();
    this.dialog.textContent = "";
    const body = html("div", { class: "sheet-body" }, this.dialog);
    const close = html("button", { type: "button", class: "sheet-close", "aria-label": "Close", text: "\u00d7" }, body);
    close.addEventListener("click", () => this.dialog.close());
    for (const [title, keys] of KEYS) list(body, title, keys);
    const link = html("section", { class: "sheet-wide" }, body);
    html("h2", { text: "In the link" }, link);
    const text = "step=3 opens a step, lab=1 the lab; hide= leaves parts of the lab out, for example hide=lead,badges:";
    html("p", { text }, link);
    html("p", { class: "sheet-parts", text: Object.keys(parts ?? {}).join(", ") }, link);
    this.dialog.showModal();
  }
}

function list(body, title, keys) {
  const section = html("section", {}, body);
  html("h2", { text: title }, section);
  const rows = html("dl", {}, section);
  for (const [key, meaning] of keys) {
    html("kbd", { text: key }, html("dt", {}, rows));
    html("dd", { text: meaning }, rows);
  }
}
