// Which interval of x is in view. It is a control of the board, so that it travels with the drawing, and no step of undo.
import { clamp } from "../dom/numbers.js";
import { MAX_X, VIEW_WIDTH } from "./limits.js";

const ROOM = 0.06; // beside the outermost points, as a part of their span
const ANYWHERE = [-3, 3];

const round = (v) => +v.toFixed(4);

export class Viewport {
  constructor(board) {
    this.board = board;
  }

  // Where a page starts: what its first answer showed, unless Python says so.
  get home() {
    return this.board.data?.home ?? this.board.view.stage.panel?.x ?? ANYWHERE;
  }

  get x() {
    const chosen = this.board.changes.value("view");
    return sound(chosen) ? chosen : this.home;
  }

  get chosen() {
    return this.board.changes.value("view") !== undefined;
  }

  // What a panel shows: those that show x follow the hand at once, wherever their world has moved to.
  of(panel, area) {
    const follows = area === "stage" || area === "strip" || panel.points;
    if (!follows || panel.drawing) return panel.x;
    const moved = panel.moved ?? 0;
    return moved ? this.x.map((v) => v + moved) : this.x;
  }

  // A link can say anything: what cannot be shown gives way, so that the next question can be answered.
  mend() {
    const { changes } = this.board;
    const chosen = changes.value("view") ?? this.home;
    if (!sound(chosen)) changes.drawing.own.view = this.home;
  }

  // Points that are handed over are to be seen. After the board is mounted: what it then asks may be a rerun.
  arrive() {
    const points = this.board.points();
    const [low, high] = this.x;
    if (points.every(({ x }) => x >= low && x <= high)) return;
    this.arrival = requestAnimationFrame(() => this.fit(points.map((p) => p.x)));
  }

  // ---- moving --------------------------------------------------------------------------------
  show([low, high]) {
    const width = clamp(high - low, ...VIEW_WIDTH);
    const middle = clamp((low + high) / 2, width / 2 - MAX_X, MAX_X - width / 2);
    const next = [round(middle - width / 2), round(middle + width / 2)];
    if (String(next) === String(this.x)) return;
    this.board.changes.look(next);
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.board.reframe();
    });
  }

  // Everything `factor` times as wide; what is at `at` stays where it is.
  zoom(factor, at = this.middle) {
    const [low, high] = this.x;
    const width = clamp((high - low) * factor, ...VIEW_WIDTH);
    const start = at - ((at - low) / (high - low)) * width;
    this.show([start, start + width]);
  }

  pan(by) {
    this.show(this.x.map((v) => v + by));
  }

  // As far as is needed for x to be seen.
  reveal(x) {
    const [low, high] = this.x;
    if (x < low) this.pan(x - low);
    else if (x > high) this.pan(x - high);
  }

  reset() {
    this.show(this.home);
  }

  // All points: where the page starts if they are there, else around them and no narrower than that.
  fit(xs) {
    const [low, high] = [Math.min(...xs), Math.max(...xs)];
    const [from, to] = this.home;
    if (!xs.length || (low >= from && high <= to)) return this.reset();
    const half = Math.max(to - from, (high - low) * (1 + 2 * ROOM)) / 2;
    return this.show([(low + high) / 2 - half, (low + high) / 2 + half]);
  }

  get middle() {
    return (this.x[0] + this.x[1]) / 2;
  }

  end() {
    for (const frame of [this.frame, this.arrival]) cancelAnimationFrame(frame);
  }
}

function sound(value) {
  if (!Array.isArray(value) || value.length !== 2 || !value.every((v) => Math.abs(v) <= MAX_X)) return false;
  const width = value[1] - value[0];
  return width > VIEW_WIDTH[0] - 1e-6 && width < VIEW_WIDTH[1] + 1e-6;
}
