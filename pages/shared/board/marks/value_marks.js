// A value, as a target's own y, as a diamond that is dragged up and down, and the names of drawn points.
import { attrs, setText, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { draggedAlongY } from "../input/drag_along_axis.js";

export const HALF = 11; // of a diamond: the circle of the prediction can be seen within
const BESIDE = 15; // the name stands so far to the left
const BELOW = 20; // and that of a point so far below
const MIDDLE = 4; // half the height of a letter

export class ValuesPainter {
  constructor(mark, layers, nth, changes) {
    this.group = svg("g", { class: "values" }, layers.handles);
    this.nodes = [this.group];
    this.changes = changes;
    this.layers = layers;
    this.items = [];
  }

  paint(mark, { frame, upward }) {
    Object.assign(this, { mark, frame, upward });
    while (this.items.length < mark.y.length) this.items.push(this.create(this.items.length));
    while (this.items.length > mark.y.length) this.items.pop().g.remove();
    const own = this.changes.drawing.own[mark.edit];
    this.ys = own?.length === mark.y.length ? [...own] : [...mark.y];
    this.items.forEach((item, i) => this.place(item, i));
  }

  create(i) {
    const g = svg("g", { class: "value", tabindex: 0, role: "slider", "data-value-of": i }, this.group);
    const hit = svg("circle", { class: "hit", r: 16 }, g);
    const shape = svg("path", { class: "diamond" }, g);
    const label = svg("text", { class: "dot-label", "text-anchor": "end" }, g);
    draggedAlongY({ grips: [g], focus: g, surface: this.layers.svg }, {
      frame: () => this.frame,
      value: () => clamp(this.ys[i], ...this.frame.y),
      begin: () => this.changes.begin(),
      end: () => this.changes.end(),
      set: (y) => {
        this.ys[i] = y;
        this.place(this.items[i], i);
        this.changes.set(this.mark.edit, [...this.ys]);
      },
    });
    return { g, hit, shape, label };
  }

  place({ g, hit, shape, label }, i) {
    const { frame, mark, upward } = this;
    const y = this.ys[i];
    const cx = +frame.sx(mark.x[i]).toFixed(1);
    const cy = +frame.sy(clamp(y, ...frame.y)).toFixed(1);
    g.style.display = frame.holds(cx, cy) ? "" : "none";
    attrs(hit, { cx, cy });
    shape.setAttribute("d", `M${cx} ${cy - HALF}l${HALF} ${HALF}l${-HALF} ${HALF}l${-HALF} ${-HALF}z`);
    attrs(label, { x: cx - BESIDE, y: cy + 4 });
    setText(label, mark.labels[i] ?? "");
    const [low, high] = frame.y;
    attrs(g, { "aria-label": mark.labels[i], "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": y, "aria-valuetext": `${upward.label} = ${upward.text(y)}` });
  }
}

export class NamesPainter {
  constructor(mark, layers) {
    this.region = mark.role === "region";
    this.group = svg("g", { class: this.region ? "names regions" : "names", "aria-hidden": "true" }, layers.dots);
    this.nodes = [this.group];
  }

  // The names stay at the points that are being dragged; those of regions stand where they are.
  paint(mark, { frame, points }) {
    this.mark = mark;
    const at = !this.region && points.length === mark.x.length ? points : mark.x.map((x, i) => ({ x, y: mark.y[i] }));
    while (this.group.children.length < mark.x.length) svg("text", { class: "dot-label", "text-anchor": "middle" }, this.group);
    while (this.group.children.length > mark.x.length) this.group.lastChild.remove();
    at.forEach(({ x, y }, i) => {
      const node = this.group.children[i];
      attrs(node, { x: frame.sx(x).toFixed(1), y: (frame.sy(y) + (this.region ? MIDDLE : BELOW)).toFixed(1) });
      setText(node, mark.labels[i]);
    });
  }
}
