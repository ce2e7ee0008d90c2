// What Python has without an import, as far as the lessons need it.
import { Nd, array, settled } from "./array.js";
import { isinstance } from "./classes.js";
import { fixed, repr, str } from "./format.js";
import { slice } from "./indexing.js";
import { Dict, ValueError, named, truth } from "./operators.js";

const number = (value) => (value instanceof Nd ? Number(value.item()) : Number(value));

function best(better) {
  return named([], Object.assign((...given) => {
    const options = isOptions(given.at(-1)) ? given.pop() : {};
    const all = given.length === 1 ? Array.from(given[0]) : given;
    const key = options.key ?? ((value) => value);
    if (!all.length && "default" in options) return options.default;
    return all.reduce((one, other) => (better(key(other), key(one)) ? other : one));
  }, { $takes: true }));
}

const isOptions = (value) => value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

const len = (value) => {
  if (value instanceof Nd) return value.shape[0];
  if (value instanceof Map || value instanceof Set) return value.size;
  return typeof value === "string" ? [...value].length : value.length ?? value.__len__();
};

const zip = Object.assign((...given) => {
  if (isOptions(given.at(-1))) given.pop();
  const all = given.map((each) => Array.from(each));
  const length = all.length ? Math.min(...all.map((each) => each.length)) : 0;
  return Array.from({ length }, (_, i) => all.map((each) => each[i]));
}, { $takes: true });

const sorted = Object.assign((values, { key = (value) => value, reverse = false } = {}) => {
  const sign = reverse ? -1 : 1;
  const less = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return Array.from(values).sort((a, b) => sign * less(key(a), key(b)));
}, { $takes: true });

function range(first, last, step = 1) {
  const [low, high] = last === undefined ? [0, first] : [first, last];
  return Array.from({ length: Math.max(0, Math.ceil((high - low) / step)) }, (_, i) => low + i * step);
}

const next = (values, otherwise) => {
  for (const value of values) return value;
  if (otherwise === undefined) throw new ValueError("there is no next value");
  return otherwise;
};

const error = (kind) => Object.assign((text = "") => new kind(text), { made: kind });

export const py = {
  len, zip, sorted, range, next, isinstance, repr, str,
  abs: (value) => (value instanceof Nd ? value.abs() : Math.abs(value)),
  float: (value) => number(value),
  int: (value) => Math.trunc(number(value)),
  bool: (value) => truth(value),
  tuple: (values = []) => Array.from(values),
  list: (values = []) => Array.from(values),
  set: (values = []) => new Set(values),
  frozenset: (values = []) => new Set(values),
  dict: Object.assign((values = []) => new Dict(values instanceof Map ? values.items() : values), { fromkeys: Dict.fromkeys }),
  map: (run, ...lists) => zip(...lists).map((given) => run(...given)),
  filter: (test, values) => Array.from(values).filter((value) => truth(test === null ? value : test(value))),
  enumerate: named(["values", "start"], (values, start = 0) => Array.from(values, (value, i) => [i + start, value])),
  slice: (...ends) => (ends.length === 1 ? slice(null, ends[0]) : slice(...ends)),
  iter: (values) => values,
  reversed: (values) => Array.from(values).reverse(),
  sum: (values, start = 0) => (values instanceof Nd ? array(values).sum() : Array.from(values).reduce((all, value) => all + Number(value), start)),
  any: (values) => Array.from(values).some(truth),
  all: (values) => Array.from(values).every(truth),
  max: best((a, b) => a > b),
  min: best((a, b) => a < b),
  round: (value, digits) => Number(fixed(number(value), digits ?? 0)),
  getattr: (value, name, otherwise = null) => value[name] ?? otherwise,
  hasattr: (value, name) => value[name] !== undefined,
  ValueError: error(ValueError),
};

function extend(prototype, methods) {
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
  }
}

// Methods of texts and lists; those of the same name in JavaScript that do the same are left as they are.
extend(String.prototype, {
  join(values) { return Array.from(values).join(this); },
  removeprefix(text) { return this.startsWith(text) ? this.slice(text.length) : String(this); },
  removesuffix(text) { return this.endsWith(text) ? this.slice(0, this.length - text.length) : String(this); },
  partition(text) {
    const at = this.indexOf(text);
    return at < 0 ? [String(this), "", ""] : [this.slice(0, at), text, this.slice(at + text.length)];
  },
  lower() { return this.toLowerCase(); },
  upper() { return this.toUpperCase(); },
  startswith(text) { return this.startsWith(text); },
  endswith(text) { return this.endsWith(text); },
  strip() { return this.trim(); },
  replace(from, to) { return from instanceof RegExp ? RegExp.prototype[Symbol.replace].call(from, this, to) : this.split(from).join(to); },
  format(...given) {
    let at = 0;
    return this.replaceAll("{}", () => str(given[at++]));
  },
});
extend(Array.prototype, {
  index(value) { return this.indexOf(value); },
  append(value) { this.push(value); },
  extend(values) { this.push(...values); },
  count(value) { return this.filter((each) => each === value).length; },
});
// An array without dimensions is a number here, and has an array's methods.
extend(Number.prototype, Object.fromEntries(
  ["item", "double", "numpy", "abs", "square", "sqrt", "exp", "log", "tolist", "clamp_min"].map((name) => [name, function (...given) {
    return name === "item" || name === "tolist" ? Number(this) : settled(array(array(Number(this))[name](...given)));
  }]),
));
