// What is drawn in this tab. It outlives its board, the connection to the server, and a reload of the page.
//
// The points, and what each lesson's board owns, are kept with the session of Python that received them: null while
// none has. What the present session has not received is sent to it. A page opened by its address starts with nothing stored.

import { MAX_POINTS } from "./limits.js";

const KEY = "neural-processes-drawing";
const VERSION = 1;
const MOST_CHARACTERS = 100_000;
const RETURNS = ["reload", "back_forward"];

export class TabStorage {
  constructor() {
    this.lessons = {};
    this.points = [];
    this.session = null;
    this.units = null;
    this.recall();
    for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => this.keep());
  }

  // ---- while the page lives ------------------------------------------------------------------
  drawn({ lesson, units, handed }, drawing, session) {
    this.begun = true;
    this.points = drawing.wire();
    this.units = units ?? null;
    this.lessons[lesson] = { own: structuredClone({ ...handed, ...drawing.own }), session };
    this.session = session;
  }

  // What that session of Python has not received of its lesson's drawing; null when it has all.
  missing({ session, lesson }) {
    if (!this.begun) return null;
    const left = {};
    if (this.session !== session) Object.assign(left, { points: this.points, units: this.units });
    const here = this.lessons[lesson];
    if (here && here.session !== session) left.own = here.own;
    return left.points || left.own ? left : null;
  }

  // ---- over a reload -------------------------------------------------------------------------
  keep() {
    if (!this.begun) return;
    const { points, units, session, lessons } = this;
    const text = JSON.stringify({ v: VERSION, address: here(location.href), points, units, session, lessons });
    try {
      if (text.length <= MOST_CHARACTERS) sessionStorage.setItem(KEY, text);
    } catch {
      // A browser that keeps nothing: then a reload shows what the address holds.
    }
  }

  recall() {
    const [arrival] = performance.getEntriesByType("navigation");
    if (!RETURNS.includes(arrival?.type)) return;
    let kept;
    try {
      kept = JSON.parse(sessionStorage.getItem(KEY));
    } catch {
      return;
    }
    if (!sound(kept) || kept.address !== here(arrival.name)) return;
    const { points, units, session, lessons } = kept;
    Object.assign(this, { points, units, session, lessons, begun: true });
  }
}

export const tabStorage = new TabStorage();

function here(address) {
  return address.split("#")[0];
}

function sound(kept) {
  if (kept?.v !== VERSION || !Array.isArray(kept.points) || kept.points.length > MAX_POINTS) return false;
  const plain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  return kept.points.every(pair) && plain(kept.lessons) && Object.values(kept.lessons).every((one) => plain(one?.own));
}

function pair(value) {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
}
