// The grid that points snap to while Alt is held or its button is pressed. Its lines are round numbers as the axes show
// them, and no closer than a pointer can resolve.
import { svg } from "../dom/elements.js";
import { nearestColumn, nearestRow } from "../plot/frame.js";

const CLOSEST = 12; // pixels between two lines
const HIT = 14; // pixels from a level within which it is meant

export class Snapping {
  // `frame()` is the stage's, `rows()` its named rows, `columns()` the width of its steps along x; `active()` is true while the stage is dragged on or has the focus.
  constructor({ surface, layer, units, frame, rows, columns, active }) {
    Object.assign(this, { units, frame, rows, columns, active, latched: false, held: false, over: false, level: null });
    this.lines = svg("path", { class: "snap-grid", "data-role": "snap" }, layer);
    surface.addEventListener("pointerenter", () => (this.over = true));
    surface.addEventListener("pointerleave", () => (this.over = false));
    this.listeners = [
      [document, "keydown", (event) => event.key === "Alt" && this.alt(event)],
      [document, "keyup", (event) => event.key === "Alt" && this.hold(false)],
      [window, "blur", () => this.hold(false)], // Alt and Tab: the key comes up elsewhere
    ];
    for (const [node, name, handler] of this.listeners) node.addEventListener(name, handler, true);
  }

  get on() {
    return this.latched || this.held;
  }

  // On Windows the key alone would move the focus to the browser's menu.
  alt(event) {
    if (!this.over && !this.active()) return;
    event.preventDefault();
    this.hold(true);
  }

  hold(held) {
    if (held === this.held) return;
    this.held = held;
    this.paint();
  }

  latch() {
    this.latched = !this.latched;
    this.paint();
    return this.latched;
  }

  // The nearest crossing of the grid, the level that a step of a story wants to be hit, or the middle of row and step.
  place([x, y]) {
    if (this.rows().length) return [this.columns() ? nearestColumn(this.columns(), x) : this.on ? this.nearestX(x) : x, nearestRow(this.frame().y, this.rows(), y)];
    if (!this.on) return [x, this.isOnLevel(y) ? this.level : y];
    return [this.nearestX(x), nearest(this.units.y, this.steps().y, y)];
  }

  nearestX(x) {
    return nearest(this.units.x, this.steps().x, x);
  }


  isOnLevel(y) {
    return this.level !== null && Math.abs(y - this.level) * Math.abs(this.frame().ky) <= HIT;
  }

  steps() {
    const { units } = this;
    const { kx, ky } = this.frame();
    return { x: step(units.x, kx), y: step(units.y, ky) };
  }

  // Only while it is wanted, and only when it looks different.
  paint() {
    const frame = this.frame();
    const wanted = this.on && frame ? frame : null;
    if (wanted === this.painted) return;
    this.painted = wanted;
    this.lines.setAttribute("d", wanted ? this.path(wanted) : "");
  }

  path(frame) {
    const { x, y } = this.steps();
    const { units } = this;
    const upright = lines(units.x, x, frame.x).map((v) => `M${frame.sx(v).toFixed(1)} ${frame.top}V${frame.bottom}`);
    const level = lines(units.y, y, frame.y).map((v) => `M${frame.left} ${frame.sy(v).toFixed(1)}H${frame.right}`);
    return upright.join("") + level.join("");
  }

  destroy() {
    for (const [node, name, handler] of this.listeners) node.removeEventListener(name, handler, true);
  }
}

// The finest round step of which one takes at least CLOSEST pixels, `k` pixels being one unit of the models.
const step = (scale, k) => scale.roundStep((CLOSEST * scale.factor) / Math.abs(k));

const nearest = (scale, by, value) => scale.seen(Math.round(scale.original(value) / by) * by);

function lines(scale, by, ends) {
  const [low, high] = ends.map((v) => scale.original(v) / by).sort((a, b) => a - b);
  const first = Math.ceil(low - 1e-9);
  const count = Math.max(0, Math.floor(high + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, i) => scale.seen((first + i) * by));
}
