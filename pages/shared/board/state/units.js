// What the numbers stand for: models see standardised numbers, people read the original ones. One straight line per
// axis; a plain board has the line y = x, so that no other part has to distinguish.
import { fmt } from "../dom/numbers.js";
import { Moments } from "./moments.js";
import { Scale } from "./scale.js";

// The kinds of scene/quantities.py: the axis, whether it is a place on it or a length, and whether with a sign.
const KINDS = { at_x: ["x", true], along_x: ["x", false], shift_x: ["x", false, true], at_y: ["y", true], along_y: ["y", false], at_z: ["z", true], along_z: ["z", false] };
// Axes that show the data, by title; z is what is measured at points on a plane.
const DATA = { x: "x", y: "y", "x\u2081": "x", "x\u2082": "y", value: "z" };
const WHOLE = 1e3; // from here on a number in the models' unit is written without decimals

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
    this.z = new Scale(given.z_label || "value", given.z_offset ?? 0, given.z_factor ?? 1);
    this.z.named = Boolean(given.z_label);
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

  // Axes with a title of the data show them, and so do those with a quantity; any other title names one of the model.
  axis(title, quantity) {
    const [name, place] = KINDS[quantity] ?? [];
    if (!name) return (!this.plain && this[DATA[title]]) || new Scale(title, 0, 1);
    const { offset, factor, since } = this[name];
    if (place) return scaleOf(title, offset, factor, since);
    return since ? this[name].lengths(title) : new Scale(title, 0, factor);
  }

  // A text of a scene as people read it. One with quantities is { pieces }, of strings and quantities.
  words(text) {
    return text?.pieces ? text.pieces.map((piece) => (typeof piece === "string" ? piece : this.number(piece))).join("") : text;
  }

  number({ kind, value, digits }) {
    const [name, place, signed] = KINDS[kind];
    const sign = signed && value >= 0 ? "+" : "";
    if (this.plain) return sign + (Math.abs(value) < WHOLE ? fmt(value, digits) : grouped(value));
    const fine = digits || 2; // a whole number, too
    const scale = this[name];
    return sign + (place ? scale.written(scale.original(value), 10 ** -fine) : scale.length(value, fine));
  }
}

const grouped = (value) => fmt(value, 0).replace(/\B(?=(\d{3})+$)/g, ",");

// Of numbers, or of moments where these count from something.
const scaleOf = (label, offset, factor, since) => (since ? new Moments(label, offset, factor, since) : new Scale(label, offset, factor));
