// What a shift of all inputs does to the picture: the points, solid, and the shifted prediction move together. When the
// hand rests both move back, so that the predictions are compared at the original inputs. The drawing stays where it is
// edited, faint while they are away. Rings mark where the shifted inputs lie.
import { attrs, svg } from "../dom/elements.js";

// How far from the original inputs all this is shown, to the right and down: two lengths that editing.css reads.
const AWAY = ["--away", "--away-down"];
const LINGER = 900; // ms that it stays there after the last move
const TRAVEL = 600; // ms that the way takes, as in editing.css
const WORDS = 45; // half of what a label takes, in pixels
const [ABOVE, BELOW] = [13, 22]; // px from a point to the line that its label stands on
const [DOT, LETTER] = [7, 10]; // px: of a point's middle, and of a label's height

const anchorAt = (x, frame) => (x > frame.right - WORDS ? "end" : x < frame.left + WORDS ? "start" : "middle");

const left = ([x], frame) => x - { start: 0, middle: WORDS, end: 2 * WORDS }[anchorAt(x, frame)];

// How far a point is from a label at that place, in pixels along x and y; negative where it lies within.
function apart(spot, [px, py], frame) {
  const from = left(spot, frame);
  return [Math.max(from - px, px - from - 2 * WORDS), Math.max(spot[1] - LETTER - py, py - spot[1])];
}

// The first of the places at which a label lies on no point, and nearer to one of its own than to any other.
export function spotFor(spots, own, others, frame) {
  const far = (spot) => (dot) => Math.hypot(...apart(spot, dot, frame).map((gap) => Math.max(0, gap)));
  const lies = (spot) => (dot) => apart(spot, dot, frame).every((gap, along) => gap < (along ? DOT - 2 : DOT));
  return spots.find((spot) => {
    const near = (dots) => Math.min(...dots.map(far(spot)));
    return ![...own, ...others].some(lies(spot)) && near(own) <= near(others);
  });
}

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

  // `shift` along x and, on a plane, along x2; it `jumps` where no hand moves them: then they travel.
  paint(points, frame, shift, jumps) {
    const by = [frame.sx(shift[0]) - frame.sx(0), frame.sy(shift[1]) - frame.sy(0)].map((px) => +px.toFixed(1));
    attrs(this.rings, { transform: `translate(${by.join(" ")})` });
    this.mark("apart", shift.some(Boolean));
    for (const group of this.groups) this.draw(group, points, frame);
    this.label(this.there, points, frame, by, Math.sign(by[0]));
    this.label(this.here, points, frame, [0, 0], -Math.sign(by[0]));
    if (this.shown !== undefined && this.shown !== `${shift}`) this.go(by, jumps);
    this.shown = `${shift}`;
  }

  mark(name, on) {
    for (const node of [this.rings, this.there]) node.classList.toggle(name, on);
  }

  draw([group, look, circles], points, frame) {
    while (circles.length < points.length) circles.push(svg("circle", look, group));
    while (circles.length > points.length) circles.pop().remove();
    points.forEach(({ x, y }, i) => attrs(circles[i], { cx: frame.sx(x).toFixed(1), cy: frame.sy(y).toFixed(1) }));
  }

  // Above or below the outermost point in view that leaves it room, where points are shown `by` pixels beside their
  // places: the rightmost for `side` 1.
  label(text, points, frame, by, side) {
    const drawn = points.map(({ x, y }) => [frame.sx(x), frame.sy(y)]);
    const places = drawn.map(([px, py]) => [px + by[0], py + by[1]]);
    const seen = places.filter(([px, py]) => frame.holds(px, py)).sort((one, other) => side * (other[0] - one[0]));
    const spots = seen.flatMap(([px, py]) => [[px, py - ABOVE], [px, py + BELOW]]).filter(([, y]) => y >= frame.top + 22 && y < frame.bottom); // the training range is named above
    const spot = side ? spotFor(spots, seen, by.some(Boolean) ? drawn : [], frame) : null;
    text.style.display = spot ? "" : "none"; // the legend names them, too
    if (spot) attrs(text, { x: spot[0].toFixed(1), y: spot[1].toFixed(1), "text-anchor": anchorAt(spot[0], frame) });
  }

  // There, for a moment, and back.
  go(by, jumps) {
    const { classList, style } = this.surface;
    const away = (on) => {
      this.mark("on", on);
      classList.toggle("shifting", on);
      classList.toggle("jumps", on && jumps);
      AWAY.forEach((name, i) => style.setProperty(name, on ? `${by[i]}px` : "0px"));
    };
    clearTimeout(this.timer);
    classList.remove("returning");
    away(by.some(Boolean));
    if (!by.some(Boolean)) return;
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
    for (const name of AWAY) CSS.registerProperty({ name, syntax: "<length>", inherits: true, initialValue: "0px" });
  } catch {
    // It is registered already, or cannot be.
  }
}
