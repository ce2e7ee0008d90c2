// Marks that can be dragged: the vertical query line and the target dots. Both set a control of the board.
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { columnOf, nearestColumn } from "../plot/frame.js";
import { draggedAlongX } from "../input/drag_along_axis.js";
import { HALF } from "./value_marks.js";

const LABEL = 110; // pixels that the label of a handle takes, and a letter of a longer one
const LETTER = 6.5;
const LINE = 11; // of the words of a dot: their height
const BESIDE = 11; // and from its middle to them

export class HandlePainter {
  constructor(mark, layers, nth, changes) {
    this.rail = svg("g", { class: "rail" }, layers.rails);
    this.hit = svg("line", { class: "handle-hit" }, this.rail);
    this.line = svg("line", { class: "handle-line" }, this.rail);
    this.group = svg("g", { class: "handle", tabindex: 0, role: "slider", "data-handle": mark.edit }, layers.handles);
    this.grip = svg("path", { class: "handle-grip" }, this.group);
    this.text = svg("text", { class: "handle-text" }, this.group);
    this.nodes = [this.rail, this.group];
    this.changes = changes;
    draggedAlongX({ grips: [this.rail, this.group], focus: this.group, surface: layers.svg }, {
      frame: () => this.frame,
      value: () => clamp(this.x, ...this.frame.x), // out of view it is pulled from where it waits
      set: (x) => this.moveTo(x),
      step: () => this.columns || undefined,
      begin: () => changes.begin(),
      end: () => changes.end(),
    });
  }

  paint(mark, { frame, across, columns }) {
    Object.assign(this, { mark, frame, across, columns });
    // What was chosen, or while that is out of view where the scene has put it instead.
    const own = this.changes.drawing.own[mark.edit];
    this.place(own >= frame.x[0] && own <= frame.x[1] ? own : mark.x);
  }

  moveTo(x) {
    this.place(x);
    this.changes.set(this.mark.edit, x);
  }

  // Its words stand to the right of it, unless there is no room, or `left`: another handle's words stand there.
  side(left) {
    const flip = left || this.px > this.frame.right - Math.max(LABEL, this.text.textContent.length * LETTER);
    attrs(this.text, { x: this.px + (flip ? -12 : 12), "text-anchor": flip ? "end" : "start" });
  }

  place(x) {
    const { frame, mark, columns } = this;
    const outside = x < frame.x[0] || x > frame.x[1];
    const px = +frame.sx(clamp(columns ? nearestColumn(columns, x) : x, ...frame.x)).toFixed(1);
    Object.assign(this, { x, px });
    // Out of view it waits at the edge: the grip can still be pulled in.
    for (const node of this.nodes) node.classList.toggle("parked", outside);
    for (const line of [this.hit, this.line]) attrs(line, { x1: px, x2: px, y1: frame.top, y2: frame.bottom });
    // It stands on the axis: hung below, it would cover the number that it stands at.
    this.grip.setAttribute("d", `M${px - 7} ${frame.bottom}h14v-7l-7 -7l-7 7z`);
    attrs(this.text, { y: frame.bottom - 6 });
    const [low, high] = frame.x;
    const place = columns ? `step ${columnOf(columns, x) + 1}` : `x = ${this.across.text(x)}`;
    this.text.textContent = columns ? `${mark.label}: ${place}` : `${mark.label || "x"} = ${this.across.text(x)}`;
    this.side(this.beside?.() ?? false);
    const range = { "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": x };
    attrs(this.group, { "aria-label": mark.label || mark.edit, "aria-valuetext": place, ...range });
  }
}

const POINT = 6; // pixels, as the numbers below
const RADII = { grid: 2.5, right: 11, wrong: 11, outside: 9 };

export class DotsPainter {
  constructor(mark, layers, nth, changes) {
    this.group = svg("g", { class: `dots ${mark.role}` }, mark.edit ? layers.targets : layers.dots);
    this.keys = svg("g", {}, layers.handles);
    this.nodes = [this.group, this.keys];
    this.changes = changes;
    this.layers = layers;
    this.items = [];
  }

  paint(mark, { frame, across }) {
    this.mark = mark;
    this.frame = frame;
    this.across = across;
    while (this.items.length < mark.x.length) this.items.push(this.create(this.items.length));
    while (this.items.length > mark.x.length) remove(this.items.pop());
    const own = this.changes.drawing.own[mark.edit];
    this.xs = own?.length === mark.x.length ? [...own] : [...mark.x];
    this.items.forEach((item, i) => this.place(item, i));
  }

  create(i) {
    const edits = Boolean(this.mark.edit);
    const g = svg("g", { class: edits ? "target editable" : "target" }, this.group);
    if (edits) svg("circle", { class: "hit", r: 15 }, g);
    const { role } = this.mark;
    const dot = svg("circle", { class: "hollow", "data-role": role, r: RADII[role] ?? POINT }, g);
    const label = svg("text", { class: "dot-label", "text-anchor": "middle" }, g);
    return { g, dot, label, ...(edits ? this.makeSlide(g, i) : { focus: g }) };
  }

  // Seen and touched under the points, focused after them. A second grip, on the axis, is there for the target that a
  // point covers.
  makeSlide(g, i) {
    const focus = svg("g", { class: "target-focus", tabindex: 0, role: "slider", "data-target": i }, this.keys);
    svg("circle", { class: "target-ring", r: 10 }, focus);
    const grip = svg("path", { class: "target-grip" }, focus);
    draggedAlongX({ grips: [g, grip], focus, surface: this.layers.svg }, {
      frame: () => this.frame,
      value: () => clamp(this.xs[i], ...this.frame.x), // out of view it is pulled from where its grip waits
      begin: () => this.changes.begin(),
      end: () => this.changes.end(),
      set: (x) => {
        this.xs[i] = x;
        this.place(this.items[i], i);
        this.changes.set(this.mark.edit, [...this.xs]);
      },
    });
    return { focus, grip };
  }

  // Words stand above their dot, and above the diamond of its own y, too; beside it where they would leave the plot.
  placed(cx, cy) {
    const { frame } = this;
    const above = cy - 5 - HALF;
    if (above - LINE >= frame.top) return { x: cx, y: above, "text-anchor": "middle" };
    const right = cx < (frame.left + frame.right) / 2;
    return { x: right ? cx + BESIDE : cx - BESIDE, y: cy + 4, "text-anchor": right ? "start" : "end" };
  }

  place(item, i) {
    const { mark, frame } = this;
    const cx = frame.sx(this.xs[i]).toFixed(1);
    const cy = frame.sy(mark.y[i]).toFixed(1);
    for (const node of [item.g, item.focus]) {
      for (const circle of node.querySelectorAll("circle")) attrs(circle, { cx, cy });
    }
    const { x: view } = frame;
    item.g.style.display = mark.edit && (this.xs[i] < view[0] || this.xs[i] > view[1]) ? "none" : "";
    attrs(item.label, this.placed(+cx, +cy));
    item.label.textContent = mark.labels[i] ?? "";
    attrs(item.dot, { "data-x": this.xs[i], "data-y": mark.y[i] });
    if (!mark.edit) return;
    const px = frame.sx(clamp(this.xs[i], ...view)).toFixed(1);
    item.grip.setAttribute("d", `M${px - 6} ${frame.bottom}h12v-6l-6 -6l-6 6z`);
    const name = mark.labels[i] || `${i + 1} of ${this.xs.length}`;
    const [low, high] = frame.x;
    const range = { "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": this.xs[i] };
    attrs(item.focus, { "aria-label": `Target ${name}`, "aria-valuetext": `x = ${this.across.text(this.xs[i])}`, ...range });
  }
}

function remove({ g, focus }) {
  g.remove();
  focus.remove();
}
