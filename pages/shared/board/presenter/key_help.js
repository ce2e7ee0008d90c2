// What the keys do, and what a link may hide: a dialog that "?" opens.
import { byFinger } from "../dom/by_finger.js";
import { html } from "../dom/elements.js";
import { listed } from "./key_table.js";

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
    for (const [title, keys] of listed(byFinger())) list(body, title, keys);
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
