// Pointers on the stage: which gesture begins where one comes down, and who hears of its moves. Sizes are read when a
// pointer comes down and never while it moves.
import { clamp } from "../dom/numbers.js";
import { onMoves } from "./pointer_moves.js";
import { Dragging, Lasso, Panning, Pinching, Tap } from "./gestures.js";

const PRIMARY = 0;
const MIDDLE = 1;
const PAUSE = 300; // between two turns of the wheel: then the page may have scrolled
const AFTER_PRESS = 1000; // some browsers tell of a long press once more, as a right click

export class Hand {
  constructor(stage, board) {
    Object.assign(this, { stage, board, gesture: null, pointer: null, fingers: new Map() });
    this.pressed = this.wheeled = -Infinity;
    const { surface } = stage;
    const on = (name, handler, options) => surface.addEventListener(name, handler, options);
    on("pointerdown", (event) => this.down(event));
    onMoves(surface, (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.lost(event));
    on("contextmenu", (event) => this.menu(event));
    // touch-action is ignored on children of an SVG: without this a drag would end as a scroll.
    on("touchstart", (event) => this.keeps(event) && event.cancelable && event.preventDefault(), { passive: false });
    for (const name of ["pointerover", "focusin"]) on(name, (event) => this.hover(event));
    for (const name of ["pointerout", "focusout"]) on(name, () => this.gesture || board.light(null));
    board.view.left.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // Safari has events of its own for a pinch on a touchpad, and would magnify the page.
    for (const name of ["gesturestart", "gesturechange"]) on(name, (event) => this.gestured(event), { passive: false });
  }

  // ---- places --------------------------------------------------------------------------------
  // A magnified board has larger pixels on screen than its own.
  measure() {
    const box = this.stage.surface.getBoundingClientRect();
    this.box = { left: box.left, top: box.top, scale: box.width / this.stage.frame.width || 1 };
  }

  at({ clientX, clientY }) {
    const { left, top, scale } = this.box;
    return [(clientX - left) / scale, (clientY - top) / scale];
  }

  onAxis(event) {
    return Boolean(event.target.closest?.(".x-axis"));
  }

  keeps(event) {
    const { stage } = this;
    return stage.pointAt(event) || this.onAxis(event) || stage.lassoing || event.touches.length > 1;
  }

  // ---- pointer -------------------------------------------------------------------------------
  down(event) {
    const { stage } = this;
    if (!stage.frame || event.ctrlKey || (event.button !== PRIMARY && event.button !== MIDDLE)) return;
    this.measure();
    const at = this.at(event);
    const touches = event.pointerType === "touch";
    if (touches && event.isPrimary) this.fingers.clear(); // one may have lifted unseen
    if (touches) this.fingers.set(event.pointerId, at);
    if (touches && this.fingers.size === 2) return this.pinch();
    if (this.gesture) return;
    stage.keys.hide();
    const gesture = this.begins(event, at);
    if (!gesture) return;
    Object.assign(this, { gesture, pointer: event.pointerId });
    if (gesture instanceof Tap) return;
    event.preventDefault();
    stage.surface.setPointerCapture(event.pointerId);
  }

  begins(event, at) {
    const { stage } = this;
    if (event.button === MIDDLE || this.onAxis(event)) return new Panning(stage, at);
    const point = stage.pointAt(event);
    if (point) return this.onPoint(point, event, at);
    return stage.frame.holds(...at) ? this.onGround(event, at) : null;
  }

  onPoint(point, event, at) {
    const { stage } = this;
    if (event.shiftKey) return this.withoutGesture(event, () => stage.selection.toggle(point.id));
    if (!stage.selection.has(point.id) && !stage.lassoing) stage.selection.clear();
    return new Dragging(stage, point, at, event, false);
  }

  // A first click beside a selection lets it go; only the next one adds a point.
  onGround(event, at) {
    const { stage, board } = this;
    const { selection } = stage;
    if (event.shiftKey || stage.lassoing) return new Lasso(stage, at, event.shiftKey ? [...selection.ids] : []);
    const touches = event.pointerType === "touch";
    const add = () => board.changes.edit(() => stage.add(stage.place(at)));
    const act = selection.size ? () => selection.clear() : add;
    if (touches) return new Tap(at, event.timeStamp, act);
    if (selection.size) return this.withoutGesture(event, act);
    board.changes.begin();
    const point = stage.add(stage.place(at));
    if (point) return new Dragging(stage, point, at, event, true);
    board.changes.end();
    return null;
  }

  // Then the keys are for what is selected.
  withoutGesture(event, act) {
    event.preventDefault();
    this.stage.surface.focus({ preventScroll: true });
    act();
    return null;
  }

  move(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, this.at(event));
    if (!this.gesture || (event.pointerId !== this.pointer && this.pointer !== null)) return;
    if (event.altKey !== this.stage.snapping.held) this.stage.snapping.hold(event.altKey);
    this.gesture.move(this.at(event), event);
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    const { gesture } = this;
    if (!gesture || (event.pointerId !== this.pointer && this.pointer !== null)) return;
    this.gesture = this.pointer = null;
    gesture.end(this.at(event), event);
  }

  lost(event) {
    this.fingers.delete(event.pointerId);
    if (event.pointerId === this.pointer || this.pointer === null) this.drop();
  }

  // The gesture ends where it is.
  drop() {
    const { gesture } = this;
    this.gesture = this.pointer = null;
    gesture?.cancel();
  }

  pinch() {
    this.drop();
    this.gesture = new Pinching(this.stage, this.fingers);
    for (const id of this.fingers.keys()) this.stage.surface.setPointerCapture(id);
  }

  menu(event) {
    event.preventDefault();
    const point = this.stage.pointAt(event);
    if (!point || event.timeStamp - this.pressed < AFTER_PRESS) return;
    this.drop();
    this.stage.remove(this.stage.selection.group(point.id));
  }

  hover(event) {
    if (!this.gesture) this.board.light(this.stage.pointAt(event)?.id ?? null);
  }

  // ---- wheel ---------------------------------------------------------------------------------
  // With Ctrl or Cmd it zooms (a pinch on a touchpad comes as that), sideways or with Shift it pans; else the page scrolls.
  wheel(event) {
    const { stage, board } = this;
    if (!stage.frame || !event.target.closest?.(".plot")) return;
    const zooms = event.ctrlKey || event.metaKey;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!zooms && !sideways && !event.shiftKey) return;
    event.preventDefault();
    if (this.gesture) return;
    if (event.timeStamp - this.wheeled > PAUSE) this.measure();
    this.wheeled = event.timeStamp;
    // Lines and pages, which some browsers count in, as pixels.
    const unit = [1, 16, 400][event.deltaMode];
    const delta = unit * (sideways ? event.deltaX : event.deltaY);
    const { frame } = stage;
    const x = frame.dataX(clamp(this.at(event)[0], frame.left, frame.right));
    if (zooms) board.viewport.zoom(2 ** clamp(delta * 0.01, -0.35, 0.35), x);
    else board.viewport.pan(delta / frame.kx);
  }

  // `scale` counts from the beginning of the pinch. Fingers on a screen are pointers, too, and have been seen to.
  gestured(event) {
    event.preventDefault();
    const { stage, board } = this;
    if (!stage.frame || this.fingers.size) return;
    if (event.type === "gesturechange") board.viewport.zoom(this.scale / event.scale, this.about);
    else {
      this.measure();
      this.about = stage.frame.dataX(this.at(event)[0]);
    }
    this.scale = event.scale;
  }
}
