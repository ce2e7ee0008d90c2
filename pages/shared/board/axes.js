// Everything in a plot that depends on its frame alone: box, grid, ticks, axis titles, the tint of the training range.
import { short, svg } from "./dom.js";
import { ticks } from "./frame.js";

export class Axes {
  constructor(under, over) {
    this.under = under;
    this.over = over;
  }

  draw(frame, panel) {
    const key = `${panel.x_title}\n${panel.y_title}\n${panel.tint}`;
    if (frame === this.frame && key === this.key) return;
    Object.assign(this, { frame, key });
    this.under.textContent = "";
    this.over.textContent = "";
    const box = { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top };
    svg("rect", { class: "frame", rx: 3, ...box }, this.under);
    if (panel.drawing) return;
    if (panel.tint) this.tint(frame, panel.tint);
    this.horizontal(frame, panel.x_title);
    this.vertical(frame, panel.y_title);
  }

  tint(frame, [a, b]) {
    const from = Math.max(frame.sx(a), frame.left);
    const to = Math.min(frame.sx(b), frame.right);
    if (to <= from) return;
    const height = frame.bottom - frame.top;
    svg("rect", { class: "tint", x: from, y: frame.top, width: to - from, height }, this.under);
    if (frame.area !== "stage") return;
    const label = `trained on ${short(a)} \u2026 ${short(b)}`;
    svg("text", { class: "tint-label", x: from + 7, y: frame.top + 15, text: label }, this.over);
  }

  rule(ends, value) {
    const name = value === 0 ? "grid zero" : "grid";
    svg("line", { ...ends, class: name, "shape-rendering": "crispEdges" }, this.under);
  }

  horizontal(frame, title) {
    const y = frame.bottom;
    for (const t of ticks(...frame.x, Math.max(3, (frame.right - frame.left) / 75))) {
      const x = frame.sx(t).toFixed(1);
      this.rule({ x1: x, x2: x, y1: frame.top, y2: y }, t);
      svg("text", { class: "tick", x, y: y + 16, "text-anchor": "middle", text: short(t) }, this.over);
    }
    const middle = (frame.left + frame.right) / 2;
    svg("text", { class: "axis", x: middle, y: y + 32, "text-anchor": "middle", text: title }, this.over);
  }

  vertical(frame, title) {
    const tall = frame.bottom - frame.top;
    for (const t of ticks(...frame.y, Math.max(3, tall / 55))) {
      const y = frame.sy(t).toFixed(1);
      this.rule({ y1: y, y2: y, x1: frame.left, x2: frame.right }, t);
      svg("text", { class: "tick", x: frame.left - 7, y: +y + 4, "text-anchor": "end", text: short(t) }, this.over);
    }
    const x = frame.area === "multiple" ? 10 : 14;
    const turn = `translate(${x} ${(frame.top + frame.bottom) / 2}) rotate(-90)`;
    svg("text", { class: "axis", transform: turn, "text-anchor": "middle", text: title }, this.over);
  }
}
