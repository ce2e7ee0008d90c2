// What the numbers stand for: models see standardised numbers, people read the original ones. One straight line per
// axis; a plain board has the line y = x, so that no other part has to distinguish.
import { fmt } from "../dom/numbers.js";
import { ticks } from "../plot/frame.js";

const FINEST = 0.01; // of the models' unit: what a pointer can set
// The marks of scene/quantities.py after a number: a place or a length along an axis.
const KINDS = { "\u2061": ["x", true], "\u2062": ["x", false], "\u2063": ["y", true], "\u2064": ["y", false] };
const MARKS = /[\u2061-\u2064]/g;
const MARKED = /([+\u2212-]?)(\d[\d,]*(?:\.(\d+))?(?:e[+-]?\d+)?)([\u2061-\u2064])/g;
const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

class Scale {
  constructor(label, offset, factor) {
    Object.assign(this, { label, offset, factor });
  }

  original(value) {
    return this.offset + this.factor * value;
  }

  seen(value) {
    return (value - this.offset) / this.factor;
  }

  // The original number that belongs to a value on the board, as fine as a pointer can set it.
  text(value) {
    return this.written(this.original(value), FINEST);
  }

  // A length along the axis, given with so many decimals.
  length(value, decimals = 2) {
    return this.written(this.factor * value, 10 ** -decimals);
  }

  // As fine as `step` is in the models' unit; a 2 in the last digit counts as a 1.
  written(number, step) {
    const digits = Math.ceil(-Math.log10(step * this.factor) - 0.3);
    if (digits > 6 || Math.abs(number) >= 1e9) return minus(number.toPrecision(3).replace("e+", "e"));
    return fmt(number, Math.max(0, digits));
  }

  // Round original numbers between two values on the board, about n of them, each with its place and text at most
  // `digits` wide; and the axis' title.
  ticks(a, b, n, digits) {
    const values = ticks(this.original(a), this.original(b), n);
    const [power, texts] = shortest(values, digits);
    const title = power ? `${this.label} (\u00d7 10${raised(power)})` : this.label;
    return { title, marks: values.map((value, i) => ({ at: this.seen(value), zero: value === 0, text: texts[i] })) };
  }
}

export class Units {
  constructor() {
    this.set(null);
  }

  // `wire` is the data's `units`, or null.
  set(wire) {
    const given = wire ?? { x_label: "x", x_offset: 0, x_factor: 1, y_label: "y", y_offset: 0, y_factor: 1 };
    this.key = JSON.stringify(given);
    this.plain = !wire;
    this.x = new Scale(given.x_label, given.x_offset, given.x_factor);
    this.y = new Scale(given.y_label, given.y_offset, given.y_factor);
  }

  // A point in words.
  describe({ x, y }) {
    return `x ${this.x.text(x)}, y ${this.y.text(y)}`;
  }

  // Axes titled x or y show the data, and so do those with a mark behind their title; any other title names a quantity
  // of the model.
  axis(title) {
    const [name, place] = KINDS[title.at(-1)] ?? [];
    if (!name) return { x: this.x, y: this.y }[title] ?? new Scale(title, 0, 1);
    return new Scale(this.words(title.slice(0, -1)), place ? this[name].offset : 0, this[name].factor);
  }

  // A text of a scene as people read it: every marked number in the units of the data, and no marks.
  words(text) {
    if (!text || text.search(MARKS) < 0) return text;
    return (this.plain ? text : text.replace(MARKED, (_, ...parts) => this.number(...parts))).replace(MARKS, "");
  }

  number(sign, digits, decimals, mark) {
    const [name, place] = KINDS[mark];
    const scale = this[name];
    const value = Number(digits.replaceAll(",", "")) * (sign === "\u2212" || sign === "-" ? -1 : 1);
    const original = place ? scale.original(value) : scale.factor * value;
    return (sign === "+" ? "+" : "") + scale.written(original, 10 ** -(decimals ?? "00").length);
  }
}

// Texts that write the ticks exactly; when they grow too wide, a power of ten is taken out of all of them.
function shortest(values, digits) {
  const plain = texts(values, 0);
  if (Math.max(...plain.map(wide)) <= digits) return [0, plain];
  const largest = Math.max(...values.map(Math.abs));
  const power = 3 * Math.floor(Math.log10(largest) / 3);
  return [power, texts(values, power)];
}

const texts = (values, power) => values.map((value) => minus(String(+(value / 10 ** power).toPrecision(9))));

const wide = (text) => text.length - (text.includes(".") ? 0.5 : 0);

const raised = (power) => String(power).replace(/./g, (sign) => RAISED[sign] ?? "\u207b");

const minus = (text) => text.replace(/-/g, "\u2212");
