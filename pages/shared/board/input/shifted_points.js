// What a shift of all inputs does to the picture: the points, solid, and the shifted prediction move together. When the
// hand rests both move back, so that the predictions are compared at the original inputs. The drawing stays where it is
// edited, faint while they are away. Rings mark where the shifted inputs lie.
import { attrs, svg } from "../dom/elements.js";

const AWAY = "--away"; // how far beside the original inputs all this is shown: a length that editing.css reads
const LINGER = 900; // ms that it stays there after the last move
const TRAVEL = 600; // ms that the way takes, as in editing.css
const WORDS = 45; // half of what a label takes, in pixels

export class ShiftedPoints {
  // Below the points, and above them what names these: `copies` and `handles` are layers of the plot.
  constructor(surface, { copies, handles }) {
    registerLength();
    Object.assign(this, { surface });
    this.root = svg("g", { "aria-hidden": "true" }, copies);
    this.words = svg("g", { "aria-hidden": "true" }, handles);
    this.rings = svg("g", { class: "moved-copies" }, this.root);
    this.moving = svg("g", { class: "moving" }, this.root);
    this.groups = [[this.rings, { class: "copy", r: 6 }, []], [this.moving, { class: "moving-dot", r: 6 }, []]];
    this.there = svg("text", { class: "shift-label moved-name", text: "shifted points" }, this.words);
    this.here = svg("text", { class: "shift-label as-drawn", text: "as drawn" }, this.words);
  }

  hide(hidden) {
    for (const part of [this.root, this.words]) part.style.display = hidden ? "none" : "";
  }

  // `jumps` where no hand moves them: then they travel.
  paint(points, frame, tau, jumps) {
    const by = +(frame.sx(tau) - frame.sx(0)).toFixed(1);
    attrs(this.rings, { transform: `translate(${by} 0)` });
    this.mark("apart", Boolean(tau));
    for (const group of this.groups) this.draw(group, points, frame);
    this.label(this.there, points, frame, by, Math.sign(by));
    this.label(this.here, points, frame, 0, -Math.sign(by));
    if (this.shown !== undefined && this.shown !== tau) this.go(by, jumps);
    this.shown = tau;
  }

  mark(name, on) {
    for (const node of [this.rings, this.there]) node.classList.toggle(name, on);
  }

  draw([group, look, circles], points, frame) {
    while (circles.length < points.length) circles.push(svg("circle", look, group));
    while (circles.length > points.length) circles.pop().remove();
    points.forEach(({ x, y }, i) => attrs(circles[i], { cx: frame.sx(x).toFixed(1), cy: frame.sy(y).toFixed(1) }));
  }

  // At the outermost point in view, where it is shown `by` pixels beside its place: the rightmost for `side` 1.
  label(text, points, frame, by, side) {
    const places = points.map(({ x, y }) => [frame.sx(x), frame.sy(y)]);
    const seen = places.filter(([px, py]) => frame.holds(px + by, py));
    text.style.display = seen.length && side ? "" : "none";
    if (!seen.length || !side) return;
    const [px, py] = seen.reduce((most, one) => (side * (one[0] - most[0]) > 0 ? one : most));
    const anchor = px + by > frame.right - WORDS ? "end" : px + by < frame.left + WORDS ? "start" : "middle";
    const y = py - 13 > frame.top + 22 ? py - 13 : py + 22; // the training range is named above
    attrs(text, { x: (px + by).toFixed(1), y: y.toFixed(1), "text-anchor": anchor });
  }

  // There, for a moment, and back.
  go(by, jumps) {
    const { classList, style } = this.surface;
    const away = (on) => {
      this.mark("on", on);
      classList.toggle("shifting", on);
      classList.toggle("jumps", on && jumps);
      style.setProperty(AWAY, on ? `${by}px` : "0px");
    };
    clearTimeout(this.timer);
    classList.remove("returning");
    away(by !== 0);
    if (!by) return;
    this.timer = setTimeout(() => {
      away(false);
      classList.add("returning");
      this.timer = setTimeout(() => classList.remove("returning"), TRAVEL);
    }, LINGER + (jumps ? TRAVEL : 0));
  }

  destroy() {
    clearTimeout(this.timer);
  }
}

// A property that is known as a length can be in transition: all that reads it moves as one, whenever it is drawn.
// A browser that does not know how jumps.
function registerLength() {
  try {
    CSS.registerProperty({ name: AWAY, syntax: "<length>", inherits: true, initialValue: "0px" });
  } catch {
    // It is registered already, or cannot be.
  }
}
