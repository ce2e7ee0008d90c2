// Products of matrices, sums over shared letters, and eigenvalues of symmetric matrices.
import { Nd, array, broadcastShape, count, expanded, reshaped, settled, strides, zeros } from "./array.js";

export function matmul(one, other) {
  let [a, b] = [array(one), array(other)];
  const row = a.ndim === 1;
  const column = b.ndim === 1;
  if (row) a = reshaped(a, [1, ...a.shape]);
  if (column) b = reshaped(b, [...b.shape, 1]);
  const lead = broadcastShape(a.shape.slice(0, -2), b.shape.slice(0, -2));
  const [m, k] = a.shape.slice(-2);
  const n = b.shape.at(-1);
  const x = expanded(a, [...lead, m, k]).data;
  const y = expanded(b, [...lead, k, n]).data;
  const made = zeros([...lead, m, n]);
  for (let batch = 0; batch < count(lead); batch++) {
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let l = 0; l < k; l++) sum += x[(batch * m + i) * k + l] * y[(batch * k + l) * n + j];
        made.data[(batch * m + i) * n + j] = sum;
      }
    }
  }
  const shape = [...lead, ...(row ? [] : [m]), ...(column ? [] : [n])];
  return settled(new Nd(made.data, shape, "f"));
}

// As NumPy's, for two arrays; "..." stands for the same leading dimensions of both.
export function einsum(rule, one, other) {
  const [given, wanted] = rule.split("->");
  const operands = [one, other].map(array);
  const letters = given.split(",").map((text, i) => named(text, operands[i].ndim));
  const lead = letters.map((all) => all.filter((letter) => letter < "a")).find((all) => all.length) ?? [];
  const result = wanted.startsWith("...") ? [...lead, ...wanted.slice(3)] : [...wanted];
  const sizes = new Map();
  letters.forEach((all, i) => all.forEach((letter, axis) => {
    if (!sizes.has(letter) || sizes.get(letter) === 1) sizes.set(letter, operands[i].shape[axis]);
  }));
  const summed = [...sizes.keys()].filter((letter) => !result.includes(letter));
  const steps = operands.map((operand, i) => {
    const own = strides(operand.shape);
    return (letter) => {
      const axis = letters[i].indexOf(letter);
      return axis < 0 || operand.shape[axis] === 1 ? 0 : own[axis];
    };
  });
  return contracted(operands, steps, sizes, result, summed);
}

// Leading dimensions are numbered 0, 1, ... from the last of them.
function named(text, ndim) {
  if (!text.startsWith("...")) return [...text];
  const rest = text.slice(3).split("");
  return [...Array.from({ length: ndim - rest.length }, (_, i) => String(ndim - rest.length - 1 - i)), ...rest];
}

function contracted(operands, steps, sizes, result, summed) {
  const made = zeros(result.map((letter) => sizes.get(letter)));
  const [x, y] = operands.map(({ data }) => data);
  const outer = result.map((letter) => [sizes.get(letter), ...steps.map((step) => step(letter))]);
  const inner = summed.map((letter) => [sizes.get(letter), ...steps.map((step) => step(letter))]);
  const total = (depth, p, q) => {
    if (depth === inner.length) return x[p] * y[q];
    const [size, one, other] = inner[depth];
    let sum = 0;
    if (depth === inner.length - 1) for (let i = 0; i < size; i++) sum += x[p + i * one] * y[q + i * other];
    else for (let i = 0; i < size; i++) sum += total(depth + 1, p + i * one, q + i * other);
    return sum;
  };
  let at = 0;
  const fill = (depth, p, q) => {
    if (depth === outer.length) return void (made.data[at++] = total(0, p, q));
    const [size, one, other] = outer[depth];
    for (let i = 0; i < size; i++) fill(depth + 1, p + i * one, q + i * other);
  };
  fill(0, 0, 0);
  return made;
}

const MOST_SWEEPS = 30;

// Eigenvalues and eigenvectors (columns) of symmetric matrices, by cyclic Jacobi rotations (Golub and Van Loan 2013,
// section 8.5). In no order: what is made of them here is a sum over all.
export function eigh(value) {
  const n = value.shape.at(-1);
  const number = count(value.shape.slice(0, -2));
  const values = zeros(value.shape.slice(0, -1));
  const vectors = zeros(value.shape);
  for (let batch = 0; batch < number; batch++) {
    const a = value.data.slice(batch * n * n, (batch + 1) * n * n);
    const v = vectors.data.subarray(batch * n * n, (batch + 1) * n * n);
    for (let i = 0; i < n; i++) v[i * n + i] = 1;
    let sweeps = 0;
    while (offDiagonal(a, n) > 1e-24 && sweeps++ < MOST_SWEEPS) sweep(a, v, n);
    for (let i = 0; i < n; i++) values.data[batch * n + i] = a[i * n + i];
  }
  return [values, vectors];
}

function offDiagonal(a, n) {
  let sum = 0;
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) sum += a[i * n + j] ** 2;
  return sum;
}

function sweep(a, v, n) {
  for (let p = 0; p < n; p++) {
    for (let q = p + 1; q < n; q++) {
      if (Math.abs(a[p * n + q]) < 1e-16) continue;
      const theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      const s = t * c;
      for (let k = 0; k < n; k++) turn(a, k * n + p, k * n + q, c, s);
      for (let k = 0; k < n; k++) turn(a, p * n + k, q * n + k, c, s);
      for (let k = 0; k < n; k++) turn(v, k * n + p, k * n + q, c, s);
    }
  }
}

function turn(a, i, j, c, s) {
  const [x, y] = [a[i], a[j]];
  a[i] = c * x - s * y;
  a[j] = s * x + c * y;
}
