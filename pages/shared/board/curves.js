// The marks of a plot that the person only looks at: predictive curves, plain lines and threads.
import { attrs, svg } from "./dom.js";
import { lineColour, modelColour } from "./tones.js";
import { bandPath, Grid, linePath } from "./paths.js";

const PREFIX = { model: "", ghost: "ghost-", limit: "limit-" };

// Every painter owns the nodes of one mark. Nodes persist; painting again only rewrites their geometry.
export class CurvePainter {
  constructor(mark, layers) {
    const prefix = PREFIX[mark.role] ?? "";
    const shared = { "data-model": mark.model, style: `--c:${modelColour(mark.role === "limit" ? "bayes" : mark.model)}` };
    this.grid = new Grid();
    this.band = svg("path", { "data-role": `${prefix}band`, ...shared }, layers.bands);
    // A ghost or a limit is an outline laid over another band: a second outline would only clutter.
    this.inner = mark.role === "model" ? svg("path", { "data-role": "band-inner", ...shared }, layers.bands) : null;
    this.mean = svg("path", { "data-role": `${prefix}mean`, ...shared }, layers.lines);
    this.nodes = [this.band, this.inner, this.mean].filter(Boolean);
  }

  paint(mark, { frame }) {
    const pixels = this.grid.pixels(mark.x, frame);
    this.band.setAttribute("d", bandPath(pixels, mark.mean, mark.sd, 2, frame));
    this.inner?.setAttribute("d", bandPath(pixels, mark.mean, mark.sd, 1, frame));
    this.mean.setAttribute("d", linePath(pixels, mark.mean, frame));
  }
}

export class LinePainter {
  constructor(mark, layers, nth) {
    const attributes = { "data-role": "line", "data-line": mark.role, style: `--c:${lineColour(mark, nth)}` };
    if (mark.model) attributes["data-model"] = mark.model;
    this.grid = new Grid();
    this.line = svg("path", attributes, layers.lines);
    this.nodes = [this.line];
  }

  paint(mark, { frame }) {
    this.line.classList.toggle("dashed", mark.dashed);
    this.line.setAttribute("d", linePath(this.grid.pixels(mark.x, frame), mark.y, frame));
  }
}

export class ThreadPainter {
  constructor(mark, layers) {
    this.group = svg("g", { class: "threads", style: `--c:${modelColour(mark.model)}` }, layers.threads);
    this.prior = svg("line", { "data-role": "thread-prior" }, this.group);
    this.label = svg("text", { class: "prior-label", "text-anchor": "middle" }, this.group);
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
      this.group.insertBefore(line, this.prior);
      this.lines.push(line);
    }
    while (this.lines.length > count) this.lines.pop().remove();
    this.lines.forEach((line, i) => {
      const to = { x2: frame.sx(points[i].x + moved).toFixed(1), y2: frame.sy(points[i].y).toFixed(1) };
      attrs(line, { ...from, ...to, ...thickness(mark.weights[i]) });
    });
    attrs(this.end, { cx: from.x1, cy: from.y1 });
    this.paintPrior(mark, frame, from);
  }

  // The null token has no place in the plot: its share hangs from the query to the lower edge.
  paintPrior(mark, frame, from) {
    const shown = mark.prior > 0.005;
    this.prior.style.display = this.label.style.display = shown ? "" : "none";
    if (!shown) return;
    // On the side where no handle writes its value.
    const side = +from.x1 > frame.right - 110 ? 44 : -44;
    const x = Math.max(frame.left + 34, +from.x1 + side);
    const y = frame.bottom - (x > +from.x1 + side ? 36 : 22);
    attrs(this.prior, { ...from, x2: x, y2: y, ...thickness(mark.prior) });
    attrs(this.label, { x, y: y + 14 });
    this.label.textContent = `prior ${mark.prior.toFixed(2)}`;
  }

  light(index) {
    this.lines.forEach((line, i) => line.classList.toggle("lit", i === index));
    this.group.classList.toggle("dim", index !== null && index < this.lines.length);
  }
}

function thickness(weight) {
  const w = Math.max(0, Math.min(1, weight));
  return { "stroke-width": (0.6 + 7 * w).toFixed(2), "stroke-opacity": (0.18 + 0.72 * Math.sqrt(w)).toFixed(3) };
}
