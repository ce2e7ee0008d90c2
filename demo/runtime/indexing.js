// Indices as in Python: from the end, slices, several dimensions at once, by lists and by masks.
import { Nd, array, broadcastShape, everyPlace, selected, settled, strides, taken } from "./array.js";

export const ellipsis = Symbol("...");

export class Slice {
  constructor(start, stop, step) {
    Object.assign(this, { start, stop, step: step ?? 1 });
  }

  // First place, number and distance of places in a dimension of that size.
  over(size) {
    const { step } = this;
    const limit = (value, low, high) => Math.min(high, Math.max(low, value < 0 ? value + size : value));
    if (step > 0) {
      const first = this.start == null ? 0 : limit(this.start, 0, size);
      const last = this.stop == null ? size : limit(this.stop, 0, size);
      return [first, Math.max(0, Math.ceil((last - first) / step)), step];
    }
    const first = this.start == null ? size - 1 : limit(this.start, -1, size - 1);
    const last = this.stop == null ? -1 : limit(this.stop, -1, size - 1);
    return [first, Math.max(0, Math.ceil((last - first) / step)), step];
  }
}

export const slice = (start, stop, step) => new Slice(start, stop, step);

export function get(from, at) {
  if (from instanceof Nd) return getn(from, [at]);
  if (at instanceof Slice) {
    const text = typeof from === "string";
    const items = text ? [...from] : from;
    const [first, number, step] = at.over(items.length);
    const found = Array.from({ length: number }, (_, i) => items[first + i * step]);
    return text ? found.join("") : found;
  }
  if (from instanceof Map) {
    if (!from.has(at)) throw new Error(`no key ${String(at)}`);
    return from.get(at);
  }
  const found = from[at < 0 ? from.length + at : at];
  if (found === undefined) throw new RangeError(`index ${at} is out of range for ${from.length} values`);
  return found;
}

export function set(into, at, value) {
  if (into instanceof Map) into.set(at, value);
  else if (into instanceof Nd) throw new Error("arrays are values: they cannot be changed");
  else into[at < 0 ? into.length + at : at] = value;
}

export function getn(from, indices) {
  if (!(from instanceof Nd)) return get(from, indices.length === 1 ? indices[0] : indices);
  const full = spread(from, indices);
  const own = strides(from.shape);
  const shape = [];
  const steps = [];
  const lists = [];
  let start = 0;
  let axis = 0;
  for (const index of full) {
    if (index === null) {
      shape.push(1);
      steps.push(0);
      continue;
    }
    const size = from.shape[axis];
    const step = own[axis++];
    if (index instanceof Slice) {
      const [first, number, by] = index.over(size);
      start += first * step;
      shape.push(number);
      steps.push(by * step);
    } else if (typeof index === "number" || typeof index === "boolean") {
      const at = index < 0 ? Number(index) + size : Number(index);
      if (at < 0 || at >= size) throw new RangeError(`index ${index} is out of range for ${size} values`);
      start += at * step;
    } else lists.push({ list: array(index), step, size, before: shape.length });
  }
  if (!lists.length) return selected(from, shape, steps, start);
  const found = picked(lists, shape, steps, start);
  return settled(new Nd(taken(from.data, found.places), found.shape, from.kind));
}

// Lists of places side by side give the dimensions of the lists, where the first of them stood.
function picked(lists, shape, steps, start) {
  const all = lists.flatMap(({ list, step, size, before }) => offsets(list, step, size).map((places) => ({ places, before })));
  const common = broadcastShape(...all.map(({ places }) => places.shape));
  const total = common.reduce((product, n) => product * n, 1);
  const moved = new Int32Array(total);
  for (const { places } of all) for (let i = 0; i < total; i++) moved[i] += places.data[places.data.length === 1 ? 0 : i];
  const { before } = all[0];
  const outer = everyPlace(shape.slice(0, before), steps.slice(0, before), start);
  const inner = everyPlace(shape.slice(before), steps.slice(before));
  const places = new Int32Array(outer.length * total * inner.length);
  let at = 0;
  for (const o of outer) for (const m of moved) for (const i of inner) places[at++] = o + m + i;
  return { shape: [...shape.slice(0, before), ...common, ...shape.slice(before)], places };
}

// One list of offsets; of a mask, those of its true elements.
function offsets(list, step, size) {
  if (list.kind === "b") {
    const found = [];
    const inner = list.data.length / size;
    list.data.forEach((value, i) => value && found.push(inner === 1 ? i * step : i));
    return [new Nd(Float64Array.from(found), [found.length], "i")];
  }
  return [new Nd(list.data.map((value) => (value < 0 ? value + size : value) * step), list.shape, "i")];
}

// Every dimension has its index.
function spread(from, indices) {
  const all = new Slice(null, null, 1);
  let used = 0;
  for (const index of indices) {
    if (index === null || index === ellipsis) continue;
    used += index instanceof Nd && index.kind === "b" ? index.ndim : 1;
  }
  const rest = Array.from({ length: from.ndim - used }, () => all);
  const at = indices.indexOf(ellipsis);
  if (at < 0) {
    const wide = indices.find((index) => index instanceof Nd && index.kind === "b" && index.ndim > 1);
    return wide ? flatMask(from, wide) : [...indices, ...rest];
  }
  return [...indices.slice(0, at), ...rest, ...indices.slice(at + 1)];
}

function flatMask(from, mask) {
  const own = strides(from.shape);
  if (mask.ndim !== from.ndim) throw new Error("a mask of several dimensions must have all of them");
  const found = [];
  mask.data.forEach((value, i) => value && found.push(i));
  return own.map((step, axis) => new Nd(Float64Array.from(found, (i) => Math.floor(i / step) % from.shape[axis]), [found.length], "i"));
}
