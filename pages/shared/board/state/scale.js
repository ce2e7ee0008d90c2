// One axis: the straight line from the numbers that models see to those that people read, and how these are written.
import { fmt } from "../dom/numbers.js";
import { ticks } from "../plot/frame.js";

export const FINEST = 0.01; // of the models' unit: what a pointer can set
const STEPS = [1, 2.5, 5, 10];
const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

export class Scale {
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
    if (digits > 6 || Math.abs(number) >= 1e9) return brief(number);
    return fmt(number, Math.max(0, digits));
  }

  // The finest round step, in original numbers, that is at least so long.
  roundStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return STEPS.map((s) => s * power).find((s) => s >= least * 0.999);
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

// Texts that write the ticks exactly; when they grow too wide, a power of ten is taken out of all of them.
function shortest(values, digits) {
  const plain = texts(values, 0);
  if (Math.max(...plain.map(wide)) <= digits) return [0, plain];
  const largest = Math.max(...values.map(Math.abs));
  const power = 3 * Math.floor(Math.log10(largest) / 3);
  return [power, texts(values, power)];
}

const texts = (values, power) => values.map((value) => minus(String(+(value / 10 ** power).toPrecision(9))));

// Three significant digits, with a power of ten where that is shorter, as Python's format .3g has it.
function brief(number) {
  const [digits, power] = number.toExponential(2).split("e");
  return minus(power < -4 || power > 2 ? `${+digits}e${+power}` : String(+number.toPrecision(3)));
}

const wide = (text) => text.length - (text.includes(".") ? 0.5 : 0);

const raised = (power) => String(power).replace(/./g, (sign) => RAISED[sign] ?? "\u207b");

const minus = (text) => text.replace(/-/g, "\u2212");
