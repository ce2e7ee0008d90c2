// A black screen, so that the audience looks up: any key or click ends it.
import { html } from "../dom/elements.js";

export class Blackout {
  constructor(root) {
    this.dialog = html("dialog", { class: "blackout", "aria-label": "Black screen: any key ends it" }, root);
    this.dialog.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("keydown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.dialog.close();
    });
  }

  show() {
    this.dialog.showModal();
  }
}
