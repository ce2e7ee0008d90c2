// This page as the stage inside that of a phone in a room (room=1). Guesses and solutions go to that page, which sends them
// to the room. What comes true is not even requested before the room shows it, and until then nothing but the guess can be
// made here: no hand finds it out early. Other steps than the lecturer's are free where phones may explore.

export const framed = new URLSearchParams(location.search).get("room") === "1" && window.parent !== window;
const OVER_STAGE = ["sketch", "curve"]; // guesses that are drawn on the stage itself

function toPhone(fact) {
  if (framed) window.parent.postMessage(fact, location.origin);
}

export class InFrame {
  // `room` is what the phone's page has said of the room last (StageFrame.inform); `sent` is the guess that was made here.
  constructor(story) {
    Object.assign(this, { story, room: null, sent: null });
    this.received = ({ origin, source, data }) => origin === location.origin && source === window.parent && this.receive(data);
    if (!framed) return;
    addEventListener("message", this.received);
    toPhone({ kind: "ready" });
  }

  receive({ kind, stop, room }) {
    const { story } = this;
    if (kind === "stop" && story.data) {
      this.sent = null;
      story.openStop(stop, true);
    }
    if (kind !== "room") return;
    const another = room.round && this.round && room.question === this.room.question && room.round !== this.round;
    if (another) this.sent = null;
    this.room = room;
    this.round = room.round ?? this.round;
    this.settle();
  }

  // Whether the lecturer shows the step that is open here.
  get follows() {
    const { room, story } = this;
    return room?.lesson === story.lesson && room.step === story.number;
  }

  // Whether what comes true in this step may be seen.
  get allows() {
    if (!framed) return true;
    return Boolean(this.follows ? this.room.settled : this.room?.explores);
  }

  get explores() {
    return !framed || Boolean(this.room?.explores);
  }

  get open() {
    const { on, current, kept } = this.story;
    return on && current.kind === "predict" && Boolean(current.guess) && kept.guess === undefined && !kept.revealed;
  }

  get holds() {
    return framed && this.open && !this.allows;
  }

  // The vote, which may have been made on the phone's page.
  get guess() {
    const { lesson, number } = this.story;
    const own = this.sent?.lesson === lesson && this.sent.step === number ? this.sent.guess : null;
    return (this.follows ? this.room.mine : null) ?? own;
  }

  // Whether no guess counts here now: another question is on show, or the votes are.
  get shut() {
    return this.holds && this.follows && !this.room.takes;
  }

  // What the card shows of it.
  get given() {
    return this.holds ? { sent: this.guess, votes: true, note: this.follows ? this.room.note : "" } : {};
  }

  // A guess that is made here; true where it waits for the room.
  takes(guess) {
    const { lesson, number, current } = this.story;
    if (!framed || current.kind === "prove") return false;
    if (this.shut) return true;
    this.sent = { lesson, step: number, guess };
    toPhone({ kind: "guess", ...this.sent });
    if (this.allows) return false;
    this.story.render();
    return true;
  }

  // An exercise was solved here.
  solved() {
    const { lesson, number, kept, host } = this.story;
    toPhone({ kind: "solved", lesson, step: number, guess: kept.guess ?? null, ...host.moment() });
  }

  // What was guessed is judged as soon as it may be. What the lecturer shows comes whole, and to who has not guessed, too.
  settle() {
    const { story, guess } = this;
    if (!story.data || !story.on) return;
    const shown = this.follows && this.room.settled;
    if (!this.open || !this.allows || (guess === null && !shown)) story.render();
    else if (guess === null) story.commit({ revealed: true });
    else story.commit({ guess, ...(shown && { acts: true }) });
  }

  refresh() {
    if (!framed) return;
    const { holds, shut, story } = this;
    story.layout.grid.inert = shut || (holds && !OVER_STAGE.includes(story.current.guess.kind));
    for (const { root } of Object.values(story.card.guesses)) root.inert = shut;
    for (const node of [story.card.pictures, story.card.choices]) node.inert = holds;
  }

  destroy() {
    removeEventListener("message", this.received);
  }
}
