// What a pointer does on the stage from the moment it comes down until it lifts. Each gesture has move(at, event),
// end(at, event) and cancel(); `at` is in pixels of the stage.
import { svg } from "../dom/elements.js";

const LONG_PRESS = 550;
const DOUBLE = 400;
const SLACK = { touch: 7, pen: 4, mouse: 3 }; // pixels that a still hand may move
const TAP = 10;
const TAP_TIME = 500;

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// A point and those selected with it follow the hand: one step of undo.
export class Dragging {
  // `fresh`: the point has just been added by this very gesture, which has begun.
  constructor(stage, point, at, event, fresh) {
    Object.assign(this, { stage, id: point.id, from: at, moved: fresh });
    const { frame, board, selection } = stage;
    this.group = stage.start(selection.group(point.id));
    this.grip = [frame.sx(point.x + stage.moved) - at[0], frame.sy(point.y) - at[1]];
    this.slack = SLACK[event.pointerType] ?? SLACK.mouse;
    if (!fresh) board.changes.begin();
    this.node = stage.plot.points.node(point.id);
    this.node?.classList.add("dragged");
    this.node?.focus({ preventScroll: true });
    stage.chip(point);
    if (event.pointerType === "touch") this.press = setTimeout(() => this.pressed(), LONG_PRESS);
  }

  move(at) {
    if (!this.moved && apart(at, this.from) < this.slack) return;
    this.moved = true;
    clearTimeout(this.press);
    const { stage, grip } = this;
    stage.moveGroup(this.group, this.id, stage.place([at[0] + grip[0], at[1] + grip[1]]));
  }

  end(at, event) {
    this.cancel();
    const { stage, id } = this;
    if (this.moved) return;
    if (stage.lassoing) return stage.selection.toggle(id);
    // A click on a point changes nothing; two of them remove it.
    const again = stage.clicked?.id === id && event.timeStamp - stage.clicked.time < DOUBLE;
    stage.clicked = again ? null : { id, time: event.timeStamp };
    if (again) stage.remove(stage.selection.group(id));
  }

  pressed() {
    this.stage.hand.drop();
    this.stage.hand.pressed = performance.now();
    this.stage.remove(this.stage.selection.group(this.id));
  }

  cancel() {
    clearTimeout(this.press);
    this.node?.classList.remove("dragged");
    this.stage.board.tip.hide();
    this.stage.board.changes.end();
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
  constructor(stage, at, before) {
    Object.assign(this, { stage, before, corners: [at] });
    stage.surface.focus({ preventScroll: true }); // so that the keys are for what is selected
    this.node = svg("path", { class: "lasso", "data-role": "lasso" }, stage.plot.layers.handles);
  }

  move(at) {
    const { stage, corners } = this;
    if (apart(at, corners.at(-1)) < 3) return;
    corners.push(at);
    this.node.setAttribute("d", `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`);
    const { frame, moved } = stage;
    const inside = stage.board.points().filter((p) => encloses(corners, frame.sx(p.x + moved), frame.sy(p.y)));
    stage.selection.set([...this.before, ...inside.map((p) => p.id)]);
  }

  end() {
    this.node.remove();
    const { selection } = this.stage;
    if (this.corners.length < 3) selection.set(this.before);
    selection.tell();
  }

  cancel() {
    this.node.remove();
  }
}

// The x axis in the hand: the view slides along.
export class Panning {
  constructor(stage, at) {
    Object.assign(this, { stage, from: at[0], view: stage.board.viewport.x, kx: stage.frame.kx });
    stage.board.changes.hold(true);
    stage.surface.classList.add("panning");
  }

  move([px]) {
    const by = (this.from - px) / this.kx;
    this.stage.board.viewport.show(this.view.map((v) => v + by));
  }

  end() {
    this.cancel();
  }

  cancel() {
    this.stage.board.changes.hold(false);
    this.stage.surface.classList.remove("panning");
  }
}

// Two fingers: what lies between them stays between them.
export class Pinching {
  constructor(stage, fingers) {
    Object.assign(this, { stage, fingers, view: stage.board.viewport.x, frame: stage.frame });
    this.from = spread(fingers);
    stage.board.changes.hold(true);
  }

  move() {
    const { frame, view, from } = this;
    const now = spread(this.fingers);
    const width = (view[1] - view[0]) * (from.wide / now.wide);
    const low = frame.dataX(from.middle) - ((now.middle - frame.left) / (frame.right - frame.left)) * width;
    this.stage.board.viewport.show([low, low + width]);
  }

  end() {
    this.cancel();
  }

  cancel() {
    this.stage.board.changes.hold(false);
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
