// What the person has made: the points and the controls that belong to the board, with undo and redo. No DOM here.

export const MOST_POINTS = 256;
const MOST_STEPS = 200;

const round = (v) => +v.toFixed(4);

export class Drawing {
  constructor() {
    this.nextId = 1;
    this.take([], {});
  }

  // Python hands over points and controls; what was undone before is forgotten.
  take(points, own) {
    this.points = points.map(([x, y]) => this.point(x, y));
    this.own = { ...own };
    this.past = [];
    this.future = [];
    this.edited = false;
    this.handed = this.copy();
  }

  point(x, y) {
    return { id: this.nextId++, x: round(x), y: round(y) };
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

  replace(points) {
    this.remember();
    this.points = points.map(([x, y]) => this.point(x, y));
  }

  get full() {
    return this.points.length >= MOST_POINTS;
  }

  add(x, y) {
    const point = this.point(x, y);
    this.points.push(point);
    return point;
  }

  move(id, x, y) {
    const point = this.points.find((p) => p.id === id);
    if (point) Object.assign(point, { x: round(x), y: round(y) });
    return point;
  }

  remove(id) {
    const i = this.points.findIndex((p) => p.id === id);
    if (i >= 0) this.points.splice(i, 1);
    return i;
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
    Object.assign(this, from.pop());
    this.edited = true;
    return true;
  }

  reset() {
    this.remember();
    const { points, own } = structuredClone(this.handed);
    Object.assign(this, { points, own });
  }

  wire() {
    return this.points.map((p) => [p.x, p.y]);
  }
}
