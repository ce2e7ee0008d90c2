// What the numbers stand for: models see standardised numbers, people read the original ones. One straight line per
// axis; a plain board has the line y = x, so that no other part has to distinguish.
import { fmt } from "../dom/numbers.js";
import { ticks } from "../plot/frame.js";

const FINEST = 0.01; // of the models' unit: what a pointer can set
const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

class Scale {
  constructor(label, offset, factor) {
    Object.assign(this, { label, offset, factor });
    this.digits = Math.ceil(-Math.log10(FINEST * factor) - 0.3); // a 2 in the last digit counts as a 1
  }

  original(value) {
    return this.offset + this.factor * value;
  }

  seen(value) {
    return (value - this.offset) / this.factor;
  }

  // The original number that belongs to a value on the board, as fine as a pointer can set it.
  text(value) {
    const number = this.original(value);
    if (this.digits > 6 || Math.abs(number) >= 1e9) return minus(number.toPrecision(3).replace("e+", "e"));
    return fmt(number, Math.max(0, this.digits));
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

  // Axes titled x or y show the data; any other title names a quantity of the model.
  axis(title) {
    return { x: this.x, y: this.y }[title] ?? new Scale(title, 0, 1);
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
