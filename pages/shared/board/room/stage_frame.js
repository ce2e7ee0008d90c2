// The lecturer's step inside the page of a phone: opened by a press. It follows, or stays where the lecturer lets it.
import { html, setText } from "../dom/elements.js";

export class StageFrame {
  // `onFact(fact)` is a guess or a solution that was made there; `onStay()` says that it stays, or follows again.
  constructor(root, onFact, onStay) {
    this.button = html("button", { type: "button", class: "frame-opens", hidden: "" }, root);
    this.follows = html("button", { type: "button", class: "frame-opens", hidden: "" }, root);
    this.root = html("div", { class: "frame" }, root);
    this.button.addEventListener("click", () => {
      this.wanted = !this.open;
      this.refresh();
    });
    this.follows.addEventListener("click", () => {
      this.stays = this.stays ? null : this.place;
      this.refresh();
      onStay();
    });
    addEventListener("message", ({ origin, source, data }) => {
      if (origin !== location.origin || source !== this.inner?.contentWindow) return;
      if (data.kind === "ready") this.begin();
      else onFact(data);
    });
  }

  // The place where it stays while the lecturer is at another one; null where it follows.
  get kept() {
    return this.open && this.stays && this.stays.title !== this.place.title ? this.stays : null;
  }

  get open() {
    return Boolean(this.place) && (this.wanted ?? false);
  }

  show({ place, poll, explores }) {
    const closed = poll?.settled && poll.kind !== "prove";
    Object.assign(this, { place, explores, opens: (!closed && OPENS[poll?.kind]) || "" });
    if (!explores) this.stays = null;
    this.refresh();
  }

  // What the stage has to know of the room: {lesson, step, question, round, settled, explores, mine, note, takes}.
  // A question that is open again, or is again where this stage has stayed, opens here as no one has seen it.
  inform(room) {
    const was = this.room;
    const anew = !room.settled && (was && was.question === room.question ? was.settled : this.stays);
    this.room = room;
    if (anew && room.step && this.inner && this.key === keyOf(this.place)) this.follow();
    this.post({ kind: "room", room });
  }

  // The stage is loaded; the lecturer may have gone on meanwhile.
  begin() {
    if (this.loads !== this.key) this.follow();
    this.inform(this.room);
  }

  follow() {
    this.post({ kind: "stop", stop: { step: this.place.step, ...this.place.twin } });
  }

  post(message) {
    this.inner?.contentWindow?.postMessage(message, location.origin);
  }

  refresh() {
    this.button.hidden = !this.place;
    setText(this.button, this.open ? "Close the stage" : this.opens || "Show the stage here");
    this.button.classList.toggle("primary", !this.open && Boolean(this.opens));
    this.follows.hidden = !this.open || !this.explores;
    setText(this.follows, this.stays ? "Follow again" : "Stay at this step");
    if (!this.open) this.leave();
    else if (!this.inner || !this.stays) this.go();
  }

  // To the lecturer's step, where it is not there yet. Another step of the same lesson needs no other page.
  go() {
    const { lesson, step, address } = this.place;
    const key = keyOf(this.place);
    if (this.inner && key === this.key) return;
    this.key = key;
    if (this.inner && this.lesson === lesson && step) {
      this.follow();
      return;
    }
    this.leave();
    Object.assign(this, { lesson, loads: key });
    this.inner = html("iframe", { title: "The lecturer's stage", src: `../${address}&embed=1&room=1` }, this.root);
  }

  leave() {
    this.inner?.remove();
    this.inner = null;
  }
}

// By what has to be done there.
const DRAW = "Open the stage, and draw";
const OPENS = { sketch: DRAW, curve: DRAW, weights: DRAW, prove: "Open the stage, and solve it" };

const keyOf = ({ lesson, step, twin }) => JSON.stringify([lesson, step, twin]);
