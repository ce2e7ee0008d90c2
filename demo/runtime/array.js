// Arrays of numbers with the operations of NumPy and PyTorch that lessons use: always contiguous, and in double precision
// but for what a model predicts. `kind` is "f" for floating-point numbers, "i" for whole ones, "b" for true and false.

export class Nd {
  constructor(data, shape, kind = "f") {
    Object.assign(this, { data, shape, kind });
  }

  get ndim() {
    return this.shape.length;
  }

  // As the values of its first dimension.
  *[Symbol.iterator]() {
    for (let i = 0; i < this.shape[0]; i++) yield part(this, i);
  }
}

export const count = (shape) => shape.reduce((all, n) => all * n, 1);

export const plainNumber = (value, kind) => (kind === "b" ? Boolean(value) : value);

// An array without dimensions is a number.
export const settled = (made) => (made.shape.length ? made : plainNumber(made.data[0], made.kind));

export const zeros = (shape, kind = "f") => new Nd(new Float64Array(count(shape)), shape, kind);

// Lists of lists, numbers, or an array as an array.
export function array(value) {
  if (value instanceof Nd) return value;
  if (typeof value === "boolean") return new Nd(Float64Array.of(value ? 1 : 0), [], "b");
  if (typeof value === "number") return new Nd(Float64Array.of(value), [], Number.isInteger(value) ? "i" : "f");
  const items = Array.from(value, array);
  if (!items.length) return zeros([0]);
  return joined(items.map(({ data, shape, kind }) => new Nd(data, [1, ...shape], kind)), 0);
}

export function strides(shape) {
  const found = new Array(shape.length);
  let step = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    found[i] = step;
    step *= shape[i];
  }
  return found;
}

export function broadcastShape(...shapes) {
  const length = Math.max(...shapes.map((shape) => shape.length));
  return Array.from({ length }, (_, i) => {
    const sizes = shapes.map((shape) => shape[i - length + shape.length] ?? 1);
    return sizes.find((size) => size !== 1) ?? 1;
  });
}

// How far apart the elements of an array lie, seen as one of the larger shape.
function stepsIn(from, shape) {
  const own = strides(from);
  const lead = shape.length - from.length;
  return shape.map((_, i) => (i < lead || from[i - lead] === 1 ? 0 : own[i - lead]));
}

// Where the rows of the last dimension begin, and how far apart their elements lie: a place for every element takes long.
function rowsOf(shape, steps, start = 0) {
  return [everyPlace(shape.slice(0, -1), steps.slice(0, -1), start), steps.at(-1) ?? 0];
}

export function everyPlace(shape, steps, start = 0) {
  let found = Int32Array.of(start);
  for (let axis = 0; axis < shape.length; axis++) {
    const size = shape[axis];
    const step = steps[axis];
    const next = new Int32Array(found.length * size);
    let at = 0;
    for (let k = 0; k < found.length; k++) for (let i = 0, place = found[k]; i < size; i++, place += step) next[at++] = place;
    found = next;
  }
  return found;
}

// The elements with these steps. What lies in one piece is not copied: arrays are values, and nothing writes into them.
export function selected(a, shape, steps, start = 0) {
  let step = 1;
  let whole = true;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    whole &&= shape[axis] === 1 || steps[axis] === step;
    step *= shape[axis];
  }
  if (whole) return settled(new Nd(a.data.subarray(start, start + step), shape, a.kind));
  const [rows, by] = rowsOf(shape, steps, start);
  const size = shape.at(-1);
  const made = zeros(shape, a.kind);
  for (let row = 0, at = 0; row < rows.length; row++) for (let i = 0, from = rows[row]; i < size; i++, from += by) made.data[at++] = a.data[from];
  return settled(made);
}

// The numbers at these places, in a loop: the typed arrays' own `from` is ten times slower.
export function taken(data, places) {
  const found = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) found[i] = data[places[i]];
  return found;
}

export const sameNumbers = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

export function binary(left, right, operate, kind) {
  const a = array(left);
  const b = array(right);
  kind ??= a.kind === "f" || b.kind === "f" ? "f" : "i";
  const shape = sameNumbers(a.shape, b.shape) ? a.shape : broadcastShape(a.shape, b.shape);
  const made = zeros(shape, kind);
  const { data } = made;
  const { length } = data;
  const x = a.data;
  const y = b.data;
  if (x.length === length && y.length === length) for (let i = 0; i < length; i++) data[i] = operate(x[i], y[i]);
  else if (x.length === length && y.length === 1) for (let i = 0; i < length; i++) data[i] = operate(x[i], y[0]);
  else {
    const [p, one] = rowsOf(shape, stepsIn(a.shape, shape));
    const [q, other] = rowsOf(shape, stepsIn(b.shape, shape));
    const size = shape.at(-1) ?? 1;
    for (let row = 0, at = 0; row < p.length; row++) for (let i = 0; i < size; i++) data[at++] = operate(x[p[row] + i * one], y[q[row] + i * other]);
  }
  return settled(made);
}

export function unary(value, operate, kind) {
  const a = array(value);
  const made = zeros(a.shape, kind ?? a.kind);
  for (let i = 0; i < a.data.length; i++) made.data[i] = operate(a.data[i]);
  return settled(made);
}

export function expanded(a, shape) {
  const lead = shape.length - a.shape.length;
  const full = shape.map((size, i) => (size === -1 ? a.shape[i - lead] : size));
  if (sameNumbers(full, a.shape)) return a;
  return array(selected(a, full, stepsIn(a.shape, full)));
}

const axisOf = (axis, ndim) => (axis < 0 ? axis + ndim : axis);

// Reduces some axes (null: all). `operate(total, value)` begins with `start`.
export function reduced(value, axes, keep, operate, start, kind) {
  const a = array(value);
  const gone = new Set((axes == null ? a.shape.map((_, i) => i) : [axes].flat()).map((axis) => axisOf(axis, a.ndim)));
  const kept = a.shape.map((size, i) => (gone.has(i) ? 1 : size));
  const steps = strides(kept).map((step, i) => (gone.has(i) ? 0 : step));
  const shape = keep ? kept : kept.filter((_, i) => !gone.has(i));
  const made = zeros(shape, kind ?? a.kind);
  made.data.fill(start);
  const [rows, by] = rowsOf(a.shape, steps);
  const { data } = made;
  const size = a.shape.at(-1) ?? 1;
  for (let row = 0, from = 0; row < rows.length; row++) for (let i = 0, at = rows[row]; i < size; i++, at += by) data[at] = operate(data[at], a.data[from++]);
  return settled(made);
}

export function sized(value, axes) {
  const a = array(value);
  if (axes == null) return a.data.length;
  return [axes].flat().reduce((all, axis) => all * a.shape[axisOf(axis, a.ndim)], 1);
}

export function argBest(value, better) {
  const { data } = array(value);
  let best = 0;
  for (let i = 1; i < data.length; i++) if (better(data[i], data[best])) best = i;
  return best;
}

export function permuted(a, order) {
  const own = strides(a.shape);
  const shape = order.map((axis) => a.shape[axis]);
  return array(selected(a, shape, order.map((axis) => own[axis])));
}

export function swapped(a, one, other) {
  const order = a.shape.map((_, i) => i);
  const [i, j] = [axisOf(one, a.ndim), axisOf(other, a.ndim)];
  [order[i], order[j]] = [j, i];
  return permuted(a, order);
}

export function reshaped(a, shape) {
  const known = shape.reduce((all, n) => (n === -1 ? all : all * n), 1);
  return new Nd(a.data, shape.map((n) => (n === -1 ? a.data.length / known : n)), a.kind);
}

export function flattened(a, first = 0, last = -1) {
  const [from, to] = [axisOf(first, a.ndim), axisOf(last, a.ndim)];
  return reshaped(a, [...a.shape.slice(0, from), count(a.shape.slice(from, to + 1)), ...a.shape.slice(to + 1)]);
}

export function joined(values, axis = 0) {
  const items = Array.from(values, array);
  const at = axisOf(axis, items[0].ndim);
  const shape = items[0].shape.slice();
  shape[at] = items.reduce((all, item) => all + item.shape[at], 0);
  const made = zeros(shape, items.some(({ kind }) => kind === "f") ? "f" : items[0].kind);
  const inner = count(shape.slice(at + 1));
  const outer = count(shape.slice(0, at));
  let start = 0;
  for (const { data, shape: own } of items) {
    const run = own[at] * inner;
    for (let i = 0; i < outer; i++) made.data.set(data.subarray(i * run, (i + 1) * run), i * shape[at] * inner + start);
    start += run;
  }
  return made;
}

export function flipped(a, axes) {
  const own = strides(a.shape);
  let start = 0;
  for (const axis of [axes].flat().map((each) => axisOf(each, a.ndim))) {
    start += own[axis] * (a.shape[axis] - 1);
    own[axis] = -own[axis];
  }
  return array(selected(a, a.shape, own, start));
}

// The i-th value of the first dimension.
export function part(a, i) {
  const rest = a.shape.slice(1);
  const size = count(rest);
  const at = i < 0 ? i + a.shape[0] : i;
  if (at < 0 || at >= a.shape[0]) throw new RangeError(`index ${i} is out of range for ${a.shape[0]} values`);
  return settled(new Nd(a.data.subarray(at * size, (at + 1) * size), rest, a.kind));
}
