// The geometry of one plot: a box of pixels and the two intervals it shows. A frame never changes; a resize makes a new one.

import { X_VIEW } from "../state/limits.js";

export const MARGINS = {
  stage: { left: 50, right: 16, top: 30, bottom: 42 },
  strip: { left: 50, right: 16, top: 10, bottom: 40 },
  lens: { left: 54, right: 14, top: 10, bottom: 40 }, // "−0.02" beside a title
  large: { left: 50, right: 16, top: 30, bottom: 42 }, // beside the stage, on the same lines
  drawing: { left: 4, right: 4, top: 4, bottom: 4 }, // no axes
  multiple: { left: 38, right: 8, top: 8, bottom: 36 },
};

export class Frame {
  constructor(width, height, area, x, y) {
    const margin = MARGINS[area] ?? MARGINS.lens;
    Object.assign(this, { width, height, x, y, area });
    this.left = margin.left;
    this.right = Math.max(width - margin.right, margin.left + 10);
    this.top = margin.top;
    this.bottom = Math.max(height - margin.bottom, margin.top + 10);
    this.kx = (this.right - this.left) / (x[1] - x[0]);
    this.ky = (this.bottom - this.top) / (y[1] - y[0]);
  }

  sx(value) {
    return this.left + (value - this.x[0]) * this.kx;
  }

  sy(value) {
    return this.bottom - (value - this.y[0]) * this.ky;
  }

  dataX(pixel) {
    return this.x[0] + (pixel - this.left) / this.kx;
  }

  dataY(pixel) {
    return this.y[0] + (this.bottom - pixel) / this.ky;
  }

  holds(px, py) {
    return px >= this.left && px <= this.right && py >= this.top && py <= this.bottom;
  }

  // The same box with one unit as long along x as along y: the shorter interval is widened about its middle.
  even() {
    const k = Math.min(this.kx, this.ky);
    const widened = ([a, b], pixels) => [(a + b - pixels / k) / 2, (a + b + pixels / k) / 2];
    const [across, down] = [this.right - this.left, this.bottom - this.top];
    return new Frame(this.width, this.height, this.area, widened(this.x, across), widened(this.y, down));
  }

  // The largest box for the same intervals with one unit as long along x as along y.
  equal() {
    const k = Math.min(this.kx, this.ky);
    const width = this.width - (this.right - this.left) + k * (this.x[1] - this.x[0]);
    const height = this.height - (this.bottom - this.top) + k * (this.y[1] - this.y[0]);
    return new Frame(width, height, this.area, this.x, this.y);
  }

  same(other) {
    return other && ["width", "height", "area"].every((k) => this[k] === other[k]) &&
      `${this.x},${this.y}` === `${other.x},${other.y}`;
  }
}

// Of values above 0: the powers of ten stand at equal distances along y, and `y` has the exponents of its two ends.
export class LogFrame extends Frame {
  constructor(width, height, area, x, y) {
    super(width, height, area, x, y.map(Math.log10));
  }

  sy(value) {
    return super.sy(Math.log10(value));
  }

  dataY(pixel) {
    return 10 ** super.dataY(pixel);
  }
}

// Round numbers between a and b, about n of them.
export function ticks(a, b, n) {
  const raw = (b - a) / Math.max(1, n);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => s >= raw * 0.999);
  const found = [];
  for (let k = Math.ceil(a / step - 1e-9); k * step <= b + step * 1e-9; k++) found.push(+(k * step).toPrecision(12));
  return found;
}

// The middles of rows of equal height, from the lowest.
export function middles([low, high], rows) {
  return rows.map((_, i) => low + ((i + 0.5) * (high - low)) / rows.length);
}

// Steps of equal width along x, counted from 0 at the left end of the view where a page starts.
export const columnOf = (width, x) => Math.floor((x - X_VIEW[0]) / width + 1e-9);
export const columnMiddle = (width, column) => X_VIEW[0] + (column + 0.5) * width;
const NUMBERS = { rows: [], columns: 0 };
// The rows and steps of a panel; of one with numbers along its axes, or of none, there are none.
export const latticeOf = (panel) => panel?.lattice ?? NUMBERS;
// The numbers of drawn points that no model is given.
export const withheldOf = ({ marks }) => marks.filter(({ kind }) => kind === "withheld").flatMap(({ points }) => points);
// What one of the drawn points is called.
export const pointName = (panel) => panel?.point_name ?? "context point";
// Where drawn points stand whose y is measured, as {x, y}; none where a hand draws them.
export const measuredOf = (panel) => panel?.marks.find(({ kind }) => kind === "measured");
export const nearestColumn = (width, x) => columnMiddle(width, columnOf(width, x));

// The number of the row whose middle is nearest to y, and this middle.
export function rowOf(ends, rows, y) {
  const far = middles(ends, rows).map((at) => Math.abs(at - y));
  return far.indexOf(Math.min(...far));
}

export const nearestRow = (ends, rows, y) => middles(ends, rows)[rowOf(ends, rows, y)];

// The points where they are drawn: each on the row, and in the step, as which it is read, or where it was measured.
export function placedOn(panel, points) {
  const [{ rows, columns }, measured] = [latticeOf(panel), measuredOf(panel)];
  if (measured) return points.map((point, i) => (i in measured.x ? { ...point, x: measured.x[i], y: measured.y[i], drawn: point } : point));
  if (!rows.length) return points;
  return points.map((point) => ({ ...point, x: columns ? nearestColumn(columns, point.x) : point.x, y: nearestRow(panel.y, rows, point.y) }));
}
