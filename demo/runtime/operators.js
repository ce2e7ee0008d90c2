// Python's operators, truth and calls, for numbers, texts, lists, dictionaries, sets and arrays alike.
import { Nd, binary, unary } from "./array.js";

export class ValueError extends Error {}
export class KeyError extends Error {}

// A dictionary: as a Map, but what it iterates over are its keys.
export class Dict extends Map {
  [Symbol.iterator]() {
    return super.keys();
  }

  get(key, otherwise = null) {
    return this.has(key) ? super.get(key) : otherwise;
  }

  keys() {
    return [...super.keys()];
  }

  values() {
    return [...super.values()];
  }

  items() {
    return [...super.entries()];
  }

  pop(key, otherwise = null) {
    const found = this.get(key, otherwise);
    this.delete(key);
    return found;
  }

  static fromkeys(keys, value = null) {
    return new Dict(Array.from(keys, (key) => [key, value]));
  }
}

export function truth(value) {
  if (value === null || value === undefined) return false;
  if (typeof value !== "object") return Boolean(value) || Number.isNaN(value);
  if (Array.isArray(value)) return value.length > 0;
  if (value instanceof Nd) return Boolean(value.item());
  if (value instanceof Map || value instanceof Set) return value.size > 0;
  return value.__len__ ? value.__len__() > 0 : true;
}

const isNumber = (value) => typeof value === "number" || typeof value === "boolean";

const arithmetic = (operate, kind) => (a, b) => (isNumber(a) && isNumber(b) ? operate(Number(a), Number(b)) : binary(a, b, operate, kind));

export function add(a, b) {
  if (typeof a === "string" && typeof b === "string") return a + b;
  if (Array.isArray(a) && Array.isArray(b)) return [...a, ...b];
  if (a.__add__ ?? b.__radd__) return a.__add__ ? a.__add__(b) : b.__radd__(a);
  return isNumber(a) && isNumber(b) ? Number(a) + Number(b) : binary(a, b, (x, y) => x + y);
}

const without = (a, b) => new Set([...a].filter((value) => !b.has(value)));
const minus = arithmetic((x, y) => x - y);
export const sub = (a, b) => (a instanceof Set ? without(a, b) : minus(a, b));

const times = arithmetic((x, y) => x * y);
export function mul(a, b) {
  if (typeof a === "string") return a.repeat(Number(b));
  if (typeof b === "string") return b.repeat(Number(a));
  if (Array.isArray(a) && isNumber(b)) return Array.from({ length: b }, () => a).flat();
  return times(a, b);
}

export const div = arithmetic((x, y) => x / y, "f");
export const floordiv = arithmetic((x, y) => Math.floor(x / y));
export const mod = arithmetic((x, y) => x - y * Math.floor(x / y));
export const pow = arithmetic((x, y) => x ** y);

const eitherBit = arithmetic((x, y) => x | y);
export function or(a, b) {
  if (a instanceof Map) return new Dict([...a.items(), ...b.items()]);
  if (a instanceof Set) return new Set([...a, ...b]);
  return typeof a === "boolean" && typeof b === "boolean" ? a || b : withKind(eitherBit(a, b), a, b);
}

const bothBits = arithmetic((x, y) => x & y);
export function and(a, b) {
  if (a instanceof Set) return new Set([...a].filter((value) => b.has(value)));
  return typeof a === "boolean" && typeof b === "boolean" ? a && b : withKind(bothBits(a, b), a, b);
}

function withKind(made, a, b) {
  const boolean = [a, b].every((value) => typeof value === "boolean" || value.kind === "b");
  return boolean && made instanceof Nd ? new Nd(made.data, made.shape, "b") : boolean ? Boolean(made) : made;
}

export const neg = (a) => (isNumber(a) ? -a : unary(a, (x) => -x));
export const invert = (a) => (typeof a === "boolean" ? !a : unary(a, (x) => (x ? 0 : 1), "b"));

const compared = (test) => (a, b) => {
  if (a instanceof Nd || b instanceof Nd) return binary(a, b, (x, y) => Number(test(x, y)), "b");
  return test(a, b);
};
export const lt = compared((x, y) => x < y);
export const le = compared((x, y) => x <= y);
export const gt = compared((x, y) => x > y);
export const ge = compared((x, y) => x >= y);

export function same(a, b) {
  if (a === b || (a == null && b == null)) return true;
  if (isNumber(a) && isNumber(b)) return Number(a) === Number(b);
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((value, i) => same(value, b[i]));
  return false;
}
export const eq = (a, b) => (a instanceof Nd || b instanceof Nd ? binary(a, b, (x, y) => Number(x === y), "b") : same(a, b));
export const ne = (a, b) => (a instanceof Nd || b instanceof Nd ? binary(a, b, (x, y) => Number(x !== y), "b") : !same(a, b));

export const both = (value, next) => (truth(value) ? next() : value);
export const either = (value, next) => (truth(value) ? value : next());

export function contains(all, value) {
  if (typeof all === "string") return all.includes(value);
  if (all instanceof Map || all instanceof Set) return all.has(value);
  for (const each of all) if (same(each, value)) return true;
  return false;
}

// The parts of an assignment to several names, one of which may take the rest.
export function unpacked(value, length, star) {
  const all = Array.from(value);
  if (star < 0) {
    if (all.length !== length) throw new ValueError(`${length} values were required, got ${all.length}`);
    return all;
  }
  const after = length - star - 1;
  return [...all.slice(0, star), all.slice(star, all.length - after), ...all.slice(all.length - after)];
}

export const raised = (error, kinds) => [kinds].flat().some((kind) => error instanceof kind.made);

// ---- calls with named arguments ---------------------------------------------------------------
export function named(names, run) {
  run.$names = names;
  return run;
}

function placed(run, given, values, what) {
  if (run.$takes) return [...given, values];
  if (!run.$names) throw new Error(`${what} takes no named arguments`);
  const all = [...given];
  for (const [name, value] of Object.entries(values)) {
    const at = run.$names.indexOf(name);
    if (at < 0) throw new Error(`${what} has no argument ${name}`);
    all[at] = value;
  }
  return all;
}

export const call = (run, given, values) => run(...placed(run, given, values, run.name));

export function method(owner, name, given, values) {
  const run = owner[name];
  return run.apply(owner, placed(run, given, values, name));
}

export const plain = (dict) => (dict instanceof Map ? Object.fromEntries(dict.items()) : dict);
