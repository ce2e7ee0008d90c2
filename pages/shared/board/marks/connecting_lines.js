// Connecting lines from a query to the drawn points, as thick as the attention weight; the null token's line hangs below.
import { attrs, svg } from "../dom/elements.js";
import { modelColour } from "../plot/palette.js";

const LEAST = 0.005; // of the weight

export class ConnectingLinesPainter {
  constructor(mark, layers) {
    this.group = svg("g", { class: "threads", style: `--c:${modelColour(mark.model)}` }, layers.threads);
    this.nullLine = svg("line", { "data-role": "thread-null" }, this.group);
    this.label = svg("text", { class: "null-label", "text-anchor": "middle" }, this.group);
    this.end = svg("circle", { class: "thread-end", r: 4 }, this.group);
    this.lines = [];
    this.nodes = [this.group];
  }

  paint(mark, { frame, points, moved }) {
    this.mark = mark;
    const from = { x1: frame.sx(mark.x).toFixed(1), y1: frame.sy(mark.y).toFixed(1) };
    const count = Math.min(mark.weights.length, points.length);
    while (this.lines.length < count) {
      const line = svg("line", { "data-role": "thread" });
      if (mark.model) line.dataset.model = mark.model;
      this.group.insertBefore(line, this.nullLine);
      this.lines.push(line);
    }
    while (this.lines.length > count) this.lines.pop().remove();
    this.lines.forEach((line, i) => {
      const to = { x2: frame.sx(points[i].x + moved).toFixed(1), y2: frame.sy(points[i].y).toFixed(1) };
      attrs(line, { ...from, ...to, ...thickness(mark.weights[i]) });
    });
    attrs(this.end, { cx: from.x1, cy: from.y1 });
    this.paintNull(mark, frame, from);
  }

  // The null token has no place in the plot: its weight hangs from the query to the lower edge.
  paintNull(mark, frame, from) {
    const shown = mark.null_share >= LEAST;
    this.nullLine.style.display = this.label.style.display = shown ? "" : "none";
    if (!shown) return;
    // On the side where no handle writes its value.
    const side = +from.x1 > frame.right - 110 ? 44 : -44;
    const x = Math.max(frame.left + 34, +from.x1 + side);
    const y = frame.bottom - (x > +from.x1 + side ? 36 : 22);
    attrs(this.nullLine, { ...from, x2: x, y2: y, ...thickness(mark.null_share) });
    attrs(this.label, { x, y: y + 14 });
    this.label.textContent = `null ${mark.null_share.toFixed(2)}`;
  }

  highlight(index) {
    this.lines.forEach((line, i) => line.classList.toggle("lit", i === index));
    this.group.classList.toggle("dim", index !== null && index < this.lines.length);
  }
}

// A weight that is written as 0.00 has no line.
function thickness(weight) {
  const w = Math.max(0, Math.min(1, weight));
  const opacity = w < LEAST ? 0 : 0.18 + 0.72 * Math.sqrt(w);
  return { "stroke-width": (0.6 + 7 * w).toFixed(2), "stroke-opacity": opacity.toFixed(3) };
}
