// A ring on a heat map whose rows and columns are places: dragged, it sets a control for each of the two.
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { keepTouch } from "./pointer_moves.js";

const RADIUS = 9;
const SHARE = 1 / 60; // of the map, for one arrow key
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class HeatMapPair {
  constructor(heat, changes) {
    Object.assign(this, { heat, changes, held: null });
    this.group = svg("g", { class: "pair", "data-role": "pair" }, heat.svg);
    this.lines = svg("path", { class: "pair-lines" }, this.group);
    this.ring = svg("circle", { class: "pair-ring", r: RADIUS }, this.group);
    const on = (name, handler, options) => heat.svg.addEventListener(name, handler, options);
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.held === event.pointerId && this.moveTo(this.places(event)));
    for (const name of ["pointerup", "pointercancel"]) on(name, (event) => this.up(event));
    keepTouch(heat.svg, () => this.mark);
    on("keydown", (event) => this.key(event), { capture: true });
  }

  get mark() {
    return this.heat.mark?.pair.length ? this.heat.mark : null;
  }

  paint() {
    const { mark } = this;
    this.group.style.display = mark ? "" : "none";
    this.heat.root.classList.toggle("paired", Boolean(mark));
    if (!mark) return;
    const { frame } = this.heat;
    const [y, x] = mark.pair.map((name, i) => this.pixel(this.value(name, i), i));
    attrs(this.ring, { cx: x.toFixed(1), cy: y.toFixed(1) });
    attrs(this.lines, { d: `M${frame.left} ${y.toFixed(1)}H${frame.right}M${x.toFixed(1)} ${frame.top}V${frame.bottom}` });
  }

  value(name, i) {
    return clamp(this.changes.value(name) ?? this.mark.pair_at[i], ...this.mark.ends);
  }

  // The edges of the map along the rows (0) or along the columns (1), and its first and last middle of a cell.
  side(i) {
    const { frame } = this.heat;
    const [from, to, n] = i ? [frame.left, frame.right, frame.columns] : [frame.top, frame.bottom, frame.rows];
    const half = (to - from) / n / 2;
    return [from + half, to - half];
  }

  pixel(value, i) {
    const [first, last] = this.side(i);
    const [low, high] = this.mark.ends;
    return first + ((value - low) / (high - low)) * (last - first);
  }

  places(event) {
    const { svg: surface } = this.heat;
    const box = surface.getBoundingClientRect();
    const scale = box.width / surface.clientWidth || 1;
    const [low, high] = this.mark.ends;
    return [event.clientY - box.top, event.clientX - box.left].map((pixels, i) => {
      const [first, last] = this.side(i);
      return low + ((pixels / scale - first) / (last - first)) * (high - low);
    });
  }

  down(event) {
    const { frame } = this.heat;
    if (!this.mark || event.button !== 0 || this.held !== null) return;
    const box = this.heat.svg.getBoundingClientRect();
    const scale = box.width / this.heat.svg.clientWidth || 1;
    const [x, y] = [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
    if (x < frame.left - RADIUS || x > frame.right + RADIUS || y < frame.top - RADIUS || y > frame.bottom + RADIUS) return;
    this.held = event.pointerId;
    this.heat.svg.setPointerCapture(event.pointerId);
    this.changes.begin();
    this.moveTo(this.places(event));
  }

  moveTo(places) {
    this.mark.pair.forEach((name, i) => this.changes.set(name, this.nearest(places[i], i)));
    this.paint();
  }

  // The place of a row (0) or column (1): the ring stands in a cell, whose number is that of the pair.
  nearest(place, i) {
    const [low, high] = this.mark.ends;
    const { rows, columns } = this.heat.frame;
    const cell = (high - low) / ((i ? columns : rows) - 1);
    return +(low + Math.round((clamp(place, low, high) - low) / cell) * cell).toFixed(3);
  }

  up(event) {
    if (this.held !== event.pointerId) return;
    this.held = null;
    this.changes.end();
  }

  key(event) {
    const { mark } = this;
    const move = MOVES[event.key];
    if (!mark || !move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    event.stopImmediatePropagation();
    const step = (mark.ends[1] - mark.ends[0]) * SHARE;
    this.changes.begin();
    this.moveTo(mark.pair.map((name, i) => this.value(name, i) + move[i] * step));
    this.changes.end();
  }
}
