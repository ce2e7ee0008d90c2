// What is drawn in this tab. It outlives its board, the connection to the server, and a reload of the page.
//
// The points, and what each lesson's board owns, are kept with the session of Python that received them: null while
// none has. What the present session has not received is sent to it. A page opened by its address starts with nothing stored.

import { isDrawing, isHistory, isObject, toJson } from "./drawing_json.js";

const KEY = "neural-processes-drawing";
const MOST_CHARACTERS = 100_000;
const MOST_HISTORY = 200_000; // characters of the steps to undo and to redo
const RETURNS = ["reload", "back_forward"];

export class TabStorage {
  constructor() {
    this.lessons = {};
    this.drawing = toJson([], {}, null);
    this.session = null;
    this.recall();
    for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => this.keep());
  }

  // ---- while the page lives ------------------------------------------------------------------
  drawn({ lesson, handed }, drawing, session) {
    this.begun = true;
    this.latest = drawing; // with its steps, which the next page's board goes on from
    this.lesson = lesson;
    this.drawing = toJson(drawing.wire(), structuredClone({ ...handed, ...drawing.own }), drawing.units);
    this.lessons[lesson] = { controls: this.drawing.controls, session };
    this.session = session;
  }

  // What that session of Python has not received of its lesson's drawing; null when it has all.
  missing({ session, lesson }) {
    if (!this.begun) return null;
    const left = {};
    const { points, units } = this.drawing;
    if (this.session !== session) Object.assign(left, { points, units });
    const here = this.lessons[lesson];
    if (here && here.session !== session) left.controls = here.controls;
    return left.points || left.controls ? left : null;
  }

  // The steps of before a reload, for the board whose points came back.
  resume(lesson, drawing) {
    if (this.history?.lesson === lesson) drawing.resume(this.history);
    this.history = null;
  }

  // ---- over a reload -------------------------------------------------------------------------
  keep() {
    if (!this.begun) return;
    const { drawing, session, lessons } = this;
    const kept = { ...drawing, address: here(location.href), session, lessons };
    if (JSON.stringify(kept).length > MOST_CHARACTERS) return;
    const history = this.latest && { lesson: this.lesson, ...this.latest.history(MOST_HISTORY) };
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...kept, history: history ?? this.history }));
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
    const { points, controls, units, session, lessons } = kept;
    Object.assign(this, { drawing: toJson(points, controls, units), session, lessons, begun: true });
    this.history = isHistory(kept.history) ? kept.history : null;
  }
}

export const tabStorage = new TabStorage();

function here(address) {
  return address.split("#")[0];
}

function sound(kept) {
  return isDrawing(kept) && isObject(kept.lessons) && Object.values(kept.lessons).every((one) => isObject(one?.controls));
}
