// Plays notes by the audio clock. A timer schedules them a little ahead, so that no busy page delays a note, and what is
// drawn meanwhile still changes those to come.
import { beginning, endOf, sounding } from "./notes.js";

const LEAD = 0.08; // s, before the first note
const AHEAD = 0.15; // s
const EVERY = 30; // ms

export class Player {
  // `onNote(note)` follows what sounds, null in a rest; `onEnd()` comes after the last note.
  constructor(synthesiser, { onNote, onEnd }) {
    Object.assign(this, { synthesiser, onNote, onEnd, notes: [], turn: null });
  }

  get on() {
    return this.turn !== null;
  }

  async play(notes) {
    this.stop();
    const turn = (this.turn = {});
    this.notes = notes;
    await this.synthesiser.open();
    if (this.turn !== turn) return; // stopped meanwhile
    this.origin = this.synthesiser.now + LEAD;
    this.scheduled = 0;
    this.timer = setInterval(() => this.advance(), EVERY);
    this.advance();
  }

  // Others from now on: what is scheduled stays, the next ones are the new.
  replace(notes) {
    this.notes = notes;
  }

  advance() {
    const { synthesiser, notes, origin } = this;
    const until = synthesiser.now - origin + AHEAD;
    for (const note of beginning(notes, this.scheduled, until)) synthesiser.play(note, origin + note.at);
    this.scheduled = Math.max(this.scheduled, until);
    const time = synthesiser.audible - origin;
    this.onNote(sounding(notes, time));
    if (time >= endOf(notes)) this.onEnd();
  }

  stop() {
    if (!this.on) return;
    this.turn = null;
    clearInterval(this.timer);
    this.synthesiser.silence();
  }

  destroy() {
    this.stop();
    this.synthesiser.destroy();
  }
}
