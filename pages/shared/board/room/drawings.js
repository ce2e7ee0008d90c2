// What all members have drawn, on the lecturer's screen: how dense it lies, and a single drawing under the pointer.
import { attrs, html, setText, svg } from "../dom/elements.js";
import { Axes } from "../plot/axes.js";
import { Frame } from "../plot/frame.js";
import { Units } from "../state/units.js";

const [WIDTH, HEIGHT, ROWS, COLUMNS] = [680, 320, 24, 34];
// By the kind of the question: the names of the axes, and whether a drawing is a line.
const KINDS = {
  sketch: { axes: ["x", "half the band's width"], joined: true },
  curve: { axes: ["x", "y"], joined: true },
  weights: { axes: ["x of the point", "weight"], joined: false },
  prove: { axes: ["x", "y"], joined: false },
};

export class DrawingsView {
  // `onHide(number, on)` takes the drawing of a member off the screen, or puts it back.
  constructor(root, onHide) {
    this.onHide = onHide;
    this.root = html("div", { class: "drawings" }, root);
    this.plot = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "All drawings, as a density" }, this.root);
    const under = svg("g", {}, this.plot);
    this.cells = svg("g", { class: "drawings-density" }, this.plot);
    this.axes = new Axes(under, svg("g", {}, this.plot));
    this.single = svg("path", { class: "drawings-single" }, this.plot);
    this.settings = html("ul", { class: "hall-settings" }, this.root);
    this.note = html("p", { class: "hall-note" }, this.root);
    this.back = html("button", { type: "button" }, html("div", { class: "hall-buttons" }, this.root));
    this.plot.addEventListener("pointermove", (event) => this.point(event));
    this.plot.addEventListener("pointerleave", () => this.highlight(null));
    this.plot.addEventListener("click", () => this.near && this.onHide(this.near[0], true));
    this.back.addEventListener("click", () => this.drawings.hidden.forEach((number) => this.onHide(number, false)));
  }

  show(drawings) {
    const drawn = drawings?.all.filter(([, pairs]) => pairs.length) ?? [];
    this.root.hidden = !drawings || !(drawn.length || drawings.hidden.length || drawings.settings.length);
    const key = JSON.stringify(drawings);
    if (this.root.hidden || key === this.key) return;
    Object.assign(this, { key, drawings, drawn });
    this.kind = KINDS[drawings.kind];
    this.frame = framed(drawings.kind, drawn.flatMap(([, pairs]) => pairs));
    const [x_title, y_title] = this.kind.axes;
    this.axes.draw(this.frame, { x_title, y_title, marks: [] }, new Units());
    this.paint();
    this.settings.textContent = "";
    for (const [text, count] of drawings.settings) html("li", { text: `${count} \u00d7 ${text}` }, this.settings);
    for (const node of [this.plot, this.note]) node.toggleAttribute("hidden", !drawn.length);
    this.highlight(null);
    const { length } = drawings.hidden;
    this.back.hidden = !length;
    setText(this.back, `Show the ${length} hidden again`);
  }

  // How many drawings pass each cell: every one counts once there.
  paint() {
    const { frame } = this;
    const bars = this.drawings.kind === "weights" ? places(this.drawn).map((x) => frame.sx(x)) : null; // each has a column of its own
    const [width, height] = [bars ? 0.8 * gap(bars) : (frame.right - frame.left) / COLUMNS, (frame.bottom - frame.top) / ROWS];
    const column = (x) => (bars ? bars.findIndex((bar) => Math.abs(bar - x) < 0.5) : within((x - frame.left) / width, COLUMNS));
    const left = (number) => (bars ? bars[number] - width / 2 : frame.left + number * width);
    const cell = ([x, y]) => [column(x), within((y - frame.top) / height, ROWS)].join();
    const counts = new Map();
    for (const [, pairs] of this.drawn) {
      const passed = new Set(this.through(pairs).map(cell));
      for (const each of passed) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    this.cells.textContent = "";
    for (const [name, count] of counts) {
      const [number, row] = name.split(",").map(Number);
      const place = { x: left(number), y: frame.top + row * height, width, height };
      svg("rect", { ...place, "fill-opacity": (0.85 * count) / most, "data-count": count }, this.cells);
    }
  }

  // Places in pixels: of a line, one in every column that it crosses.
  through(pairs) {
    const places = pairs.map(([x, y]) => [this.frame.sx(x), this.frame.sy(y)]);
    if (!this.kind.joined) return places;
    const found = [...places];
    for (let i = 1; i < places.length; i++) {
      const [[x, y], [toX, toY]] = [places[i - 1], places[i]];
      const steps = Math.ceil(Math.abs(toX - x) / (WIDTH / COLUMNS) + Math.abs(toY - y) / (HEIGHT / ROWS));
      for (let k = 1; k < steps; k++) found.push([x + ((toX - x) * k) / steps, y + ((toY - y) * k) / steps]);
    }
    return found;
  }

  point({ clientX, clientY }) {
    const box = this.plot.getBoundingClientRect();
    const [x, y] = [((clientX - box.left) / box.width) * WIDTH, ((clientY - box.top) / box.height) * HEIGHT];
    const far = ([, pairs]) => Math.min(...this.through(pairs).map(([px, py]) => Math.hypot(px - x, py - y)));
    const distances = this.drawn.map(far);
    const nearest = Math.min(...distances);
    this.highlight(nearest < 40 ? this.drawn[distances.indexOf(nearest)] : null);
  }

  highlight(one) {
    this.near = one;
    const joined = Boolean(this.kind?.joined);
    const places = one ? one[1].map(([x, y]) => [this.frame.sx(x).toFixed(1), this.frame.sy(y).toFixed(1)]) : [];
    const dot = ([x, y]) => `M${x},${y}m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0`;
    attrs(this.single, { d: joined ? (one ? `M${places.join("L")}` : "") : places.map(dot).join("") });
    this.single.classList.toggle("joined", joined);
    setText(this.note, one ? `Drawing ${one[0]}. Click to take it off the screen.` : `${this.drawn.length === 1 ? "1 drawing" : `${this.drawn.length} drawings`}: the darker, the more of them pass there. Point at one.`);
  }
}

// The x of all bars, and how near the nearest two of such numbers are.
const places = (drawn) => [...new Set(drawn.flatMap(([, pairs]) => pairs.map(([x]) => x)))].sort((a, b) => a - b);
const gap = (sorted) => Math.min(...sorted.slice(1).map((x, i) => x - sorted[i]), sorted.length > 1 ? Infinity : 1);

const within = (value, count) => Math.max(0, Math.min(count - 1, Math.floor(value)));

// Shares and widths are counted from 0; what is drawn on the stage's own axes takes the room that it needs.
function framed(kind, pairs) {
  const range = (values) => (values.length ? [Math.min(...values), Math.max(...values)] : [0, 1]);
  const wide = ([low, high]) => (high > low ? [low, high] : [low - 1, high + 1]);
  const [x, y] = [0, 1].map((i) => range(pairs.map((pair) => pair[i])));
  const half = gap([...new Set(pairs.map(([at]) => at))].sort((a, b) => a - b)) / 2;
  if (kind === "weights") return new Frame(WIDTH, HEIGHT, "stage", [x[0] - half, x[1] + half], [0, Math.max(0.5, y[1])]);
  return new Frame(WIDTH, HEIGHT, "stage", wide(x), kind === "sketch" ? [0, y[1] || 1] : wide(y));
}
