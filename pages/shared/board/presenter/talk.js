// A talk: states in an order, stepped through by one key across pages. The page "Give a lecture" hands it to this tab, which
// keeps it over reloads; the window with the notes follows what is presented.
const KEPT = "neural-processes-talk";
const CHANNEL = "neural-processes-lecture";

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

  // The state so many further; null at the ends.
  move(by) {
    if (!this.stops[this.at + by]) return null;
    this.at += by;
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
    const { at, stop, stops, began } = this;
    const planned = stop?.lesson === lesson && stop.step === step;
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
