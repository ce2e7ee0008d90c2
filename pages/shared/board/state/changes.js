// Every change of the drawing goes through here: gestures, undo, the controls that belong to the board.
import { tab } from "./tab.js";

let latest = null; // whose drawing was changed last: keys pressed while nothing has the focus are for it

export class Changes {
  // `root` takes the keys; `onChange()` follows a change of the drawing, `onView()` one of the view alone,
  // `onGestureEnd()` a gesture; `announce(text)` is read out.
  constructor({ root, onChange, onView, onGestureEnd, announce }) {
    Object.assign(this, { root, onChange, onView, onGestureEnd, announce });
    this.drawing = tab.drawing;
    this.gesture = false;
    this.onKey = (event) => this.key(event);
    document.addEventListener("keydown", this.onKey);
  }

  // ---- controls ------------------------------------------------------------------------------
  // Values of the page's widgets. True when one of them has changed since the last time.
  adopt(controls, sliders) {
    const { own } = this.drawing;
    for (const spec of sliders) own[spec.name] ??= spec.value;
    const before = this.given;
    this.given = controls;
    return before !== undefined && JSON.stringify(before) !== JSON.stringify(controls);
  }

  value(name) {
    return this.drawing.own[name] ?? this.given?.[name];
  }

  controls() {
    const known = Object.entries({ ...this.given, ...this.drawing.own });
    return Object.fromEntries(known.filter(([, value]) => value !== undefined));
  }

  set(name, value) {
    this.put(name, value);
    this.changed();
  }

  // Without a request: several are put, then `changed` is called once.
  put(name, value) {
    this.drawing.own[name] = value;
  }

  // The interval in view is no change of the drawing: Python receives it, undo passes over it.
  setView(view) {
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
