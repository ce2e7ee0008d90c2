// One axis: the straight line from the numbers that models see to those that people read, and how these are written.
import { fmt } from "../dom/numbers.js";
import { ticks } from "../plot/frame.js";

export const FINEST = 0.01; // of the models' unit: what a pointer can set
const STEPS = [1, 2.5, 5, 10];
const FAR = 1e3; // of the models' unit away from zero, where a few digits may be the same in all numbers
const LONG = 1e7; // and where they have more digits than anyone compares
const MOST = 9; // digits that a tick needs
const EXACT = 15; // digits that a number holds
const MINUS = "\u2212";
const RAISED = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

export class Scale {
  // `origin` is the round number that an axis counts from where numbers far from zero do not fit on it; 0 where they do.
  // Those that are `long` have so many digits that readings count from it, too.
  constructor(label, offset, factor) {
    Object.assign(this, { label, offset, factor, origin: originOf(offset, factor), long: Math.abs(offset) >= LONG * factor });
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
    return rounded(this.factor * value, 10 ** -decimals * this.factor);
  }

  // As fine as `step` is in the models' unit; where numbers are long, how far from the origin.
  written(number, step) {
    const fine = step * this.factor;
    return this.long ? `${brief(this.origin, EXACT)} ${added(rounded(number - this.origin, fine))}` : rounded(number, fine);
  }

  // The finest round step, in original numbers, that is at least so long.
  roundStep(least) {
    const power = 10 ** Math.floor(Math.log10(least));
    return STEPS.map((s) => s * power).find((s) => s >= least * 0.999);
  }

  // Round original numbers between two values on the board, about n of them, each with its place and text at most
  // `digits` wide; and the axis' title, with the `ending` that says what is to be multiplied or added.
  ticks(a, b, n, digits) {
    const counted = (origin) => {
      const values = ticks(this.offset - origin + this.factor * a, this.offset - origin + this.factor * b, n);
      return { origin, values, ...shortest(values, digits) };
    };
    const plain = this.long ? {} : counted(0);
    const { origin, values, power, texts } = this.long || (this.origin && !plain.fits) ? counted(this.origin) : plain;
    const parts = [power && `\u00d7 10${raised(power)}`, origin && added(brief(origin, EXACT))].filter(Boolean);
    const at = (value) => (value + (origin - this.offset)) / this.factor;
    const marks = values.map((value, i) => ({ at: at(value), zero: value + origin === 0, text: texts[i] }));
    return { title: this.label, ending: parts.length ? ` (${parts.join(" ")})` : "", marks };
  }
}

// The multiple of a power of ten, of about the models' unit, that is nearest to the offset.
function originOf(offset, factor) {
  if (Math.abs(offset) < FAR * factor) return 0;
  const unit = 10 ** Math.ceil(Math.log10(factor));
  return +(Math.round(offset / unit) * unit).toPrecision(EXACT);
}

// Texts that write the ticks exactly; when they grow too wide, a power of ten is taken out of all of them where that is
// shorter. `fits`: they are no wider, and no two of them are the same.
function shortest(values, digits) {
  const largest = Math.max(...values.map(Math.abs));
  const powers = [0, 3 * Math.floor(Math.log10(largest) / 3)];
  const found = powers.map((power) => written(values, power, digits));
  return found.find(({ fits }) => fits) ?? (found[0].width > found[1].width ? found[1] : found[0]);
}

function written(values, power, digits) {
  const found = texts(values, power);
  const width = Math.max(...found.map(wide));
  return { power, texts: found, width, fits: width <= digits && new Set(found).size === found.length };
}

const texts = (values, power) => values.map((value) => minus(String(+(value / 10 ** power).toPrecision(MOST))));

// As fine as `fine`; a 2 in the last digit counts as a 1. Large and tiny numbers have the digits that are as fine, at
// least three, and a power of ten.
function rounded(number, fine) {
  const digits = Math.ceil(-Math.log10(fine) - 0.3);
  if (digits <= 6 && Math.abs(number) < 1e9) return fmt(number, Math.max(0, digits));
  return brief(number, Math.min(EXACT, Math.max(3, digits + 1 + Math.floor(Math.log10(Math.abs(number))))));
}

// So many significant digits, with a power of ten where that is shorter, as Python's format .3g has it.
function brief(number, significant) {
  const [digits, power] = number.toExponential(significant - 1).split("e");
  return minus(power < -4 || power >= significant ? `${+digits}e${+power}` : String(+number.toPrecision(significant)));
}

// A number as what is added to another one.
const added = (text) => (text.startsWith(MINUS) ? `${MINUS} ${text.slice(1)}` : `+ ${text}`);

const wide = (text) => text.length - (text.includes(".") ? 0.5 : 0);

const raised = (power) => String(power).replace(/./g, (sign) => RAISED[sign] ?? "\u207b");

const minus = (text) => text.replace(/-/g, MINUS);
