// The handle that shifts the whole data set. It lies along the upper edge, over the points that it shifts, and is the
// same control as the slider `tau`. The drawing stays where it is edited: the inputs of the model are shifted.
import { attrs, setText, svg } from "../dom/elements.js";
import { clamp, fmt } from "../dom/numbers.js";
import { ShiftedPoints } from "./shifted_points.js";
import { draggedAlongX } from "./drag_along_axis.js";
import { Reach } from "./reach.js";

const CONTROL = "tau";
const ACROSS = "tau_x2"; // the shift along the second input of a plane: it has no handle, only its slider
const HALF = 15; // of the grip
const ALONE = 0.5; // half the width of the bracket while there is no point
const HANDS = '[data-shift], [data-handle="tau"], [data-control="tau"]'; // what has the focus while a hand shifts

export class ShiftHandle {
  constructor({ surface, layers, frame, units, changes, points, sliderSpecs }) {
    Object.assign(this, { surface, frame, units, changes, points, sliderSpecs });
    this.shifted = new ShiftedPoints(surface, layers);
    this.group = svg("g", { class: "shift", tabindex: 0, role: "slider", "data-shift": CONTROL }, layers.handles);
    this.hit = svg("rect", { class: "shift-hit", height: 28 }, this.group);
    this.bracket = svg("path", { class: "shift-bracket" }, this.group);
    this.grip = svg("path", { class: "shift-grip" }, this.group);
    this.text = svg("text", { class: "shift-text" }, this.group);
    draggedAlongX({ grips: [this.group], focus: this.group, surface }, {
      frame: () => this.reach,
      value: () => this.middle + this.tau,
      range: () => this.range,
      step: () => this.spec.step,
      set: (x) => changes.set(CONTROL, this.rounded(x - this.middle)),
      begin: () => changes.begin(),
      end: () => changes.end(),
    });
  }

  get spec() {
    return this.sliderSpecs().find((s) => s.name === CONTROL);
  }

  get tau() {
    return this.changes.value(CONTROL) ?? 0;
  }

  // In the slider's own steps, so that both show the same number.
  rounded(tau) {
    const { min, max, step } = this.spec;
    return clamp(+(min + Math.round((tau - min) / step) * step).toFixed(6), min, max);
  }

  paint() {
    const { spec, tau } = this;
    const frame = this.frame();
    this.group.style.display = spec ? "" : "none";
    this.shifted.hide(!spec);
    if (!spec) return;
    this.measure();
    this.draw(frame, this.ends.map((x) => frame.sx(x + tau)), frame.top - 13);
    this.write(spec, tau);
    this.shifted.paint(this.points(), frame, [tau, this.changes.value(ACROSS) ?? 0], !this.byHand);
  }

  get byHand() {
    return Boolean(this.surface.getRootNode().activeElement?.matches(HANDS));
  }

  get range() {
    return [this.spec.min + this.middle, this.spec.max + this.middle];
  }

  get reach() {
    return new Reach(this.frame(), this.middle, this.range, HALF);
  }

  // Where the data set begins and ends.
  measure() {
    const xs = this.points().map((p) => p.x);
    this.ends = xs.length ? [Math.min(...xs), Math.max(...xs)] : [-ALONE, ALONE];
    this.middle = (this.ends[0] + this.ends[1]) / 2;
  }

  // The bracket leaves the frame with the data; its grip stays at the edge.
  draw(frame, ends, y) {
    const [a, b] = ends.map((px) => clamp(px, frame.left, frame.right).toFixed(1));
    const at = clamp(this.reach.sx(this.middle + this.tau), frame.left + HALF, frame.right - HALF);
    attrs(this.bracket, { d: `M${a} ${y}H${b}${this.end(frame, +a, ends[0], y)}${this.end(frame, +b, ends[1], y)}` });
    const from = Math.min(+a, at - HALF);
    attrs(this.hit, { x: from, y: y - 13, width: Math.max(+b, at + HALF) - from });
    const x = at.toFixed(1);
    attrs(this.grip, { d: GRIP, transform: `translate(${x} ${y})` });
    const flip = at > frame.right - 130;
    const beside = flip ? at - HALF - 6 : at + HALF + 6;
    attrs(this.text, { x: beside.toFixed(1), y: y - 5, "text-anchor": flip ? "end" : "start" });
  }

  // A tick where the data set ends, or an arrow to where it goes on beyond the frame.
  end(frame, px, end, y) {
    if (end >= frame.left && end <= frame.right) return `M${px} ${y - 4}v9`;
    const out = end > frame.right ? -6 : 6;
    return `M${px + out} ${y - 5}L${px} ${y}L${px + out} ${y + 5}`;
  }

  write({ min, max, step, counted, unit }, tau) {
    const length = counted ? `${fmt(tau / step, 0)} ${unit}` : this.units.x.length(tau);
    const amount = `${tau > 0 ? "+" : ""}${length}`;
    setText(this.text, tau ? `all x ${amount}` : "drag to shift all x");
    const range = { "aria-valuemin": min, "aria-valuemax": max, "aria-valuenow": tau };
    attrs(this.group, { "aria-label": "Shift of all inputs x", "aria-valuetext": `all x ${amount}`, ...range });
  }

  destroy() {
    this.shifted.destroy();
  }
}

// A plate with an arrow to either side.
const GRIP = `M${-HALF} -8h${2 * HALF}v16h${-2 * HALF}z M-5 -4l-4 4l4 4 M5 -4l4 4l-4 4`;
