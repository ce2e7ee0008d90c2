// A horizontal line that is dragged up and down: its place is a control of the board.
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { draggedAlongY } from "../input/drag_along_axis.js";

const ABOVE = 6; // the words stand so far over the line
const UNDER = 17; // or their foot so far below it
const BESIDE = 12; // and so far to the right of the grip
const AWAY = 8; // from the right end of the line
const FURTHER = 6; // from one place to the next
const LETTER = 5.6;
const HIGH = 12;
const POINT = 9; // half of what a point takes

export class LevelPainter {
  constructor(mark, layers, nth, changes) {
    this.rail = svg("g", { class: "rail level" }, layers.rails);
    this.hit = svg("line", { class: "handle-hit" }, this.rail);
    this.line = svg("line", { class: "handle-line", "data-line": mark.edit }, this.rail);
    this.group = svg("g", { class: "handle level", tabindex: 0, role: "slider", "data-handle": mark.edit }, layers.handles);
    this.grip = svg("path", { class: "handle-grip" }, this.group);
    this.text = svg("text", { class: "handle-text" }, this.group);
    this.nodes = [this.rail, this.group];
    this.changes = changes;
    draggedAlongY({ grips: [this.rail, this.group], focus: this.group, surface: layers.svg }, {
      frame: () => this.frame,
      value: () => clamp(this.y, ...this.range()),
      range: () => this.range(),
      step: () => this.mark.step,
      set: (y) => this.moveTo(y),
      begin: () => changes.begin(),
      end: () => changes.end(),
    });
  }

  // What the control allows, as far as it is in view.
  range() {
    const [low, high] = this.frame.y;
    return [Math.max(low, this.mark.ends[0]), Math.min(high, this.mark.ends[1])];
  }

  paint(mark, { frame, upward, points }) {
    Object.assign(this, { mark, frame, upward, points });
    this.place(this.changes.drawing.own[mark.edit] ?? mark.y);
  }

  moveTo(y) {
    const { step } = this.mark;
    const at = +(Math.round(y / step) * step).toFixed(4);
    this.place(at);
    this.changes.set(this.mark.edit, at);
  }

  place(y) {
    this.y = y;
    const { frame, mark } = this;
    const py = +frame.sy(clamp(y, ...frame.y)).toFixed(1);
    for (const line of [this.hit, this.line]) attrs(line, { x1: frame.left, x2: frame.right, y1: py, y2: py });
    this.grip.setAttribute("d", `M${frame.left} ${py - 7}v14h7l7 -7l-7 -7z`);
    this.text.textContent = `${mark.label} = ${this.upward.text(y)}`;
    attrs(this.text, this.clear(py));
    const [low, high] = this.range();
    const range = { "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": y };
    attrs(this.group, { "aria-label": mark.label, "aria-orientation": "vertical", "aria-valuetext": `y = ${this.upward.text(y)}`, ...range });
  }

  // The first place from the left where the words lie over no drawn point: over the line, else below it. Where there is
  // none, the one that is furthest from all of them.
  clear(py) {
    const { frame, points } = this;
    const long = this.text.textContent.length * LETTER;
    const [left, last] = [frame.left + 7 + BESIDE, frame.right - AWAY - long];
    const dots = points.map(({ x, y }) => [frame.sx(x), frame.sy(y)]);
    const room = ({ x, y }) => Math.min(POINT, ...dots.map(([cx, cy]) => Math.max(x - cx, cx - x - long, y - HIGH - cy, cy - y)));
    const across = Array.from({ length: Math.max(1, Math.floor((last - left) / FURTHER)) }, (_, i) => left + i * FURTHER);
    const places = [py - ABOVE, py + UNDER].flatMap((y) => across.map((x) => ({ x, y })));
    const rooms = places.map(room);
    return places[rooms.indexOf(Math.max(...rooms))];
  }
}
