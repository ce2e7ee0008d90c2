// The card after the last step: a question; its solution unfolds, and with it the lesson in three sentences, which would
// give it away.
import { html } from "../dom/elements.js";

export class EndingSheet {
  // `onStep(title)` opens a step again, `onNext()` the next lesson.
  constructor(root, handlers) {
    this.handlers = handlers;
    this.dialog = html("dialog", { class: "sheet ending", "aria-label": "The end of the lesson" }, root);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open({ sentences, question, solution, seen }, next) {
    this.dialog.textContent = "";
    const body = html("div", { class: "sheet-body course-body" }, this.dialog);
    const close = html("button", { type: "button", class: "sheet-close", "aria-label": "Close", text: "\u00d7" }, body);
    close.addEventListener("click", () => this.dialog.close());
    html("h2", { text: "A question" }, body);
    html("p", { text: question }, body);
    const unfolds = html("details", {}, body);
    html("summary", { text: "Solution, and the lesson in three sentences" }, unfolds);
    html("p", { text: solution }, unfolds);
    this.button(unfolds, `See it in \u201c${seen}\u201d`, "ending-seen", () => this.handlers.onStep(seen));
    html("h2", { text: "In three sentences" }, unfolds);
    const list = html("ol", { class: "ending-sentences" }, unfolds);
    for (const text of sentences) html("li", { text }, list);
    this.button(body, next ? `Next: ${next.title}` : "The course", "ending-next primary", this.handlers.onNext).focus();
    this.dialog.showModal();
  }

  button(parent, text, kind, act) {
    const button = html("button", { type: "button", class: kind, text }, parent);
    button.addEventListener("click", () => {
      this.dialog.close();
      act();
    });
    return button;
  }
}
