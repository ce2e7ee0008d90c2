// A talk: states in an order, stepped through by one key across pages. The page "Give a lecture" hands it to this tab, which
// keeps it over reloads; the window with the notes follows what is presented.
import { around } from "./plan.js";

const KEPT = "neural-processes-talk";
export const CHANNEL = "neural-processes-lecture";

export class Talk {
  constructor() {
    Object.assign(this, { stops: [], at: 0, arriving: false, began: null }, recall());
    if (!globalThis.BroadcastChannel) return;
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => data.joins && this.now && this.inform(...this.now);
  }

  get on() {
    return this.stops.length > 0;
  }

  get stop() {
    return this.stops[this.at];
  }

  // Whether the plan has a state before this place {lesson, step}.
  begins(place) {
    return around(this.stops, this.at, place).before === null;
  }

  // The state after this place (1), or the one before (-1); null at the ends.
  move(by, place) {
    const { before, after } = around(this.stops, this.at, this.arriving ? this.stop : place); // on its way it may go further
    const next = by > 0 ? after : before;
    if (next === null) return null;
    this.at = next;
    this.arriving = true;
    this.keep();
    return this.stop;
  }

  // The state that a page was opened for; null where it was opened for none.
  arrival(lesson) {
    if (!this.arriving || this.stop?.lesson !== lesson) return null;
    this.arriving = false;
    this.keep();
    return this.stop;
  }

  inform(lesson, step) {
    this.now = [lesson, step];
    const { here } = around(this.stops, this.at, { lesson, step });
    if (here !== null && here !== this.at && !this.arriving) {
      this.at = here;
      this.keep();
    }
    const { at, stop, stops, began } = this;
    const planned = here !== null && here === at;
    this.channel?.postMessage({ lesson, step, stop: planned ? { at, count: stops.length, minute: stop.minute, note: stop.note, began } : null });
  }

  keep() {
    const { title, stops, at, arriving, began } = this;
    try {
      sessionStorage.setItem(KEPT, JSON.stringify({ title, stops, at, arriving, began }));
    } catch {
      // A browser that keeps nothing: then a reload ends the talk.
    }
  }
}

function recall() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT));
    return Array.isArray(kept?.stops) && kept.stops[kept.at] ? kept : {};
  } catch {
    return {};
  }
}
