// Everything in a plot that depends on its frame alone: box, grid, ticks, axis titles, the tint of the training range.
import { svg } from "../dom/elements.js";
import { clamp, short } from "../dom/numbers.js";
import { columnMiddle, columnOf, latticeOf, LogFrame, middles } from "./frame.js";

const DIGIT = 6.5; // pixels
const LETTER = 5.8;
const APART = 22; // pixels between the numbers of steps
const LINE = 12; // and between the names of rows

// A title that has so many pixels about its middle; its ending is never cut.
const fitting = ({ title, ending }, pixels) => {
  const most = Math.max(1, Math.floor(pixels / LETTER) - ending.length);
  return (title.length > most ? `${title.slice(0, most - 1)}\u2026` : title) + ending;
};

// The middles of steps, numbered from 1, as far as there is room for numbers.
function steps(frame, width) {
  const [first, last] = frame.x.map((x, i) => columnOf(width, i ? x - width / 2 : x + width / 2));
  const every = [1, 2, 4, 8, 16, 32, 64].find((k) => k * width * frame.kx >= APART) ?? 128;
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .filter((column) => column % every === 0)
    .map((column) => ({ at: columnMiddle(width, column), zero: false, text: `${column + 1}` }));
}

// The powers of ten between two exponents.
const powers = ([low, high]) => {
  const first = Math.ceil(low - 1e-9);
  return Array.from({ length: Math.floor(high + 1e-9) - first + 1 }, (_, i) => ({ at: 10 ** (first + i), zero: false, text: String(10 ** (first + i)) }));
};

export class Axes {
  constructor(under, over) {
    this.under = under;
    this.over = over;
  }

  draw(frame, panel, units) {
    const { rows, columns } = latticeOf(panel);
    const key = [panel.x_title, panel.y_title, panel.x_quantity, panel.y_quantity, panel.tint, rows, columns, units.key].join("\n");
    if (frame === this.frame && key === this.key) return;
    Object.assign(this, { frame, key });
    this.under.textContent = "";
    this.over.textContent = "";
    const box = { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top };
    svg("rect", { class: "frame", rx: 3, ...box }, this.under);
    if (panel.drawing) return;
    if (panel.tint) this.tint(frame, panel.tint, units.plain);
    this.horizontal(frame, units.axis(panel.x_title, panel.x_quantity), columns);
    this.vertical(frame, units.axis(panel.y_title, panel.y_quantity), rows);
  }

  tint(frame, [a, b], plain) {
    const from = Math.max(frame.sx(a), frame.left);
    const to = Math.min(frame.sx(b), frame.right);
    if (to <= from) return;
    const height = frame.bottom - frame.top;
    svg("rect", { class: "tint", x: from, y: frame.top, width: to - from, height }, this.under);
    if (frame.area !== "stage") return;
    const label = `trained on ${short(a)} \u2026 ${short(b)}${plain ? "" : ", standardised"}`;
    svg("text", { class: "tint-label", x: from + 7, y: frame.top + 15, text: label }, this.over);
  }

  rule(ends, zero) {
    const name = zero ? "grid zero" : "grid";
    svg("line", { ...ends, class: name, "shape-rendering": "crispEdges" }, this.under);
  }

  horizontal(frame, scale, columns) {
    const y = frame.bottom;
    const long = frame.right - frame.left;
    const ticks = scale.ticks(...frame.x, Math.max(3, long / 75), 7, long / DIGIT);
    const marks = columns ? steps(frame, columns) : ticks.marks;
    for (const { at, zero, text } of marks) {
      const x = frame.sx(at).toFixed(1);
      this.rule({ x1: x, x2: x, y1: frame.top, y2: y }, zero);
      const half = (text.length * DIGIT) / 2;
      svg("text", { class: "tick", x: clamp(+x, half, frame.width - half), y: y + 16, "text-anchor": "middle", text }, this.over);
    }
    const middle = (frame.left + frame.right) / 2;
    svg("text", { class: "axis", x: middle, y: y + 32, "text-anchor": "middle", text: fitting(ticks, 2 * frame.width - frame.left - frame.right) }, this.over);
  }

  vertical(frame, scale, rows) {
    const tall = frame.bottom - frame.top;
    const ticks = scale.ticks(...frame.y, Math.max(3, tall / 55), (frame.left - 20) / DIGIT);
    const every = [1, 2, 3, 4, 6].find((k) => (k * tall) / rows.length >= LINE) ?? 12;
    const named = middles(frame.y, rows).map((at, i) => ({ at, zero: false, text: i % every ? "" : rows[i] }));
    const marks = rows.length ? named : frame instanceof LogFrame ? powers(frame.y) : ticks.marks;
    for (const { at, zero, text } of marks) {
      const y = frame.sy(at).toFixed(1);
      this.rule({ y1: y, y2: y, x1: frame.left, x2: frame.right }, zero);
      if (text) svg("text", { class: "tick", x: frame.left - 7, y: +y + 4, "text-anchor": "end", text }, this.over);
    }
    const x = frame.area === "multiple" ? 10 : 14;
    const turn = `translate(${x} ${(frame.top + frame.bottom) / 2}) rotate(-90)`;
    svg("text", { class: "axis", transform: turn, "text-anchor": "middle", text: fitting(ticks, frame.top + frame.bottom) }, this.over);
  }
}
