// Editing on the stage: what pointer and keyboard have in common. It changes the drawing and knows no transport.
import { byFinger } from "../dom/by_finger.js";
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { latticeOf, measuredOf } from "../plot/frame.js";
import { MAX_POINTS } from "../state/limits.js";
import { KeyboardInput } from "./keyboard.js";
import { PointerInput } from "./pointer.js";
import { Selection } from "./selection.js";
import { ShiftHandle } from "./shift_handle.js";
import { Snapping } from "./snapping.js";
import { Taking } from "../aim/taking.js";

export class Editor {
  // `plot` is the stage's. `points()` are the drawn ones, `sliderSpecs()` the page's sliders; `body` holds what is
  // laid over the plot, `wheelArea` takes the wheel; `highlight(id)`, `announce(text)`, `showFault(text)`, `onTool(name, on)`, `onSelect(count)`.
  constructor(plot, { changes, interval, units, tooltip, points: drawn, announce, showFault, onTool, ...parts }) {
    const points = () => (plot.panel?.points === false ? [] : drawn()); // unseen ones are not edited
    Object.assign(this, { plot, changes, interval, units, tooltip, points, announce, showFault, onTool });
    Object.assign(this, { clicked: null, lassoing: false, adding: false });
    const { body, wheelArea, sliderSpecs, highlight, onSelect } = parts;
    const surface = (this.surface = plot.svg);
    const taking = { adds: () => this.adding && this.draws, highlight: (node) => this.pointer.hover(node) };
    new Taking(surface, taking); // before any other handler
    this.axis = svg("rect", { class: "x-axis" }, plot.layers.rails);
    this.hint = svg("text", { class: "hint", "text-anchor": "middle" }, plot.layers.handles);
    this.outside = svg("text", { class: "tint-label", "text-anchor": "end" }, plot.layers.handles);
    const remove = (ids) => this.remove(ids);
    this.selection = new Selection({ body, surface, pointLayer: plot.pointLayer, points, announce, remove, onSelect });
    const frame = () => this.frame;
    const active = () => this.busy || this.focused;
    this.snapping = new Snapping({ surface, layer: plot.layers.snap, units, frame, rows: () => latticeOf(plot.panel).rows, columns: () => latticeOf(plot.panel).columns, active });
    this.keys = new KeyboardInput(this, { changes, interval, points, announce });
    const shifting = () => (this.draws ? sliderSpecs() : []);
    this.shift = new ShiftHandle({ surface, layers: plot.layers, frame, units, changes, points, sliderSpecs: shifting });
    this.pointer = new PointerInput(this, { changes, interval, highlight, wheelArea });
  }

  get frame() {
    return this.plot.frame;
  }

  // How far the shown data is shifted against the drawn points.
  get moved() {
    return this.plot.panel?.moved ?? 0;
  }

  // Whether the stage is one on which points are drawn.
  get draws() {
    return this.plot.panel?.points !== false;
  }

  // Whether the y of points is measured: they are added and removed, not moved.
  get measures() {
    return Boolean(measuredOf(this.plot.panel));
  }

  get busy() {
    return this.pointer.gesture !== null;
  }

  get focused() {
    return this.surface.contains(this.surface.getRootNode().activeElement);
  }

  // ---- places --------------------------------------------------------------------------------
  // Where pixels lie in the data: inside the view, on the grid where that is wanted.
  place([px, py]) {
    const { frame, moved } = this;
    const inside = this.kept(frame.dataX(px) - moved, frame.dataY(py));
    return this.kept(...this.snapping.place(inside));
  }

  kept(x, y) {
    const [low, high] = (this.measures && this.plot.panel.tint) || this.interval.x;
    return [clamp(x, low - this.moved, high - this.moved), clamp(y, ...this.frame.y)];
  }

  pointAt(event) {
    return this.pointOf(event.target.closest?.(".point"));
  }

  // The drawn point that a node shows.
  pointOf(node) {
    return node && this.points().find((p) => p.id === Number(node.dataset.id));
  }

  // ---- changes -------------------------------------------------------------------------------
  add([x, y]) {
    const { changes } = this;
    if (!this.draws) return null;
    if (changes.drawing.full) {
      this.showFault(`The board holds at most ${MAX_POINTS} points: remove one to add another.`);
      return null;
    }
    const point = changes.drawing.add(x, y);
    changes.changed();
    const where = this.measures ? `x ${x.toFixed(2)}` : this.plot.describe(point);
    this.announce(`Point added at ${where}. ${this.points().length} points.`);
    return point;
  }

  // Where points are before they are moved together.
  start(ids) {
    const wanted = new Set(ids);
    return this.points().filter((p) => wanted.has(p.id)).map((p) => ({ ...p }));
  }

  // The point `id` of a group goes to a place and the others move with it; the group stays in one piece, and in view.
  moveGroup(group, id, [x, y]) {
    if (this.measures) return undefined;
    const { changes, frame, moved } = this;
    const leader = group.find((p) => p.id === id);
    const dx = within(x - leader.x, group.map((p) => p.x + moved), this.interval.x);
    const dy = within(y - leader.y, group.map((p) => p.y), frame.y);
    for (const p of group) changes.drawing.move(p.id, p.x + dx, p.y + dy);
    changes.changed();
    const now = this.points().find((p) => p.id === id);
    if (this.busy && now) this.showPlace(now);
    return now;
  }

  remove(ids) {
    const { changes } = this;
    this.clicked = null;
    let at = -1;
    changes.edit(() => {
      at = changes.drawing.remove(ids);
      changes.changed();
    });
    const rest = this.points();
    this.announce(`${ids.length === 1 ? "Point" : `${ids.length} points`} removed, ${rest.length} left.`);
    const next = rest[Math.min(at, rest.length - 1)];
    (this.plot.pointLayer.node(next?.id) ?? this.surface).focus({ preventScroll: true });
  }

  // What is selected, or, where nothing is, all.
  clear() {
    if (this.selection.size) this.remove([...this.selection.ids]);
    else this.changes.clear();
  }

  // A tool that draws around points, for devices that have no Shift key.
  lasso(on) {
    if (on && this.adding) this.addNear(false);
    this.lassoing = on;
    this.surface.classList.toggle("lassoing", on);
    this.onTool("lasso", on);
    this.announce(on ? "Draw around points to select them." : "Drawing adds points again.");
  }

  // A tool that adds points, also where others are near.
  addNear(on) {
    if (on && this.lassoing) this.lasso(false);
    this.adding = on;
    this.onTool("add", on);
    this.announce(on ? "Every click or tap adds a point, also beside others." : "What is near is moved again.");
  }

  // The value beside a point that is dragged.
  showPlace(point) {
    if (this.measures) return;
    const { frame } = this;
    const at = [frame.sx(point.x + this.moved), frame.sy(point.y)];
    this.tooltip.show(this.surface, ...at, this.plot.describe(point).replace(", ", "\u2002"));
  }

  // ---- what an unusual drawing needs ---------------------------------------------------------
  decorate() {
    const { frame } = this;
    if (!frame) return;
    attrs(this.axis, { x: frame.left, y: frame.bottom, width: frame.right - frame.left, height: frame.height - frame.bottom });
    this.selection.prune();
    this.snapping.paint();
    this.keys.place();
    this.shift.paint();
    this.showHint();
    this.countOutside();
  }

  showHint() {
    const { frame } = this;
    const empty = this.draws && !this.points().length;
    this.hint.style.display = empty ? "" : "none";
    if (!empty) return;
    attrs(this.hint, { x: (frame.left + frame.right) / 2, y: frame.top + (frame.bottom - frame.top) * 0.3 });
    this.hint.textContent = `${byFinger() ? "Tap" : "Click"} anywhere to ${this.measures ? "measure there" : "add a point, then drag it"}`;
  }

  countOutside() {
    const { frame, moved } = this;
    const points = this.points();
    const hidden = points.filter((p) => !frame.holds(frame.sx(p.x + moved), frame.sy(p.y))).length;
    this.outside.style.display = hidden ? "" : "none";
    if (!hidden) return;
    const beside = points.some((p) => p.x + moved < frame.x[0] || p.x + moved > frame.x[1]);
    attrs(this.outside, { x: frame.right - 7, y: frame.top + 15 });
    const which = hidden === 1 ? "1 point outside this view" : `${hidden} points outside this view`;
    this.outside.textContent = beside ? `${which}: Fit shows all` : which;
  }

  destroy() {
    this.snapping.destroy();
    this.shift.destroy();
  }
}

// A step cut short where one of the values would leave the interval; those outside it already may only come nearer.
function within(step, values, [low, high]) {
  return clamp(step, Math.min(0, low - Math.min(...values)), Math.max(0, high - Math.max(...values)));
}
