// What a pointer does on the stage from the moment it comes down until it lifts. Each gesture has move(at, event),
// end(at, event) and cancel(); `at` is in pixels of the stage.
import { svg } from "../dom/elements.js";
import { moves, travelled } from "./pointer_moves.js";

const LONG_PRESS = 550;
const TREMOR = 2; // pixels, of a finger that presses
const LIFTED = 5; // pixels from where it came down: it has dragged
const DOUBLE = 400;
const TAP = 10;
const TAP_TIME = 500;

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// A point and those selected with it follow the pointer: one step of undo.
export class Dragging {
  // `fresh`: the point has just been added by this very gesture, which has begun.
  constructor(editor, point, at, event, fresh) {
    Object.assign(this, { editor, id: point.id, from: event, moved: fresh });
    const { frame, changes, selection } = editor;
    this.group = editor.start(selection.group(point.id));
    this.grip = [frame.sx(point.x + editor.moved) - at[0], frame.sy(point.y) - at[1]];
    if (!fresh) changes.begin();
    this.node = editor.plot.pointLayer.node(point.id);
    this.node?.classList.add("dragged");
    this.node?.focus({ preventScroll: true });
    editor.showPlace(point);
    if (event.pointerType === "touch") this.rest(event);
  }

  // A press is long when the finger rests: one that is on its way, however slowly, drags.
  rest(event) {
    clearTimeout(this.press);
    this.rested = event;
    this.press = setTimeout(() => this.pressed(), LONG_PRESS);
  }

  stir(event) {
    if (this.rested && travelled(this.rested, event) >= TREMOR) this.rest(event);
  }

  move(at, event) {
    if (!this.moved && !moves(this.from, event)) return this.stir(event);
    if (!this.moved && this.editor.pointer.touch.yields(event)) return void this.editor.pointer.drop();
    this.go(at);
  }

  go(at) {
    this.moved = true;
    clearTimeout(this.press);
    const { editor, grip } = this;
    editor.moveGroup(this.group, this.id, editor.place([at[0] + grip[0], at[1] + grip[1]]));
  }

  end(at, event) {
    // A browser may hold back the moves of a finger that does not go far.
    if (!this.moved && travelled(this.from, event) >= LIFTED) this.go(at);
    this.cancel();
    const { editor, id } = this;
    const { clicked } = editor;
    editor.clicked = null;
    if (this.moved) return;
    if (editor.lassoing) return editor.selection.toggle(id);
    // A click on a point changes nothing; two of them, and nothing between, remove it.
    const again = clicked?.id === id && event.timeStamp - clicked.time < DOUBLE;
    if (again) editor.remove(editor.selection.group(id));
    else editor.clicked = { id, time: event.timeStamp };
  }

  pressed() {
    this.editor.pointer.drop();
    this.editor.pointer.pressed = performance.now();
    this.editor.remove(this.editor.selection.group(this.id));
  }

  cancel() {
    clearTimeout(this.press);
    this.node?.classList.remove("dragged");
    this.editor.tooltip.hide();
    this.editor.changes.end();
  }
}

// A finger on empty ground may be about to scroll: what a tap does is done when it lifts without having moved.
export class Tap {
  constructor(at, time, act) {
    Object.assign(this, { at, time, act });
  }

  move(at) {
    if (apart(at, this.at) > TAP) this.over = true;
  }

  end(at, event) {
    this.move(at);
    if (!this.over && event.timeStamp - this.time < TAP_TIME) this.act();
  }

  cancel() {}
}

// A line around points selects them, beside those that were selected before it began.
export class Lasso {
  constructor(editor, at, before) {
    Object.assign(this, { editor, before, corners: [at] });
    editor.surface.focus({ preventScroll: true }); // so that the keys act on what is selected
    this.node = svg("path", { class: "lasso", "data-role": "lasso" }, editor.plot.layers.handles);
  }

  move(at) {
    const { editor, corners } = this;
    if (apart(at, corners.at(-1)) < 3) return;
    corners.push(at);
    this.node.setAttribute("d", `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
    const { frame, moved } = editor;
    const inside = editor.points().filter((p) => encloses(corners, frame.sx(p.x + moved), frame.sy(p.y)));
    editor.selection.set([...this.before, ...inside.map((p) => p.id)]);
  }

  end() {
    this.node.remove();
    const { selection } = this.editor;
    if (this.corners.length < 3) selection.set(this.before);
    selection.announceCount();
  }

  cancel() {
    this.node.remove();
  }
}

// The x axis is dragged: the view moves with it.
export class Panning {
  constructor(editor, at) {
    Object.assign(this, { editor, from: at[0], view: editor.interval.x, kx: editor.frame.kx });
    editor.changes.hold(true);
    editor.surface.classList.add("panning");
  }

  move([px]) {
    const by = (this.from - px) / this.kx;
    this.editor.interval.show(this.view.map((v) => v + by));
  }

  end() {
    this.cancel();
  }

  cancel() {
    this.editor.changes.hold(false);
    this.editor.surface.classList.remove("panning");
  }
}

// Two fingers: what lies between them stays between them.
export class Pinching {
  constructor(editor, fingers) {
    Object.assign(this, { editor, fingers, view: editor.interval.x, frame: editor.frame });
    this.from = spread(fingers);
    editor.changes.hold(true);
  }

  move() {
    const { frame, view, from } = this;
    const now = spread(this.fingers);
    const width = (view[1] - view[0]) * (from.wide / now.wide);
    const low = frame.dataX(from.middle) - ((now.middle - frame.left) / (frame.right - frame.left)) * width;
    this.editor.interval.show([low, low + width]);
  }

  end() {
    this.cancel();
  }

  cancel() {
    this.editor.changes.hold(false);
  }
}

function spread(fingers) {
  const [a, b] = [...fingers.values()];
  return { wide: Math.max(20, apart(a, b)), middle: (a[0] + b[0]) / 2 };
}

// Whether a ray from (x, y) leaves the closed line of corners an odd number of times.
function encloses(corners, x, y) {
  let inside = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  });
  return inside;
}
