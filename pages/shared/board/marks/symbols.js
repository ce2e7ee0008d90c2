// Letters joined by lines as thick as weights: two strings that are aligned, or a tree of strings. One of them is picked
// by a click, or with the arrow keys.
import { attrs, setText, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { modelColour } from "../plot/palette.js";

const LARGEST = 32; // pixels of a letter
const PART = 1.25; // of the box that a letter takes
const WIDE = 0.92; // where there are letters as wide as high
const THIN = 0.015; // weights from which a line can be seen
const MOVES = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export class SymbolsPainter {
  constructor(mark, layers, nth, changes) {
    this.changes = changes;
    const style = `--c:${modelColour(mark.model)}`;
    this.rays = svg("g", { class: "symbol-lines", style }, layers.threads);
    this.letters = svg("g", { class: "symbols", style }, layers.dots);
    this.ring = svg("rect", { class: "symbol-ring", rx: 5 }, this.letters);
    this.keys = svg("rect", { class: "symbol-keys", rx: 5, tabindex: 0, role: "slider" }, layers.handles);
    this.nodes = [this.rays, this.letters, this.keys];
    this.letters.addEventListener("click", (event) => this.pick(Number(event.target.dataset.pick ?? -1)));
    this.keys.addEventListener("keydown", (event) => this.key(event));
  }

  paint(mark, { frame }) {
    Object.assign(this, { mark, frame });
    const wide = mark.labels.some((text) => text.codePointAt(0) > 0x2e80);
    this.size = Math.min(LARGEST, (wide ? WIDE : PART) * frame.kx);
    attrs(this.letters, { "font-size": this.size.toFixed(1) });
    this.write();
    this.join();
    this.showPicked();
  }

  at(i) {
    return [this.frame.sx(this.mark.x[i]), this.frame.sy(this.mark.y[i])];
  }

  write() {
    const { mark, letters, frame } = this;
    while (letters.children.length <= mark.labels.length) svg("text", { "data-role": "symbol" }, letters);
    while (letters.children.length > mark.labels.length + 1) letters.lastChild.remove();
    mark.labels.forEach((text, i) => {
      const node = letters.children[i + 1];
      const tone = mark.tones[i];
      const [x, row] = this.at(i);
      const y = row + 1.15 * this.size * ({ above: -1, below: 1 }[tone] ?? 0);
      const left = tone === "start";
      attrs(node, { x: (left ? x - frame.kx / 2 : x).toFixed(1), y: (y + 0.36 * this.size).toFixed(1), class: `symbol ${tone}`, "text-anchor": left ? "start" : "middle" });
      attrs(node, { "data-pick": mark.edit ? mark.picks[i] : -1 });
      setText(node, text === " " ? "\u2423" : text);
    });
  }

  join() {
    const { mark, rays } = this;
    const seen = mark.lines.map((ends, i) => [ends, mark.weights[i]]).filter(([, weight]) => weight >= THIN);
    while (rays.children.length < seen.length) svg("line", { "data-role": "thread" }, rays);
    while (rays.children.length > seen.length) rays.lastChild.remove();
    seen.forEach(([[from, to], weight], i) => {
      const [x1, y1, x2, y2] = this.shortened(from, to);
      const thick = { "stroke-width": (0.6 + 7 * weight).toFixed(2), "stroke-opacity": (0.18 + 0.72 * Math.sqrt(weight)).toFixed(3) };
      attrs(rays.children[i], { x1, y1, x2, y2, ...thick });
    });
  }

  // From letter to letter, not through them: between two strings from below one to above the other, in a tree along the line.
  shortened(from, to) {
    const [[ax, ay], [bx, by]] = [this.at(from), this.at(to)];
    if (this.mark.label) {
      const gap = Math.sign(by - ay) * Math.min(0.75 * this.size, Math.abs(by - ay) / 2);
      return [ax, ay + gap, bx, by - gap].map((v) => v.toFixed(1));
    }
    const away = Math.min(0.45, (0.75 * this.size) / Math.max(1, Math.hypot(bx - ax, by - ay)));
    const between = (a, b) => [a + away * (b - a), b - away * (b - a)].map((v) => v.toFixed(1));
    const [[x1, x2], [y1, y2]] = [between(ax, bx), between(ay, by)];
    return [x1, y1, x2, y2];
  }

  // ---- picking -------------------------------------------------------------------------------
  get most() {
    return Math.max(-1, ...this.mark.picks);
  }

  showPicked() {
    const { mark, frame, size } = this;
    const i = mark.edit ? mark.picks.indexOf(mark.picked) : -1;
    for (const node of [this.ring, this.keys]) node.style.display = i < 0 ? "none" : "";
    if (i < 0) return;
    const [x, y] = this.at(i);
    const [width, height] = [Math.max(frame.kx, 0.8 * size), 1.5 * size];
    const box = { x: (x - width / 2).toFixed(1), y: (y - height / 2).toFixed(1), width: width.toFixed(1), height: height.toFixed(1) };
    for (const node of [this.ring, this.keys]) attrs(node, box);
    const range = { "aria-valuemin": 1, "aria-valuemax": this.most + 1, "aria-valuenow": mark.picked + 1 };
    attrs(this.keys, { "aria-label": "Letter written", "aria-valuetext": `${mark.picked + 1}: ${mark.labels[i]}`, ...range });
  }

  pick(number) {
    const { mark, changes } = this;
    if (!mark.edit || number < 0 || number === mark.picked) return;
    changes.edit(() => changes.set(mark.edit, number));
  }

  key(event) {
    const step = MOVES[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.pick(clamp(this.mark.picked + step, 0, this.most));
  }
}
