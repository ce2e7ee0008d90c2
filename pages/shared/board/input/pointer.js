// Pointers on the stage: which gesture begins where one comes down, and which gesture receives its moves.
// Sizes are read when a pointer comes down and never while it moves.
import { clamp } from "../dom/numbers.js";
import { onClicksThrough } from "./drag_along_axis.js";
import { keepTouch, onMoves, Yielding } from "./pointer_moves.js";
import { Dragging, Lasso, Panning, Pinching, Tap } from "./gestures.js";

const PRIMARY = 0;
const MIDDLE = 1;
const PAUSE = 300; // between two turns of the wheel: then the page may have scrolled
const AFTER_PRESS = 1000; // some browsers report a long press once more, as a right click

export class PointerInput {
  // `highlight(id)` marks a point in every panel; the wheel zooms and pans over `wheelArea`.
  constructor(editor, { changes, interval, highlight, wheelArea }) {
    Object.assign(this, { editor, changes, interval, highlight, gesture: null, pointer: null, fingers: new Map() });
    this.pressed = this.wheeled = -Infinity;
    const { surface } = editor;
    this.touch = new Yielding(surface, true);
    const on = (name, handler, options) => surface.addEventListener(name, handler, options);
    on("pointerdown", (event) => this.down(event));
    onMoves(surface, (event) => this.move(event));
    on("pointerup", (event) => this.up(event));
    on("pointercancel", (event) => this.lost(event));
    on("contextmenu", (event) => this.menu(event));
    keepTouch(surface, { wanted: (event) => this.keeps(event), yielding: this.touch });
    on("focusin", (event) => this.hover(event.target.closest?.(".point")));
    on("focusout", () => this.hover(null));
    onClicksThrough(surface, (event) => this.throughHandle(event));
    wheelArea.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    // Safari has events of its own for a pinch on a touchpad, and would magnify the page.
    for (const name of ["gesturestart", "gesturechange"]) on(name, (event) => this.gestured(event), { passive: false });
  }

  // ---- places --------------------------------------------------------------------------------
  // A magnified board has larger pixels on screen than its own.
  measure() {
    const box = this.editor.surface.getBoundingClientRect();
    this.box = { left: box.left, top: box.top, scale: box.width / this.editor.frame.width || 1 };
  }

  at({ clientX, clientY }) {
    const { left, top, scale } = this.box;
    return [(clientX - left) / scale, (clientY - top) / scale];
  }

  onAxis(event) {
    return Boolean(event.target.closest?.(".x-axis"));
  }

  keeps(event) {
    const { editor } = this;
    return editor.pointAt(event) || this.onAxis(event) || editor.lassoing || event.touches.length > 1;
  }

  // ---- pointer -------------------------------------------------------------------------------
  down(event) {
    const { editor } = this;
    if (!editor.frame || event.ctrlKey || (event.button !== PRIMARY && event.button !== MIDDLE)) return;
    this.measure();
    const at = this.at(event);
    const touches = event.pointerType === "touch";
    if (touches && event.isPrimary) this.fingers.clear(); // one may have lifted unseen
    if (touches) this.fingers.set(event.pointerId, at);
    if (touches && this.fingers.size === 2) return this.pinch(event);
    if (this.gesture) return;
    this.touch.end();
    editor.keys.hide();
    const gesture = this.begins(event, at);
    if (!gesture) return;
    Object.assign(this, { gesture, pointer: event.pointerId });
    if (gesture instanceof Tap) return;
    event.preventDefault();
    editor.surface.setPointerCapture(event.pointerId);
  }

  begins(event, at) {
    const { editor } = this;
    if (event.button === MIDDLE || this.onAxis(event)) return new Panning(editor, at);
    const point = editor.pointAt(event);
    if (point) return this.onPoint(point, event, at);
    return editor.frame.holds(...at) ? this.onGround(event, at) : null;
  }

  onPoint(point, event, at) {
    const { editor } = this;
    if (event.shiftKey) return this.withoutGesture(event, () => editor.selection.toggle(point.id));
    if (!editor.selection.has(point.id) && !editor.lassoing) editor.selection.clear();
    this.touch.begin(event);
    return new Dragging(editor, point, at, event, false);
  }

  // A first click beside a selection clears it; only the next one adds a point.
  onGround(event, at) {
    const { editor, changes } = this;
    const { selection } = editor;
    if (event.shiftKey || editor.lassoing) return new Lasso(editor, at, event.shiftKey ? [...selection.ids] : []);
    if (event.pointerType === "touch") return new Tap(at, event.timeStamp, () => this.addAt(at));
    if (selection.size) return this.withoutGesture(event, () => selection.clear());
    changes.begin();
    const point = editor.add(editor.place(at));
    if (point) return new Dragging(editor, point, at, event, true);
    changes.end();
    return null;
  }

  addAt(at) {
    const { editor, changes } = this;
    if (editor.selection.size) return editor.selection.clear();
    changes.edit(() => editor.add(editor.place(at)));
  }

  // A handle or line under the pointer takes drags, not the click that adds a point.
  throughHandle(event) {
    const { editor } = this;
    if (!editor.frame || this.gesture || event.shiftKey || editor.lassoing) return;
    this.measure();
    const at = this.at(event);
    if (editor.frame.holds(...at)) this.addAt(at);
  }

  // Then the keys act on what is selected.
  withoutGesture(event, act) {
    event.preventDefault();
    this.editor.surface.focus({ preventScroll: true });
    act();
    return null;
  }

  move(event) {
    if (this.fingers.has(event.pointerId)) this.fingers.set(event.pointerId, this.at(event));
    if (!this.gesture || (event.pointerId !== this.pointer && this.pointer !== null)) return;
    if (event.altKey !== this.editor.snapping.held) this.editor.snapping.hold(event.altKey);
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

  pinch(event) {
    this.drop();
    this.touch.begin(event, false);
    this.gesture = new Pinching(this.editor, this.fingers);
    for (const id of this.fingers.keys()) this.editor.surface.setPointerCapture(id);
  }

  menu(event) {
    event.preventDefault();
    const point = this.editor.pointAt(event);
    if (!point || event.timeStamp - this.pressed < AFTER_PRESS) return;
    this.drop();
    this.editor.remove(this.editor.selection.group(point.id));
  }

  // The pointer, or the focus, is on a mark or on none.
  hover(node) {
    if (!this.gesture) this.highlight(this.editor.pointOf(node)?.id ?? null);
  }

  // ---- wheel ---------------------------------------------------------------------------------
  // With Ctrl or Cmd it zooms (a pinch on a touchpad comes as that), sideways or with Shift it pans; else the page scrolls.
  wheel(event) {
    const { editor, interval } = this;
    if (!editor.frame || !event.target.closest?.(".plot")) return;
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
    const { frame } = editor;
    const x = frame.dataX(clamp(this.at(event)[0], frame.left, frame.right));
    if (zooms) interval.zoom(2 ** clamp(delta * 0.01, -0.35, 0.35), x);
    else interval.pan(delta / frame.kx);
  }

  // `scale` counts from the beginning of the pinch. Fingers on a screen are pointers, too, and have been handled.
  gestured(event) {
    event.preventDefault();
    const { editor, interval } = this;
    if (!editor.frame || this.fingers.size) return;
    if (event.type === "gesturechange") interval.zoom(this.scale / event.scale, this.about);
    else {
      this.measure();
      this.about = editor.frame.dataX(this.at(event)[0]);
    }
    this.scale = event.scale;
  }
}
