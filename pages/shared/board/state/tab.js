// The one owner of the drawing: this tab. See docs/drawing.md.
//
// What is drawn outlives its board, the connection to the server, and a reload of the page. A page opened by its address
// starts with what Python gives.

import { Drawing } from "./drawing.js";
import { isDrawing, isHistory, isObject, toJson } from "./drawing_json.js";

const KEY = "neural-processes-drawing";
const MOST_CHARACTERS = 100_000;
const MOST_HISTORY = 200_000; // characters of the steps to undo and to redo
const RETURNS = ["reload", "back_forward"];

class Tab {
  constructor() {
    this.drawing = new Drawing();
    this.lesson = null; // whose board shows it; null while nothing is drawn
    this.owned = {}; // by lesson, what the boards of the others own
    this.hand = null; // the newest that Python has handed over
    this.recall();
    for (const name of ["pagehide", "visibilitychange"]) addEventListener(name, () => this.keep());
  }

  // ---- while the page lives ------------------------------------------------------------------
  // A board of this lesson shows the drawing, beside which Python has this copy: where nothing is drawn it starts from
  // that, and what Python hands over replaces what is drawn. True when something else is drawn from now on.
  meet({ lesson, hand, points, own, units }) {
    const { drawing } = this;
    const handed = hand !== null && hand !== this.hand;
    const entered = lesson !== this.lesson;
    if (this.lesson === null) drawing.take(points, own, units);
    else {
      if (entered) this.enter(lesson, own);
      if (handed) drawing.replace(points, entered ? drawing.own : own, units);
    }
    Object.assign(this, { lesson, hand });
    return handed || entered;
  }

  enter(lesson, own) {
    const { drawing, owned } = this;
    owned[this.lesson] = drawing.own;
    drawing.enter(owned[lesson] ?? own);
  }

  // ---- over a reload -------------------------------------------------------------------------
  keep() {
    const { drawing, lesson, owned } = this;
    if (lesson === null) return;
    const state = toJson(drawing.wire(), drawing.own, drawing.units);
    const kept = { ...state, address: here(location.href), lesson, owned };
    if (JSON.stringify(kept).length > MOST_CHARACTERS) return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...kept, history: drawing.history(MOST_HISTORY) }));
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
    const { points, controls, units, lesson, owned, history } = kept;
    Object.assign(this, { lesson, owned });
    this.drawing.hold(points, controls, units);
    this.drawing.resume(history);
  }
}

export const tab = new Tab();

function here(address) {
  return address.split("#")[0];
}

function sound(kept) {
  return isDrawing(kept) && isHistory(kept.history) && isObject(kept.owned) && Object.values(kept.owned).every(isObject);
}
