// Every change of the drawing goes through here: gestures, undo, the controls that belong to the board.
import { Drawing } from "./drawing.js";
import { tabStorage } from "./tab_storage.js";

let latest = null; // whose drawing was changed last: keys pressed while nothing has the focus are for it

export class Changes {
  // `root` takes the keys; `onChange()` follows a change of the drawing, `onView()` one of the view alone,
  // `onGestureEnd()` a gesture; `announce(text)` is read out.
  constructor({ root, onChange, onView, onGestureEnd, announce }) {
    Object.assign(this, { root, onChange, onView, onGestureEnd, announce });
    this.drawing = new Drawing();
    this.given = {};
    this.touchedNames = new Set();
    this.gesture = false;
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  // ---- controls ------------------------------------------------------------------------------
  // `replaces`: a drawing of this page, to which undo goes back.
  take({ points, sliders, controls, units }, replaces) {
    const values = Object.fromEntries((sliders ?? []).map((s) => [s.name, s.value]));
    const before = tabStorage.latest && { ...tabStorage.latest };
    if (replaces) this.drawing.replace(points ?? [], values, units);
    else this.drawing.take(points ?? [], values, units);
    if (before && !replaces) this.drawing.inherit(before);
    this.handed = { ...controls };
    this.touchedNames.clear();
  }

  // What Python has not received; after a reload with the steps that led to it.
  restore(left, lesson) {
    this.drawing.restore(left);
    if (left.points) tabStorage.resume(lesson, this.drawing);
  }

  // Values of the page's widgets. True when one of them has changed since the last time.
  adopt(controls, sliders) {
    const { own } = this.drawing;
    for (const spec of sliders) own[spec.name] ??= spec.value;
    this.given = controls;
    const foreign = JSON.stringify(Object.entries(controls).filter(([name]) => !(name in own) && !this.touchedNames.has(name)));
    const other = this.foreign !== undefined && this.foreign !== foreign;
    this.foreign = foreign;
    return other;
  }

  // Python repeats what the board has committed. After an undo that repetition is old: then what was handed over counts.
  value(name) {
    const repeated = this.touchedNames.has(name) ? this.handed : this.given;
    return this.drawing.own[name] ?? repeated[name];
  }

  controls() {
    const names = new Set([...Object.keys(this.given), ...Object.keys(this.drawing.own)]);
    const known = [...names].map((name) => [name, this.value(name)]);
    return Object.fromEntries(known.filter(([, value]) => value !== undefined));
  }

  set(name, value) {
    this.put(name, value);
    this.changed();
  }

  // Without a request: several are put, then `changed` is called once.
  put(name, value) {
    this.touchedNames.add(name);
    this.drawing.own[name] = value;
  }

  // The interval in view is no change of the drawing: Python receives it, undo passes over it.
  setView(view) {
    this.touchedNames.add("view");
    this.drawing.own.view = view;
    this.onView();
  }

  // ---- gestures ------------------------------------------------------------------------------
  begin() {
    latest = this;
    this.drawing.remember();
    this.gesture = true;
    this.touched = false;
  }

  end() {
    this.gesture = false;
    if (!this.touched) this.drawing.forget();
    this.onGestureEnd();
  }

  // A gesture that moves the view: nothing is committed meanwhile.
  hold(held) {
    this.gesture = held;
  }

  edit(change) {
    this.begin();
    change();
    this.end();
  }

  changed() {
    this.touched = true;
    this.onChange();
  }

  // ---- commands ------------------------------------------------------------------------------
  restored(done, text) {
    if (!done || this.gesture) return;
    this.changed();
    this.announce(text);
  }

  undo() {
    if (!this.gesture) this.restored(this.drawing.undo(), "Undone.");
  }

  redo() {
    if (!this.gesture) this.restored(this.drawing.redo(), "Done again.");
  }

  // A step of a story begins here: undo and redo stay within it. Those of the lab reach all that was drawn.
  limitUndo(within) {
    const { drawing } = this;
    drawing.undoFrom(within ? drawing.past.length : 0);
    if (within) drawing.future = [];
    this.onGestureEnd();
  }

  clear() {
    this.edit(() => {
      this.drawing.remove(this.drawing.points.map((p) => p.id));
      this.changed();
    });
    this.announce("All points removed.");
  }

  reset() {
    this.drawing.reset();
    this.restored(true, "Back to the points of this page.");
  }

  key(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || (key !== "z" && key !== "y") || !this.concerns(event)) return;
    event.preventDefault();
    if (event.shiftKey || key === "y") this.redo();
    else this.undo();
  }

  // A button that has just been disabled leaves the focus nowhere. A text field has an undo of its own.
  concerns(event) {
    const path = event.composedPath();
    if (path[0].matches?.("input:not([type=range]), textarea")) return false;
    return path.includes(this.root) || (path[0] === document.body && latest === this);
  }

  destroy() {
    document.removeEventListener("keydown", this.onKey);
  }
}
