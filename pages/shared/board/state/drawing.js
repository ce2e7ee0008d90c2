// What the person has made: the points and the controls that belong to the board, with undo and redo. No DOM here.

import { MAX_POINTS } from "./limits.js";

const MOST_STEPS = 200;

const round = (v) => +v.toFixed(4);

export class Drawing {
  constructor() {
    this.nextId = 1;
    this.take([], {});
  }

  // Python hands over points and controls; what was undone before is forgotten.
  take(points, own) {
    this.past = [];
    this.future = [];
    this.hold(points, own);
  }

  // The same in place of what was drawn: a step that can be undone.
  replace(points, own) {
    this.remember();
    this.hold(points, own);
  }

  hold(points, own) {
    this.points = points.map(([x, y]) => this.point(x, y));
    this.own = { ...own };
    this.edited = false;
    this.handed = this.copy();
  }

  // What is handed over stays as it came: a link gives the same numbers. Only what is dragged is rounded.
  point(x, y) {
    return { id: this.nextId++, x, y };
  }

  copy() {
    return { points: this.points.map((p) => ({ ...p })), own: structuredClone(this.own) };
  }

  // Call before a change, once per gesture.
  remember() {
    this.kept = { future: this.future, edited: this.edited };
    this.past.push(this.copy());
    if (this.past.length > MOST_STEPS) this.past.shift();
    this.future = [];
    this.edited = true;
  }

  // A gesture that changed nothing leaves no step behind.
  forget() {
    this.past.pop();
    Object.assign(this, this.kept);
  }

  // What was drawn before, on another page or before a reload: where this page starts, and no step to undo.
  restore({ points, controls }) {
    if (points) this.points = points.map(([x, y]) => this.point(x, y));
    this.own = { ...this.own, ...controls };
    this.edited = true;
  }

  get full() {
    return this.points.length >= MAX_POINTS;
  }

  add(x, y) {
    const point = this.point(round(x), round(y));
    this.points.push(point);
    return point;
  }

  move(id, x, y) {
    const point = this.points.find((p) => p.id === id);
    if (point) Object.assign(point, { x: round(x), y: round(y) });
    return point;
  }

  // Returns where the first of them stood.
  remove(ids) {
    const gone = new Set(ids);
    const first = this.points.findIndex((p) => gone.has(p.id));
    this.points = this.points.filter((p) => !gone.has(p.id));
    return first;
  }

  undo() {
    return this.swap(this.past, this.future);
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
  bring({ points, own }) {
    const { view } = this.own;
    Object.assign(this, { points, own: view ? { ...own, view } : own });
  }

  reset() {
    this.remember();
    this.bring(structuredClone(this.handed));
  }

  wire() {
    return this.points.map((p) => [p.x, p.y]);
  }
}
