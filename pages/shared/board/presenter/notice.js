// One sentence for who presents, over the stage: it goes with the next key, or by itself.
import { html } from "../dom/elements.js";

const LASTS = 9000;

export class Notice {
  constructor(root) {
    this.root = html("p", { class: "notice", role: "status", hidden: true }, root);
  }

  get open() {
    return !this.root.hidden;
  }

  show(text) {
    clearTimeout(this.timer);
    this.root.textContent = text;
    this.root.hidden = !text;
    if (text) this.timer = setTimeout(() => this.show(""), LASTS);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
