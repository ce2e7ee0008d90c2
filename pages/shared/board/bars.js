// Named amounts side by side, with their numbers above the bars.
import { attrs, svg } from "./dom.js";
import { modelColour } from "./tones.js";

const TOP = 22;
const SIDE = 8;

export class Bars {
  constructor(host, area) {
    this.svg = svg("svg", { class: "bars", role: "img" }, host);
    this.base = svg("line", { class: "bars-base" }, this.svg);
    this.items = [];
    this.height = area === "multiple" ? 130 : 170;
  }

  paint(mark, panel, width) {
    const { height } = this;
    const n = mark.values.length;
    attrs(this.svg, { width, height, viewBox: `0 0 ${width} ${height}` });
    this.svg.style.setProperty("--c", modelColour(mark.model));
    this.svg.classList.toggle("stale", Boolean(mark.stale));
    this.svg.setAttribute("aria-label", mark.values.map((v, i) => `${mark.labels[i] ?? i + 1}: ${v.toFixed(2)}`).join(", "));
    while (this.items.length < n) this.items.push(this.create());
    while (this.items.length > n) Object.values(this.items.pop()).forEach((node) => node.remove());
    const low = Math.min(0, ...mark.values);
    const high = Math.max(low + 1e-9, 1, ...mark.values);
    const scale = (height - TOP - 24) / (high - low);
    const zero = TOP + high * scale;
    attrs(this.base, { x1: SIDE, x2: width - SIDE, y1: zero, y2: zero });
    const step = (width - 2 * SIDE) / Math.max(1, n);
    const longest = Math.max(4, ...mark.labels.map((s) => s.length)) * 6.2;
    const every = Math.max(1, Math.ceil(longest / step));
    mark.values.forEach((value, i) => {
      const label = i % every ? "" : mark.labels[i] ?? "";
      this.place(this.items[i], { value, i, step, zero, scale, label, number: step > 30 || i % every === 0 });
    });
  }

  create() {
    const bar = svg("rect", { class: "bar", rx: 2, "data-role": "bar" }, this.svg);
    const label = svg("text", { class: "tick", "text-anchor": "middle" }, this.svg);
    const number = svg("text", { class: "bar-number", "text-anchor": "middle" }, this.svg);
    return { bar, label, number };
  }

  place(item, { value, i, step, zero, scale, label, number }) {
    const tall = Math.abs(value) * scale;
    const width = Math.max(2, Math.min(step * 0.72, 46));
    const middle = SIDE + (i + 0.5) * step;
    const y = value < 0 ? zero : zero - tall;
    attrs(item.bar, { x: middle - width / 2, y, width, height: Math.max(0.5, tall) });
    item.bar.classList.toggle("below", value < 0);
    attrs(item.label, { x: middle, y: this.height - 6 });
    attrs(item.number, { x: middle, y: y - 5 });
    item.label.textContent = label;
    item.number.textContent = number ? value.toFixed(2).replace("-", "\u2212") : "";
  }
}
