// Editing on the stage by pointer and touch. It changes the drawing through the board and knows no transport.
import { attrs, clamp, fmt, svg } from "./dom.js";
import { MOST_POINTS } from "./drawing.js";
import { StageKeys } from "./stagekeys.js";

const LONG_PRESS = 550;
const DOUBLE = 400;
const SLACK = { touch: 7, pen: 4, mouse: 3 }; // pixels that a still hand may move

export class Stage {
  constructor(plot, board) {
    Object.assign(this, { plot, board, drag: null, tap: null });
    const surface = (this.surface = plot.svg);
    this.hint = svg("text", { class: "hint", "text-anchor": "middle" }, plot.layers.handles);
    this.outside = svg("text", { class: "tint-label", "text-anchor": "end" }, plot.layers.handles);
    this.keys = new StageKeys(this, board);
    const on = (name, handler, options) => surface.addEventListener(name, handler, options);
    on("pointerdown", (e) => this.down(e));
    on("pointermove", (e) => this.move(e));
    on("pointerup", (e) => this.up(e));
    on("pointercancel", () => this.cancel());
    on("contextmenu", (e) => this.menu(e));
    // touch-action is ignored on children of an SVG: without this a drag would end as a scroll.
    on("touchstart", (e) => this.pointAt(e) && e.preventDefault(), { passive: false });
    for (const name of ["pointerover", "focusin"]) on(name, (e) => this.hover(e));
    for (const name of ["pointerout", "focusout"]) on(name, () => this.drag || board.light(null));
  }

  get frame() {
    return this.plot.frame;
  }

  get moved() {
    return this.plot.panel?.moved ?? 0;
  }

  // ---- places --------------------------------------------------------------------------------
  pixel(event) {
    const box = this.surface.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  place([px, py]) {
    const { frame } = this;
    return this.kept(frame.dataX(px) - this.moved, frame.dataY(py));
  }

  // Inside the view.
  kept(x, y) {
    const { frame, moved } = this;
    return [clamp(x, frame.x[0] - moved, frame.x[1] - moved), clamp(y, ...frame.y)];
  }

  pointAt(event) {
    const node = event.target.closest?.(".point");
    return node && this.board.points().find((p) => p.id === Number(node.dataset.id));
  }

  // ---- pointer -------------------------------------------------------------------------------
  down(event) {
    if (event.button !== 0 || event.ctrlKey || this.drag || !this.frame) return;
    const at = this.pixel(event);
    const held = this.pointAt(event);
    if (!held && !this.frame.holds(...at)) return;
    this.keys.hide();
    // A finger on empty ground may be about to scroll: the point is added when it lifts without having moved.
    if (!held && event.pointerType === "touch") {
      this.tap = { at, time: event.timeStamp };
      return;
    }
    event.preventDefault();
    this.board.changes.begin();
    const point = held ?? this.add(this.place(at));
    if (point) this.hold(point, event, at, !held);
    else this.board.changes.end();
  }

  hold(point, event, at, fresh) {
    const { frame } = this;
    this.surface.setPointerCapture(event.pointerId);
    const grip = [frame.sx(point.x + this.moved) - at[0], frame.sy(point.y) - at[1]];
    this.drag = { id: point.id, pointer: event.pointerId, from: at, moved: fresh, grip, slack: SLACK[event.pointerType] ?? 3 };
    const node = this.plot.points.node(point.id);
    node?.classList.add("dragged");
    node?.focus({ preventScroll: true });
    this.chip(point);
    if (event.pointerType === "touch") this.drag.press = setTimeout(() => this.pressed(), LONG_PRESS);
  }

  move(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    const [px, py] = this.pixel(event);
    if (!drag.moved && Math.hypot(px - drag.from[0], py - drag.from[1]) < drag.slack) return;
    drag.moved = true;
    clearTimeout(drag.press);
    const point = this.board.changes.drawing.move(drag.id, ...this.place([px + drag.grip[0], py + drag.grip[1]]));
    if (!point) return;
    this.board.changes.changed();
    this.chip(point);
  }

  up(event) {
    if (this.tap && event.pointerType === "touch") return this.tapped(event);
    const { drag } = this;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.letGo();
    if (drag.moved) return;
    // A click on a point changes nothing; two of them remove it.
    const again = this.last?.id === drag.id && event.timeStamp - this.last.time < DOUBLE;
    this.last = again ? null : { id: drag.id, time: event.timeStamp };
    if (again) this.remove(drag.id);
  }

  tapped(event) {
    const { at, time } = this.tap;
    this.tap = null;
    const now = this.pixel(event);
    if (Math.hypot(now[0] - at[0], now[1] - at[1]) > 10 || event.timeStamp - time > 500) return;
    this.board.changes.edit(() => this.add(this.place(now)));
  }

  pressed() {
    const { id } = this.drag;
    this.letGo();
    this.remove(id);
  }

  letGo() {
    clearTimeout(this.drag.press);
    this.plot.points.node(this.drag.id)?.classList.remove("dragged");
    this.drag = null;
    this.board.tip.hide();
    this.board.changes.end();
  }

  cancel() {
    this.tap = null;
    if (this.drag) this.letGo();
  }

  menu(event) {
    event.preventDefault();
    const point = this.pointAt(event);
    if (!point) return;
    if (this.drag) this.letGo();
    this.remove(point.id);
  }

  hover(event) {
    if (!this.drag) this.board.light(this.pointAt(event)?.id ?? null);
  }

  // ---- changes -------------------------------------------------------------------------------
  add([x, y]) {
    const { changes } = this.board;
    if (changes.drawing.full) {
      this.board.tellFault(`The board holds at most ${MOST_POINTS} points: remove one to add another.`);
      return null;
    }
    const point = changes.drawing.add(x, y);
    changes.changed();
    this.board.say(`Point added at x ${fmt(point.x)}, y ${fmt(point.y)}. ${this.board.points().length} points.`);
    return point;
  }

  remove(id) {
    const { changes } = this.board;
    let at = -1;
    changes.edit(() => {
      at = changes.drawing.remove(id);
      changes.changed();
    });
    const rest = this.board.points();
    this.board.say(`Point removed, ${rest.length} left.`);
    const next = rest[Math.min(at, rest.length - 1)];
    (this.plot.points.node(next?.id) ?? this.surface).focus({ preventScroll: true });
  }

  chip(point) {
    const { frame } = this;
    const at = [frame.sx(point.x + this.moved), frame.sy(point.y)];
    this.board.tip.show(this.surface, ...at, `x ${fmt(point.x)}\u2002y ${fmt(point.y)}`);
  }

  // ---- what an unusual drawing needs ---------------------------------------------------------
  decorate() {
    const { frame, moved } = this;
    if (!frame) return;
    const points = this.board.points();
    const hidden = points.filter((p) => !frame.holds(frame.sx(p.x + moved), frame.sy(p.y))).length;
    this.hint.style.display = points.length ? "none" : "";
    this.outside.style.display = hidden ? "" : "none";
    if (!points.length) {
      attrs(this.hint, { x: (frame.left + frame.right) / 2, y: frame.top + (frame.bottom - frame.top) * 0.3 });
      const how = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
      this.hint.textContent = `${how} anywhere to add a point, then drag it`;
    }
    if (!hidden) return;
    attrs(this.outside, { x: frame.right - 7, y: frame.top + 15 });
    this.outside.textContent = hidden === 1 ? "1 point outside this view" : `${hidden} points outside this view`;
  }
}
