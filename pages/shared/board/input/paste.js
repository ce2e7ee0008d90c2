// Text pasted while the board has the focus: Python reads it, as it reads what is pasted into the form.
import { MAX_TEXT } from "../state/limits.js";

export class Paste {
  constructor(board) {
    this.board = board;
    this.pasted = (event) => this.take(event);
    // Browsers send it to the body when nothing that can be edited has the focus.
    document.addEventListener("paste", this.pasted);
  }

  take(event) {
    const { root, component } = this.board;
    const focused = root.getRootNode().activeElement;
    if (!focused || !root.contains(focused) || focused.matches("input, textarea")) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (!text.trim()) return;
    event.preventDefault();
    component.setTriggerValue("pasted", text.slice(0, MAX_TEXT + 1));
  }

  end() {
    document.removeEventListener("paste", this.pasted);
  }
}
