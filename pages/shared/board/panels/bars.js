// Named amounts side by side, with their numbers above the bars.
import { attrs, html, setText, svg } from "../dom/elements.js";
import { ceiling, clamp, fmt } from "../dom/numbers.js";
import { AtRest } from "../dom/at_rest.js";
import { differing } from "../state/dates.js";
import { modelColour } from "../plot/palette.js";

const TOP = 22;
const BOTTOM = 24;
const SIDE = 8;
const NUMBER = 12; // above a bar
const LETTER = 6.2;
const HEIGHT = 170;
const TALL = 240; // where a story gives it the room
const HEIGHTS = { multiple: 130, large: 320 };
const ROW = 112; // of one of several rows of bars in a panel
const TALL_ROW = 170; // where a story gives them the room
const WIDE = 600; // pixels of a panel in the place of the stage
const WIDE_ROW = 300;
const GAP = 4; // between two of them
const TITLE = 17;
const LEAST = 24; // pixels for the tallest bar; where numbers above would leave less, they stand on the bars
const FLAT_TOP = 3;
const CAP = 5; // half of a line's ends
const PAIR = 20; // what the sum of two bars takes
const WORDS = 52; // half of it, along x

export class Bars {
  constructor(host, area, { tooltip, points, highlight, sideHeight, units }) {
    Object.assign(this, { tooltip, points, units, highlightPoint: highlight, sideHeight });
    this.area = area;
    this.root = html("div", { class: "bars" }, host);
    this.svg = svg("svg", { class: "bars-plot", role: "img" }, this.root);
    this.base = svg("line", { class: "bars-base" }, this.svg);
    this.title = svg("text", { class: "bars-title", x: SIDE, y: 12 }, this.svg);
    this.bracket = svg("path", { class: "bars-bracket" }, this.svg);
    this.sum = svg("text", { class: "bars-sum", "text-anchor": "middle" }, this.svg);
    this.items = [];
    this.height = HEIGHTS[area] ?? HEIGHT;
    this.naming = new AtRest((mark) => attrs(this.svg, { "aria-label": this.inWords(mark) }));
    this.svg.addEventListener("pointerover", (event) => this.hover(event));
    this.svg.addEventListener("pointerleave", () => this.leave());
  }

  paint(mark, panel, width) {
    const rows = panel.marks.filter(({ kind }) => kind === "bars").length;
    // Rows of bars for the same keys share the labels of the last one.
    const labelled = panel.marks.at(-1) === mark || !mark.title;
    const bottom = labelled ? BOTTOM : SIDE;
    const free = this.sideHeight() === null;
    const tallest = rows === 1 ? (free ? HEIGHT : TALL) : free ? ROW : width > WIDE ? WIDE_ROW : TALL_ROW;
    if (this.area === "lens") {
      this.height = Math.min(tallest, Math.floor((this.sideHeight() ?? tallest * rows) / rows) - (rows > 1) * GAP);
      // Equal amounts are equally tall in all rows, whether or not there is room for labels below.
      if (rows > 1 && mark.title) this.height += (labelled ? BOTTOM - SIDE : 0) - Math.ceil((BOTTOM - SIDE) / rows);
    }
    this.width = width;
    const { height } = this;
    const above = (mark.title ? TITLE : 0) + (mark.pair.length ? PAIR : 0);
    this.flat = height - TOP - above - bottom < LEAST;
    const top = (this.flat ? FLAT_TOP : TOP) + above;
    this.svg.classList.toggle("flat", this.flat);
    setText(this.title, mark.title);
    const n = mark.values.length;
    this.mark = mark;
    attrs(this.svg, { width, height, viewBox: `0 0 ${width} ${height}` });
    this.root.dataset.model = mark.model;
    this.svg.style.setProperty("--c", modelColour(mark.model));
    this.svg.classList.toggle("stale", Boolean(mark.stale));
    this.naming.later(mark);
    while (this.items.length < n) this.items.push(this.create());
    while (this.items.length > n) Object.values(this.items.pop()).forEach((node) => node.remove());
    const amounts = [...mark.values, ...mark.span, ...mark.spread.flat()];
    const low = Math.min(0, ...amounts);
    const most = Math.max(...amounts);
    const high = Math.max(low + 1e-9, low < 0 ? 1 : ceiling(most), most);
    const scale = Math.max(1, height - top - bottom) / (high - low);
    const zero = top + high * scale;
    attrs(this.base, { x1: SIDE, x2: width - SIDE, y1: zero, y2: zero });
    const step = (width - 2 * SIDE) / Math.max(1, mark.free + n);
    const middleOf = (i) => SIDE + (mark.free + i + 0.5) * step;
    const names = differing(mark.labels);
    const longest = Math.max(4, ...names.map((s) => s.length)) * LETTER;
    const inwards = Math.max(0, (longest - step) / 2 - SIDE); // how far a name at an end moves
    const every = Math.max(1, Math.ceil((longest + inwards) / step));
    const numbered = step > 30 ? null : legible(mark.values.map((value) => Math.max(0, value) * scale), step);
    mark.values.forEach((value, i) => {
      const label = i % every || !labelled ? "" : names[i] ?? "";
      const spread = mark.spread[i] ?? [value, value];
      attrs(this.items[i].bar, { style: mark.models[i] ? `--c:${modelColour(mark.models[i])}` : "" });
      const number = numbered && !numbered.has(i) ? "" : this.written(mark, value);
      this.place(this.items[i], { value, middle: middleOf(i), step, zero, scale, label, spread, number });
    });
    this.join(mark, (i) => [middleOf(i), zero - mark.values[i] * scale]);
    this.highlight(this.lit ?? null); // the point that was highlighted may have another bar now
  }

  // A bracket over two bars, above their numbers, with what they are together; `topOf(i)` is the middle of a bar's top.
  join(mark, topOf) {
    const { pair, values } = mark;
    for (const node of [this.bracket, this.sum]) node.style.display = pair.length ? "" : "none";
    if (!pair.length) return;
    const [[a, above], [b, beside]] = pair.map(topOf);
    const y = Math.min(above, beside) - NUMBER - 8;
    attrs(this.bracket, { d: `M${a} ${y + 5}V${y}H${b}V${y + 5}` });
    attrs(this.sum, { x: clamp((a + b) / 2, SIDE + WORDS, this.width - SIDE - WORDS), y: y - 4 });
    setText(this.sum, `together ${this.written(mark, values[pair[0]] + values[pair[1]])}`);
  }

  create() {
    const bar = svg("rect", { class: "bar", rx: 2, "data-role": "bar" }, this.svg);
    const spread = svg("path", { class: "bar-spread", "data-role": "spread" }, this.svg);
    const label = svg("text", { class: "tick", "text-anchor": "middle" }, this.svg);
    const number = svg("text", { class: "bar-number", "text-anchor": "middle" }, this.svg);
    // A bar of no height can be pointed at too.
    const hit = svg("rect", { class: "bar-hit", y: 0, height: this.height }, this.svg);
    return { bar, spread, label, number, hit };
  }

  place(item, { value, middle, step, zero, scale, label, spread, number }) {
    const tall = Math.abs(value) * scale;
    const width = Math.max(2, Math.min(step * 0.72, 46));
    const y = value < 0 ? zero : zero - tall;
    attrs(item.bar, { x: middle - width / 2, y, width, height: Math.max(0.5, tall) });
    attrs(item.hit, { x: middle - step / 2, width: step, height: this.height });
    item.bar.classList.toggle("below", value < 0);
    const [low, high] = spread.map((end) => +(zero - end * scale).toFixed(1));
    item.spread.setAttribute("d", low === high ? "" : `M${middle - CAP} ${low}h${2 * CAP}m${-CAP} 0V${high}m${-CAP} 0h${2 * CAP}`);
    const half = (label.length * LETTER) / 2;
    attrs(item.label, { x: clamp(middle, half, this.width - half), y: this.height - 6 });
    attrs(item.number, { x: middle, y: (this.flat ? zero : Math.min(y, high)) - 5 });
    setText(item.label, label);
    setText(item.number, number);
  }

  hover({ target }) {
    const i = this.items.findIndex((item) => item.hit === target);
    if (i < 0) return;
    const { mark, items } = this;
    const [x, y, width] = ["x", "y", "width"].map((name) => Number(items[i].bar.getAttribute(name)));
    this.tooltip.show(this.svg, x + width / 2, y - NUMBER, `${mark.labels[i] ?? i + 1}: ${this.amount(mark, i, 3)}`);
    this.highlightPoint(this.points()[mark.keys[i] ?? -1]?.id ?? null);
  }

  inWords(mark) {
    return mark.values.map((_, i) => `${mark.labels[i] ?? i + 1}: ${this.amount(mark, i)}`).join(", ");
  }

  // A number, and from where to where it goes if it is a mean.
  amount(mark, i, digits = mark.digits) {
    const [low, high] = (mark.spread[i] ?? []).map((end) => this.written(mark, end, digits));
    const number = this.written(mark, mark.values[i], digits);
    return low === high ? number : `${number} (${low} to ${high})`;
  }

  // As people read it: bars are as tall as what the models see, and their numbers have the unit of the data.
  written({ quantity, digits: usual }, value, digits = usual) {
    return quantity ? this.units.number({ kind: quantity, value, digits }) : fmt(value, digits);
  }

  leave() {
    this.tooltip.hide();
    this.highlightPoint(null);
  }

  highlight(index) {
    this.lit = index;
    const lit = index === null ? -1 : this.mark?.keys.indexOf(index) ?? -1;
    this.items.forEach((item, i) => [item.bar, item.label].forEach((node) => node.classList.toggle("lit", i === lit)));
  }

  destroy() {
    this.naming.destroy();
  }
}

// Which of narrow bars get their number: the taller first, where it lies over no other bar and no other number.
function legible(heights, step) {
  const reach = Math.ceil((4 * LETTER + GAP) / step);
  const tallest = Math.max(...heights);
  const found = new Set();
  for (const i of [...heights.keys()].sort((a, b) => heights[b] - heights[a])) {
    const beside = [...heights.keys()].filter((k) => k !== i && Math.abs(k - i) < reach);
    const free = beside.every((k) => !found.has(k) && heights[k] <= heights[i] + GAP);
    if (free && heights[i] > tallest / 10) found.add(i);
  }
  return found;
}
