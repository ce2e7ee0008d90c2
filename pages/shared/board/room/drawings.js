// What all members have drawn, on the lecturer's screen: how dense it lies, and a single drawing under the pointer.
import { attrs, html, setText, svg } from "../dom/elements.js";

const [WIDTH, HEIGHT, ROWS, COLUMNS, EDGE] = [680, 300, 24, 34, 12];

export class DrawingsView {
  // `onHide(number, on)` takes the drawing of a member off the screen, or puts it back.
  constructor(root, onHide) {
    this.onHide = onHide;
    this.root = html("div", { class: "drawings" }, root);
    this.plot = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": "All drawings, as a density" }, this.root);
    this.cells = svg("g", { class: "drawings-density" }, this.plot);
    this.single = svg("path", { class: "drawings-single" }, this.plot);
    this.note = html("p", { class: "hall-note" }, this.root);
    this.back = html("button", { type: "button" }, html("div", { class: "hall-buttons" }, this.root));
    this.plot.addEventListener("pointermove", (event) => this.point(event));
    this.plot.addEventListener("pointerleave", () => this.highlight(null));
    this.plot.addEventListener("click", () => this.near && this.onHide(this.near[0], true));
    this.back.addEventListener("click", () => this.drawings.hidden.forEach((number) => this.onHide(number, false)));
  }

  show(drawings) {
    const drawn = drawings?.all.filter(([, pairs]) => pairs.length) ?? [];
    this.root.hidden = !drawings || !(drawn.length || drawings.hidden.length);
    const key = JSON.stringify(drawings);
    if (this.root.hidden || key === this.key) return;
    Object.assign(this, { key, drawings, drawn });
    this.scale(drawn.flatMap(([, pairs]) => pairs));
    this.paint();
    this.highlight(null);
    const { length } = drawings.hidden;
    this.back.hidden = !length;
    setText(this.back, `Show the ${length} hidden again`);
  }

  scale(pairs) {
    const range = (values, size, turned) => {
      const [low, high] = [Math.min(...values), Math.max(...values)];
      const unit = (size - 2 * EDGE) / (high - low || 1);
      return (value) => (turned ? size - EDGE - (value - low) * unit : EDGE + (value - low) * unit);
    };
    this.sx = range(pairs.map(([x]) => x), WIDTH, false);
    this.sy = range(pairs.map(([, y]) => y), HEIGHT, true);
  }

  // How many drawings pass each cell: every one counts once there.
  paint() {
    const counts = new Map();
    for (const [, pairs] of this.drawn) {
      const passed = new Set(this.through(pairs).map(([x, y]) => cell(x, y)));
      for (const each of passed) counts.set(each, (counts.get(each) ?? 0) + 1);
    }
    const most = Math.max(1, ...counts.values());
    this.cells.textContent = "";
    for (const [name, count] of counts) {
      const [column, row] = name.split(",").map(Number);
      const [width, height] = [WIDTH / COLUMNS, HEIGHT / ROWS];
      svg("rect", { x: column * width, y: row * height, width, height, "fill-opacity": (0.85 * count) / most, "data-count": count }, this.cells);
    }
  }

  // Places in pixels: of a line, one in every column that it crosses.
  through(pairs) {
    const places = pairs.map(([x, y]) => [this.sx(x), this.sy(y)]);
    if (!this.drawings.joined) return places;
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
    const places = one ? one[1].map(([x, y]) => [this.sx(x).toFixed(1), this.sy(y).toFixed(1)]) : [];
    const dot = ([x, y]) => `M${x},${y}m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0`;
    attrs(this.single, { d: this.drawings?.joined ? (one ? `M${places.join("L")}` : "") : places.map(dot).join("") });
    this.single.classList.toggle("joined", Boolean(this.drawings?.joined));
    setText(this.note, one ? `Drawing ${one[0]}. Click to take it off the screen.` : `${this.drawn.length} drawings: the darker, the more of them pass there. Point at one.`);
  }
}

const cell = (x, y) => `${Math.min(COLUMNS - 1, Math.floor((x / WIDTH) * COLUMNS))},${Math.min(ROWS - 1, Math.floor((y / HEIGHT) * ROWS))}`;
