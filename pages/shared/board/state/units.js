// What the numbers stand for: models see standardised numbers, people read the original ones. One straight line per
// axis; a plain board has the line y = x, so that no other part has to distinguish.
import { fmt } from "../dom/numbers.js";
import { Moments } from "./moments.js";
import { Scale } from "./scale.js";

// The marks of scene/quantities.py after a number: a place or a length along an axis.
const KINDS = { "\u2061": ["x", true], "\u2062": ["x", false], "\u2063": ["y", true], "\u2064": ["y", false] };
const MARKS = /[\u2061-\u2064]/g;
const MARKED = /([+\u2212-]?)(\d[\d,]*(?:\.(\d+))?(?:e[+-]?\d+)?)([\u2061-\u2064])(\4*)/g;

export class Units {
  constructor() {
    this.set(null);
  }

  // `wire` is the data's `units`, or null.
  set(wire) {
    const given = wire ?? { x_label: "x", x_offset: 0, x_factor: 1, y_label: "y", y_offset: 0, y_factor: 1 };
    this.key = JSON.stringify(given);
    this.plain = !wire;
    this.x = scaleOf(given.x_label, given.x_offset, given.x_factor, given.x_since);
    this.y = new Scale(given.y_label, given.y_offset, given.y_factor);
    this.errors = new Map((given.y_errors ?? []).map(([x, y, error]) => [`${x} ${y}`, error]));
  }

  // The standard error of y with which a point was measured, 0 for none: a point that was moved is no measured one.
  errorOf({ x, y }) {
    return this.errors.get(`${x} ${y}`) ?? 0;
  }

  // A point in words.
  describe({ x, y }) {
    const error = this.errorOf({ x, y });
    return `x ${this.x.text(x)}, y ${this.y.text(y)}${error ? ` \u00b1 ${this.y.length(error)}` : ""}`;
  }

  // Axes titled x or y show the data, and so do those with a mark behind their title; any other title names a quantity
  // of the model.
  axis(title) {
    const [name, place] = KINDS[title.at(-1)] ?? [];
    if (!name) return { x: this.x, y: this.y }[title] ?? new Scale(title, 0, 1);
    const { offset, factor, since } = this[name];
    const label = this.words(title.slice(0, -1));
    if (place) return scaleOf(label, offset, factor, since);
    return since ? this[name].lengths(label) : new Scale(label, 0, factor);
  }

  // A text of a scene as people read it: every marked number in the units of the data, and no marks.
  words(text) {
    if (!text || text.search(MARKS) < 0) return text;
    return text.replace(MARKED, (_, ...parts) => this.number(...parts)).replace(MARKS, "");
  }

  // More marks than one: one for each decimal that is to be shown, and another. One alone: as it is written.
  number(sign, digits, decimals, mark, more) {
    const [name, place] = KINDS[mark];
    const scale = this[name];
    const value = Number(digits.replaceAll(",", "")) * (sign === "\u2212" || sign === "-" ? -1 : 1);
    const length = more ? more.length - 1 : (decimals ?? "00").length;
    if (this.plain) return more ? (sign === "+" ? "+" : "") + fmt(value, length) : sign + digits;
    const fine = length || 2; // a whole number, too
    const text = place ? scale.written(scale.original(value), 10 ** -fine) : scale.length(value, fine);
    return (sign === "+" ? "+" : "") + text;
  }
}

// Of numbers, or of moments where these count from something.
const scaleOf = (label, offset, factor, since) => (since ? new Moments(label, offset, factor, since) : new Scale(label, offset, factor));
