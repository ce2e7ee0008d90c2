// The lecturer's step inside the page of a phone: opened by a press. It follows, or stays where the lecturer lets it.
import { attrs, html, setText } from "../dom/elements.js";

export class StageFrame {
  // `onFact(fact)` is a guess or a solution that was made there.
  constructor(root, onFact) {
    this.button = html("button", { type: "button", class: "frame-opens" }, root);
    this.follows = html("button", { type: "button", class: "frame-opens" }, root);
    this.root = html("div", { class: "frame" }, root);
    this.button.addEventListener("click", () => {
      this.wanted = !this.open;
      this.refresh();
    });
    this.follows.addEventListener("click", () => {
      this.stays = !this.stays;
      this.refresh();
    });
    addEventListener("message", ({ origin, source, data }) => origin === location.origin && source === this.inner?.contentWindow && onFact(data));
  }

  get open() {
    return Boolean(this.place) && (this.wanted ?? false);
  }

  show({ place, poll, explores }) {
    Object.assign(this, { place, explores, draws: Boolean(poll) && poll.kind !== "choose" });
    this.stays = this.stays && explores;
    this.refresh();
    if (poll?.revealed) this.showOutcome();
  }

  // Of the guess that was made there.
  showOutcome() {
    this.inner?.contentWindow?.postMessage({ kind: "shown" }, location.origin);
  }

  refresh() {
    this.button.hidden = !this.place;
    setText(this.button, this.open ? "Close the stage" : this.draws ? "Open the stage, and draw" : "Show the stage here");
    this.button.classList.toggle("primary", !this.open && Boolean(this.draws));
    this.follows.hidden = !this.open || !this.explores;
    setText(this.follows, this.stays ? "Follow again" : "Stay at this step");
    if (!this.open) this.leave();
    else if (!this.inner || !this.stays) this.go();
  }

  // To the lecturer's step, where it is not there yet. Another step of the same lesson needs no other page.
  go() {
    const { lesson, step, twin, address } = this.place;
    const key = JSON.stringify([lesson, step, twin]);
    if (this.inner && key === this.key) return;
    this.key = key;
    if (this.inner && this.lesson === lesson && step) {
      this.inner.contentWindow.postMessage({ kind: "stop", stop: { step, ...twin } }, location.origin);
      return;
    }
    this.leave();
    this.lesson = lesson;
    this.inner = html("iframe", { title: "The lecturer's stage", src: `../${address}&embed=1&room=1` }, this.root);
  }

  leave() {
    this.inner?.remove();
    this.inner = null;
  }
}
