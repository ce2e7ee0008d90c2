// A ring that is dragged over a plane: its two numbers are controls of the board.
import { attrs, setText, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { draggedOverPlane } from "../input/drag_over_plane.js";

const RADIUS = 6;
const REACH = 17; // pixels about the middle in which a finger takes it
const BESIDE = 11;
const BELOW = 22; // the words of the first ring stand below it, of another one beside it
const ROOM = 90; // that the words beside it take

export class PlacePainter {
  constructor(mark, layers, nth, changes) {
    // The first of a plane is taken anywhere on it, any other by its ring, as all are among points of one's own.
    const ground = !nth && mark.anywhere ? layers.rails : null;
    this.ground = svg("rect", { class: "place-ground" }, ground);
    this.lines = svg("path", { class: "place-lines" }, layers.rails);
    const edit = mark.edit.join(" ");
    // Among points of one's own it lies below them, so that none is out of reach.
    const layer = mark.anywhere ? layers.handles : layers.rails;
    this.group = svg("g", { class: "place", tabindex: 0, role: "slider", "data-place": edit }, layer);
    this.hit = svg("circle", { class: "place-hit", r: REACH }, this.group);
    this.ring = svg("circle", { class: "place-ring", r: RADIUS }, this.group);
    this.text = svg("text", { class: "place-text" }, this.group);
    this.nodes = [this.ground, this.lines, this.group];
    Object.assign(this, { changes, nth });
    draggedOverPlane({ grip: this.hit, ground: ground && this.ground, focus: this.group, surface: layers.svg }, {
      frame: () => this.frame,
      value: () => this.at,
      ends: () => this.mark.ends,
      step: () => this.mark.step,
      set: (at) => this.moveTo(at),
      begin: () => changes.begin(),
      end: () => changes.end(),
    });
  }

  paint(mark, { frame, across, upward }) {
    Object.assign(this, { mark, frame, across, upward });
    const chosen = mark.edit.map((name, i) => this.changes.value(name) ?? [mark.x, mark.y][i] - mark.origin[i]);
    this.stand(chosen.map((value, i) => value + mark.origin[i]));
  }

  moveTo(at) {
    this.stand(at);
    this.mark.edit.forEach((name, i) => this.changes.set(name, +(at[i] - this.mark.origin[i]).toFixed(4)));
  }

  stand(at) {
    const { frame, mark, across, upward } = this;
    this.at = at.map((value, i) => clamp(value, ...mark.ends[i]));
    const [px, py] = [frame.sx(this.at[0]), frame.sy(this.at[1])].map((pixel) => +pixel.toFixed(1));
    const { left, right, top, bottom } = frame;
    attrs(this.ground, { x: left, y: top, width: right - left, height: bottom - top });
    attrs(this.lines, { d: `M${left} ${py}H${right}M${px} ${top}V${bottom}` });
    for (const circle of [this.hit, this.ring]) attrs(circle, { cx: px, cy: py });
    this.write(px, py);
    setText(this.text, mark.label);
    const words = `${across.text(this.at[0])}, ${upward.text(this.at[1])}`;
    const [low, high] = mark.ends[0];
    const range = { "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": this.at[0] };
    attrs(this.group, { "aria-label": mark.held, "aria-valuetext": words, ...range });
  }

  write(px, py) {
    const { left, right, bottom } = this.frame;
    const half = ROOM / 2;
    if (this.nth) {
      const flip = px > right - ROOM;
      attrs(this.text, { x: px + (flip ? -BESIDE : BESIDE), y: py - BESIDE, "text-anchor": flip ? "end" : "start" });
    } else {
      const y = py + BELOW > bottom ? py - BESIDE : py + BELOW;
      attrs(this.text, { x: clamp(px, left + half, right - half), y, "text-anchor": "middle" });
    }
  }
}
