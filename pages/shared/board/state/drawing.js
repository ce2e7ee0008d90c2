// What the person has made: the points, what their numbers stand for, and the controls that belong to the board, with
// undo and redo. No DOM here.

import { EACH_POINT, MAX_POINTS, PEN } from "./limits.js";

const MOST_STEPS = 200;

let nextId = 1; // no two points of this tab have the same, for steps outlive their board

export class Drawing {
  constructor() {
    this.take([], {}, null);
  }

  // Where a tab starts.
  take(points, own, units) {
    this.first = 0;
    this.past = [];
    this.future = [];
    this.hold(points, own, units);
  }

  // What Python hands over, in place of what was drawn: a step that can be undone.
  replace(points, own, units) {
    this.remember();
    this.hold(points, own, units);
  }

  // The board of another page, which owns this: points and units can be undone here, and the reset leads to where they
  // began; what the board before owned stays there.
  enter(own) {
    const foreign = ({ points, units }) => ({ points, units, own: null });
    this.own = { ...own };
    this.past = distinct([...this.past.map(foreign), this.copy()]).slice(0, -1);
    this.future = distinct([...this.future.map(foreign), this.copy()]).slice(0, -1);
    this.handed = { ...foreign(this.handed), own: { ...own } };
    this.first = 0;
  }

  hold(points, own, units) {
    this.points = points.map(([x, y]) => this.point(x, y));
    this.own = { ...own };
    this.units = units ?? null;
    this.edited = false;
    this.handed = this.copy();
  }

  // What is handed over stays as it came: a link gives the same numbers. Only what is dragged is rounded.
  point(x, y) {
    return { id: nextId++, x, y };
  }

  // To about a pixel, which keeps links short; to less where the numbers stand for others, which would be seen to be
  // rounded.
  rounded(v) {
    return +v.toFixed(this.units ? 4 : 3);
  }

  copy() {
    return { points: this.points.map((p) => ({ ...p })), own: structuredClone(this.own), units: this.units };
  }

  // Call before a change, once per gesture.
  remember() {
    this.kept = { future: this.future, edited: this.edited };
    this.past.push(this.copy());
    if (this.past.length > MOST_STEPS) {
      this.past.shift();
      this.undoFrom(this.first - 1);
    }
    this.future = [];
    this.edited = true;
  }

  // The oldest step that is still undone.
  undoFrom(first) {
    this.first = Math.max(first, 0);
  }

  get undoable() {
    return this.past.length > this.first;
  }

  // A gesture that changed nothing leaves no step behind.
  forget() {
    this.past.pop();
    Object.assign(this, this.kept);
  }

  // The steps as plain JSON, for after a reload: of those to undo and to redo the nearest that `most` characters hold.
  history(most) {
    const [past, future] = [this.past, this.future].map((steps) => nearest(steps.map(plain), most / 2));
    return { past, future, handed: plain(this.handed), edited: this.edited };
  }

  resume({ past, future, handed, edited }) {
    const alive = (step) => ({ ...step, points: step.points.map(([x, y]) => this.point(x, y)) });
    Object.assign(this, { past: past.map(alive), future: future.map(alive), handed: alive(handed), edited });
  }

  get full() {
    return this.points.length >= MAX_POINTS;
  }

  add(x, y) {
    const point = this.point(this.rounded(x), this.rounded(y));
    this.points.push(point);
    if (PEN in this.own) this.measure(this.own[PEN]);
    return point;
  }

  // What is measured at the last point; those before it without a number have that of a pen that was not moved.
  measure(value) {
    const before = (this.own[EACH_POINT] ?? []).slice(0, this.points.length - 1);
    while (before.length < this.points.length - 1) before.push(1);
    this.own = { ...this.own, [EACH_POINT]: [...before, value] };
  }

  move(id, x, y) {
    const point = this.points.find((p) => p.id === id);
    if (point) Object.assign(point, { x: this.rounded(x), y: this.rounded(y) });
    return point;
  }

  // Returns where the first of them stood. What was measured at a point goes with it.
  remove(ids) {
    const gone = new Set(ids);
    const removed = this.points.map((p) => gone.has(p.id));
    this.points = this.points.filter((_, i) => !removed[i]);
    const measured = this.own[EACH_POINT];
    if (measured) this.own = { ...this.own, [EACH_POINT]: measured.filter((_, i) => !removed[i]) };
    return removed.indexOf(true);
  }

  undo() {
    return this.undoable && this.swap(this.past, this.future);
  }

  redo() {
    return this.swap(this.future, this.past);
  }

  swap(from, to) {
    if (!from.length) return false;
    to.push(this.copy());
    this.bring(from.pop());
    this.edited = true;
    return true;
  }

  // The drawing comes back, not the view.
  bring({ points, own, units }) {
    const { view } = this.own;
    const owned = own ?? this.own;
    Object.assign(this, { points, units, own: view ? { ...owned, view } : owned });
  }

  reset() {
    this.remember();
    this.bring(structuredClone(this.handed));
  }

  wire() {
    return this.points.map((p) => [p.x, p.y]);
  }
}

// Whether two steps show the same points over the same axes.
function alike(one, other) {
  const pairs = ({ points, units }) => JSON.stringify([points.map((p) => [p.x, p.y]), units ?? null]);
  return pairs(one) === pairs(other);
}

const plain = ({ points, own, units }) => ({ points: points.map((p) => [p.x, p.y]), own, units });

// The last of these steps that fit into so many characters.
function nearest(steps, most) {
  const sizes = steps.map((step) => JSON.stringify(step).length);
  let first = steps.length;
  for (let left = most; first > 0 && sizes[first - 1] <= left; first--) left -= sizes[first - 1];
  return steps.slice(first);
}

// Without the steps that look like the next one.
const distinct = (steps) => steps.filter((step, i) => i === steps.length - 1 || !alike(step, steps[i + 1]));
