// Which interval of x is in view. It is a control of the board, committed with the drawing, and no step of undo.
import { clamp } from "../dom/numbers.js";
import { MAX_X, VIEW_WIDTH, X_VIEW } from "./limits.js";

const ROOM = 0.06; // beside the outermost points, as a part of their span

const round = (v) => +v.toFixed(4);

export class ViewInterval {
  // `home()` is what Python gives or the first response showed; `redraw()` shows another interval in every panel.
  constructor({ changes, points, home, redraw }) {
    Object.assign(this, { changes, points, given: home, redraw });
  }

  // Where a page starts.
  get home() {
    return this.given() ?? X_VIEW;
  }

  get x() {
    const chosen = this.changes.value("view");
    return sound(chosen) ? chosen : this.home;
  }

  get chosen() {
    return this.changes.value("view") !== undefined;
  }

  // What a panel shows: panels over x follow at once, shifted where their data is.
  of(panel, area) {
    const follows = area === "stage" || area === "strip" || panel.points;
    if (!follows || panel.drawing) return panel.x;
    const moved = panel.moved ?? 0;
    return moved ? this.x.map((v) => v + moved) : this.x;
  }

  // A link can hold anything: what cannot be shown is replaced, so that the next request has a valid view.
  mend() {
    const { changes } = this;
    const chosen = changes.value("view") ?? this.home;
    if (!sound(chosen)) changes.drawing.own.view = this.home;
  }

  // Points that Python hands over are to be in view. After the board is mounted: the request may be a rerun.
  showNewPoints() {
    cancelAnimationFrame(this.arrival); // those before them may be gone by then
    const points = this.points();
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
    this.changes.setView(next);
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.redraw();
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

  destroy() {
    for (const frame of [this.frame, this.arrival]) cancelAnimationFrame(frame);
  }
}

function sound(value) {
  if (!Array.isArray(value) || value.length !== 2 || !value.every((v) => Math.abs(v) <= MAX_X)) return false;
  const width = value[1] - value[0];
  return width > VIEW_WIDTH[0] - 1e-6 && width < VIEW_WIDTH[1] + 1e-6;
}
