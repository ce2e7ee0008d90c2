// What a screen reader reads out: the newest sentence, when no other has come for a moment.
import { html, setText } from "./elements.js";

const REST = 200; // ms

export class Announcer {
  constructor(root) {
    this.node = html("div", { class: "unseen", "aria-live": "polite" }, root);
  }

  say(text) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => setText(this.node, text), REST);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
