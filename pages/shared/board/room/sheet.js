// What the lecturer's sheets share: a dialog with a heading, a fault and buttons.
import { html } from "../dom/elements.js";

export class Sheet {
  constructor(root, label, room) {
    this.room = room;
    this.dialog = html("dialog", { class: "sheet hall", "aria-label": label }, root);
    this.body = html("div", { class: "sheet-body" }, this.dialog);
    const close = html("button", { type: "button", class: "sheet-close", "aria-label": "Close", text: "\u00d7" }, this.body);
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.body.addEventListener("scroll", () => this.edge());
    this.sizes = new ResizeObserver(() => this.edge());
    this.sizes.observe(this.body);
    this.head = html("h2", {}, this.body);
    this.fault = html("p", { class: "hall-fault", role: "status" }, this.body);
  }

  // Whether more of it lies below what is in view; to be called after what changes its length.
  edge() {
    const { scrollHeight, scrollTop, clientHeight } = this.body;
    this.body.classList.toggle("goes-on", scrollHeight - scrollTop - clientHeight > 2);
  }

  get open() {
    return this.dialog.open;
  }

  toggle() {
    if (this.open) return this.dialog.close();
    this.dialog.showModal();
    this.refresh();
    this.body.querySelector("button.primary:not([hidden])")?.focus(); // Enter goes on
  }

  button(root, text, act) {
    const made = html("button", { type: "button", text }, root);
    made.addEventListener("click", act);
    return made;
  }
}
