// Editing on the stage: what the hand and the keys have in common. It changes the drawing through the board and knows no
// transport.
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { MAX_POINTS } from "../state/limits.js";
import { Hand } from "./pointer.js";
import { Selection } from "./selection.js";
import { ShiftHandle } from "./shift_handle.js";
import { Snapping } from "./snapping.js";
import { StageKeys } from "./keyboard.js";

export class Stage {
  constructor(plot, board) {
    Object.assign(this, { plot, board, clicked: null, lassoing: false });
    this.surface = plot.svg;
    this.axis = svg("rect", { class: "x-axis" }, plot.layers.rails);
    this.hint = svg("text", { class: "hint", "text-anchor": "middle" }, plot.layers.handles);
    this.outside = svg("text", { class: "tint-label", "text-anchor": "end" }, plot.layers.handles);
    this.selection = new Selection(this, board);
    this.snapping = new Snapping(this, board);
    this.keys = new StageKeys(this, board);
    this.shift = new ShiftHandle(this, board);
    this.hand = new Hand(this, board);
  }

  get frame() {
    return this.plot.frame;
  }

  get moved() {
    return this.plot.panel?.moved ?? 0;
  }

  get busy() {
    return this.hand.gesture !== null;
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
    const [low, high] = this.board.viewport.x;
    return [clamp(x, low - this.moved, high - this.moved), clamp(y, ...this.frame.y)];
  }

  pointAt(event) {
    const node = event.target.closest?.(".point");
    return node && this.board.points().find((p) => p.id === Number(node.dataset.id));
  }

  // ---- changes -------------------------------------------------------------------------------
  add([x, y]) {
    const { changes } = this.board;
    if (changes.drawing.full) {
      this.board.tellFault(`The board holds at most ${MAX_POINTS} points: remove one to add another.`);
      return null;
    }
    const point = changes.drawing.add(x, y);
    changes.changed();
    this.board.say(`Point added at ${this.told(point)}. ${this.board.points().length} points.`);
    return point;
  }

  // Where points are before they are moved together.
  start(ids) {
    const wanted = new Set(ids);
    return this.board.points().filter((p) => wanted.has(p.id)).map((p) => ({ ...p }));
  }

  // The point `id` of a group goes to a place and the others go along; the group stays in one piece, and in view.
  moveGroup(group, id, [x, y]) {
    const { changes } = this.board;
    const { frame, moved } = this;
    const leader = group.find((p) => p.id === id);
    const dx = within(x - leader.x, group.map((p) => p.x + moved), this.board.viewport.x);
    const dy = within(y - leader.y, group.map((p) => p.y), frame.y);
    for (const p of group) changes.drawing.move(p.id, p.x + dx, p.y + dy);
    changes.changed();
    const now = this.board.points().find((p) => p.id === id);
    if (this.busy && now) this.chip(now);
    return now;
  }

  remove(ids) {
    const { changes } = this.board;
    let at = -1;
    changes.edit(() => {
      at = changes.drawing.remove(ids);
      changes.changed();
    });
    const rest = this.board.points();
    this.board.say(`${ids.length === 1 ? "Point" : `${ids.length} points`} removed, ${rest.length} left.`);
    const next = rest[Math.min(at, rest.length - 1)];
    (this.plot.points.node(next?.id) ?? this.surface).focus({ preventScroll: true });
  }

  // A tool that draws around points, for hands that have no Shift key.
  lasso(on) {
    this.lassoing = on;
    this.surface.classList.toggle("lassoing", on);
    const { lasso } = this.board.toolbar.buttons;
    lasso.setAttribute("aria-pressed", on);
    this.board.say(on ? "Draw around points to select them." : "Drawing adds points again.");
  }

  // ---- telling -------------------------------------------------------------------------------
  told({ x, y }) {
    const { units } = this.board;
    return `x ${units.x.text(x)}, y ${units.y.text(y)}`;
  }

  chip(point) {
    const { frame } = this;
    const at = [frame.sx(point.x + this.moved), frame.sy(point.y)];
    this.board.tip.show(this.surface, ...at, this.told(point).replace(", ", "\u2002"));
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
    this.invite();
    this.missing();
  }

  invite() {
    const { frame } = this;
    const empty = !this.board.points().length;
    this.hint.style.display = empty ? "" : "none";
    if (!empty) return;
    attrs(this.hint, { x: (frame.left + frame.right) / 2, y: frame.top + (frame.bottom - frame.top) * 0.3 });
    const how = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
    this.hint.textContent = `${how} anywhere to add a point, then drag it`;
  }

  missing() {
    const { frame, moved } = this;
    const points = this.board.points();
    const hidden = points.filter((p) => !frame.holds(frame.sx(p.x + moved), frame.sy(p.y))).length;
    this.outside.style.display = hidden ? "" : "none";
    if (!hidden) return;
    const beside = points.some((p) => p.x + moved < frame.x[0] || p.x + moved > frame.x[1]);
    attrs(this.outside, { x: frame.right - 7, y: frame.top + 15 });
    const which = hidden === 1 ? "1 point outside this view" : `${hidden} points outside this view`;
    this.outside.textContent = beside ? `${which}: Fit shows all` : which;
  }

  end() {
    this.snapping.end();
    this.shift.end();
  }
}

// A step cut short where one of the values would leave the interval; those outside it already may only come nearer.
function within(step, values, [low, high]) {
  return clamp(step, Math.min(0, low - Math.min(...values)), Math.max(0, high - Math.max(...values)));
}
