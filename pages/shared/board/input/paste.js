// Text pasted while the board has the focus: Python parses it, as it parses what is pasted into the form.
import { MAX_TEXT } from "../state/limits.js";

export class PasteInput {
  // `send(text)` hands it to Python.
  constructor(root, send) {
    Object.assign(this, { root, send });
    this.onPaste = (event) => this.take(event);
    // Browsers send it to the body when nothing that can be edited has the focus.
    document.addEventListener("paste", this.onPaste);
  }

  take(event) {
    const { root } = this;
    const focused = root.getRootNode().activeElement;
    if (!focused || !root.contains(focused) || focused.matches("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    this.send(text.slice(0, MAX_TEXT + 1)); // one more, so that Python sees that it is too long
  }

  destroy() {
    document.removeEventListener("paste", this.onPaste);
  }
}
