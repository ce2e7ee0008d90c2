// The marks of a plot that cannot be moved: predictive curves and plain lines.
import { svg } from "../dom/elements.js";
import { lineColour, modelColour } from "../plot/palette.js";
import { bandPath, Grid, linePath } from "./paths.js";
import { unchanged } from "./unchanged.js";

const PREFIX = { model: "", "shifted-prediction": "shifted-prediction-", limit: "limit-" };

// Every painter owns the nodes of one mark. Nodes persist; painting again only rewrites their geometry.
export class CurvePainter {
  constructor(mark, layers) {
    const prefix = PREFIX[mark.role] ?? "";
    const shared = { "data-model": mark.model, style: `--c:${modelColour(mark.role === "limit" ? "bayes" : mark.model)}` };
    this.grid = new Grid();
    this.drawn = unchanged();
    this.band = svg("path", { "data-role": `${prefix}band`, ...shared }, layers.bands);
    // A shifted prediction or a limit is an outline over another band: a second outline would only clutter.
    this.inner = mark.role === "model" ? svg("path", { "data-role": "band-inner", ...shared }, layers.bands) : null;
    this.mean = svg("path", { "data-role": `${prefix}mean`, ...shared }, layers.lines);
    this.nodes = [this.band, this.inner, this.mean].filter(Boolean);
  }

  paint(mark, { frame }) {
    if (this.drawn(frame, mark.x, mark.mean, mark.sd)) return;
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
    this.drawn = unchanged();
    this.line = svg("path", attributes, layers.lines);
    this.nodes = [this.line];
  }

  paint(mark, { frame }) {
    this.line.classList.toggle("dashed", mark.dashed);
    if (this.drawn(frame, mark.x, mark.y)) return;
    this.line.setAttribute("d", linePath(this.grid.pixels(mark.x, frame), mark.y, frame));
  }
}
