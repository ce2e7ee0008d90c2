// NumPy, PyTorch and the standard library, as far as the lessons use them.
import { Nd, argBest, array, binary, expanded, flattened, flipped, joined, permuted, reduced, reshaped, settled, sized, swapped, unary, zeros } from "./array.js";
import { eigh, einsum, matmul } from "./linear.js";
import { named } from "./operators.js";

const add = (a, b) => a + b;
const reduction = (run) => function (axis = null, keep = false) { return run(this, axis, keep); };

const sum = (a, axis, keep) => reduced(a, axis, keep, add, 0, a.kind === "b" ? "i" : undefined);
const mean = (a, axis, keep) => {
  const size = sized(a, axis);
  const total = reduced(a, axis, keep, add, 0, "f");
  return typeof total === "number" ? total / size : unary(total, (x) => x / size);
};
const highest = (a, axis, keep) => reduced(a, axis, keep, Math.max, -Infinity);
const lowest = (a, axis, keep) => reduced(a, axis, keep, Math.min, Infinity);

function logsumexp(a, axis, keep) {
  const top = highest(a, axis, true);
  const shifted = array(binary(a, top, (x, y) => Math.exp(x - y)));
  const total = unary(reduced(shifted, axis, true, add, 0), Math.log);
  const found = array(binary(total, top, add));
  return settled(keep ? found : reduced(found, axis, false, add, 0));
}

const methods = {
  sum: reduction(sum), mean: reduction(mean), amax: reduction(highest), amin: reduction(lowest), logsumexp: reduction(logsumexp),
  any: reduction((a, axis, keep) => reduced(a, axis, keep, (x, y) => (x || y ? 1 : 0), 0, "b")),
  all: reduction((a, axis, keep) => reduced(a, axis, keep, (x, y) => (x && y ? 1 : 0), 1, "b")),
};
for (const [name, run] of Object.entries(methods)) Nd.prototype[name] = alias(run);

// The same parameters have other names in NumPy and PyTorch.
function alias(run) {
  run.$names = { indexOf: (name) => ({ axis: 0, dim: 0, keepdims: 1, keepdim: 1 })[name] ?? -1 };
  return run;
}

function extreme(run, start) {
  function found(axis = null, keep = false, initial = null) {
    if (!this.data.length && initial !== null) return initial;
    const value = run(this, axis, keep);
    return initial === null ? value : start(value, initial);
  }
  found.$names = ["axis", "keepdims", "initial"];
  return found;
}

const elementwise = (operate, kind) => function () { return unary(this, operate, kind); };

Object.assign(Nd.prototype, {
  max: extreme(highest, Math.max),
  min: extreme(lowest, Math.min),
  argmax() { return argBest(this, (a, b) => a > b); },
  argmin() { return argBest(this, (a, b) => a < b); },
  item() {
    if (this.data.length !== 1) throw new Error(`one number was required, got ${this.data.length}`);
    return this.kind === "b" ? Boolean(this.data[0]) : this.data[0];
  },
  numel() { return this.data.length; },
  size() { return this.shape; },
  tolist() { return this.ndim > 1 ? Array.from(this, (row) => row.tolist()) : Array.from(this); },
  abs: elementwise(Math.abs), square: elementwise((x) => x * x), sqrt: elementwise(Math.sqrt, "f"), exp: elementwise(Math.exp, "f"),
  log: elementwise(Math.log, "f"), round: elementwise(Math.round),
  // As PyTorch's, of a sample; of all numbers.
  std() { return Math.sqrt(array(binary(this, mean(this), (x, y) => (x - y) ** 2)).sum() / (this.data.length - 1)); },
  norm() { return Math.sqrt(this.data.reduce((total, x) => total + x * x, 0)); },
  clamp(low = -Infinity, high = Infinity) { return binary(binary(this, low, Math.max), high, Math.min); },
  clamp_min(low) { return binary(this, low, Math.max, this.kind); },
  double() { return this; },
  float() { return this; },
  to() { return this; },
  numpy() { return this; },
  detach() { return this; },
  clone() { return this; },
  astype() { return this; },
  copy() { return this; },
  is_floating_point() { return true; },
  new_zeros(...shape) { return zeros(shape.flat()); },
  expand(...shape) { return expanded(this, shape.flat()); },
  expand_as(other) { return expanded(this, other.shape); },
  reshape(...shape) { return reshaped(this, shape.flat()); },
  flatten(first = 0, last = -1) { return flattened(this, first, last); },
  ravel() { return flattened(this); },
  flip(...axes) { return flipped(this, axes.flat()); },
  transpose(one, other) { return swapped(this, one, other); },
  movedim(from, to) {
    const order = this.shape.map((_, i) => i);
    const [axis] = order.splice(from < 0 ? from + this.ndim : from, 1);
    order.splice(to < 0 ? to + this.ndim : to, 0, axis);
    return permuted(this, order);
  },
});
Nd.prototype.clamp.$names = ["min", "max"];
Object.defineProperties(Nd.prototype, {
  mT: { get() { return swapped(this, -1, -2); } },
  T: { get() { return permuted(this, this.shape.map((_, i) => this.ndim - 1 - i)); } },
  dtype: { get() { return this.kind === "b" ? "bool" : "float64"; } },
  device: { get() { return "cpu"; } },
});

const options = (run) => Object.assign(run, { $takes: true });
const isOptions = (value) => value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

const stack = named(["values", "axis"], (values, axis = 0) => {
  const items = Array.from(values, array);
  const at = axis < 0 ? axis + items[0].ndim + 1 : axis;
  return joined(items.map((a) => reshaped(a, [...a.shape.slice(0, at), 1, ...a.shape.slice(at)])), at);
});

const linspace = options((low, high, number = 50) => {
  const size = isOptions(number) ? 50 : number;
  return new Nd(Float64Array.from({ length: size }, (_, i) => (i === size - 1 ? high : low + (i * (high - low)) / (size - 1))), [size]);
});

const arange = options((...given) => {
  if (isOptions(given.at(-1))) given.pop();
  const [first, last, step = 1] = given.length === 1 ? [0, given[0]] : given;
  const length = Math.max(0, Math.ceil((last - first) / step));
  return new Nd(Float64Array.from({ length }, (_, i) => first + i * step), [length], "i");
});

const where = (test, a, b) => {
  const chosen = binary(test, a, (x, y) => (x ? y : NaN), "f");
  return binary(binary(test, b, (x, y) => (x ? 0 : y), "f"), binary(test, array(chosen), (x, y) => (x ? y : 0), "f"), add, "f");
};

const argsort = options((value) => {
  const { data } = array(value);
  const order = Array.from(data, (_, i) => i).sort((i, j) => data[i] - data[j] || i - j);
  return new Nd(Float64Array.from(order), [order.length], "i");
});

const filled = (value) => named(["shape", "value", "dtype"], (shape, given = value) => {
  const made = zeros([shape].flat());
  made.data.fill(given);
  return made;
});

const each = (operate, kind) => (value) => unary(value, operate, kind);
const pairwise = (operate) => (a, b) => binary(a, b, operate);
const joining = named(["values", "axis"], (values, axis = 0) => joined(values, axis));
const made = options((value) => array(value));
const like = (value) => options((a) => {
  const found = zeros(a.shape);
  found.data.fill(value);
  return found;
});
const byMethod = (name) => options((value, ...given) => array(value)[name](...given.filter((one) => !isOptions(one))));

export const numpy = {
  array: made, asarray: made, linspace, arange, stack, where, argsort, hypot: pairwise(Math.hypot), maximum: pairwise(Math.max),
  minimum: pairwise(Math.min), concatenate: joining, full: filled(0), zeros: filled(0), ones: filled(1), zeros_like: like(0), ones_like: like(1),
  abs: each(Math.abs), sqrt: each(Math.sqrt, "f"), square: each((x) => x * x), exp: each(Math.exp, "f"), log: each(Math.log, "f"),
  log10: each(Math.log10, "f"), isfinite: each((x) => Number(Number.isFinite(x)), "b"), mean: byMethod("mean"), sum: byMethod("sum"),
  argmin: byMethod("argmin"), argmax: byMethod("argmax"), any: byMethod("any"), all: byMethod("all"), newaxis: null, inf: Infinity,
  float64: "float64", ndarray: { made: Nd },
  unique(value) {
    const found = [...new Set(array(value).data)].sort((a, b) => a - b);
    return new Nd(Float64Array.from(found), [found.length]);
  },
  allclose: (a, b) => array(binary(a, b, (x, y) => Math.abs(x - y))).data.every((x) => x < 1e-8),
};

export const torch = {
  tensor: made, as_tensor: made, from_numpy: made, linspace, arange, stack, cat: joining, where, einsum, matmul, zeros: filled(0), ones: filled(1),
  zeros_like: like(0), ones_like: like(1), exp: each(Math.exp, "f"), floor: each(Math.floor), log: each(Math.log, "f"), square: each((x) => x * x),
  sqrt: each(Math.sqrt, "f"), maximum: pairwise(Math.max), minimum: pairwise(Math.min), float64: "float64", float32: "float32", inf: Infinity,
  Tensor: { made: Nd }, linalg: { eigh },
};

export const math = {
  exp: Math.exp, log: Math.log, sqrt: Math.sqrt, floor: Math.floor, ceil: Math.ceil, log10: Math.log10, pi: Math.PI, inf: Infinity, nan: NaN,
  isfinite: Number.isFinite, isnan: Number.isNaN, hypot: Math.hypot, sin: Math.sin, cos: Math.cos,
};

// Named values come last, as an object.
const partial = options((run, ...given) => {
  const values = isOptions(given.at(-1)) ? given.pop() : {};
  return (...more) => {
    const all = [...given, ...more];
    for (const [name, value] of Object.entries(values)) all[run.$names.indexOf(name)] = value;
    return run(...all);
  };
});

export const functools = { partial };
export const copy = { copy: (value) => Object.assign(Object.create(Object.getPrototypeOf(value)), value) };
