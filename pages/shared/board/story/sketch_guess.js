// What is drawn on the stage with one or more strokes: a band about the mean, or a curve. One value at each of the given x.
import { attrs, html, svg } from "../dom/elements.js";
import { keepTouch } from "../input/pointer_moves.js";
import { spend } from "../room/spent.js";

const RAISE = 0.1; // of y, by one key
const HALF = 36; // pixels: of the words "your guess"
const limited = (value, low, high) => Math.min(high, Math.max(low, value));

class SketchGuess {
  // `plot()` is the stage's; `mean()` the curve about which a band lies, as {x, y}.
  constructor(root, onGuess, { plot, mean }) {
    Object.assign(this, { onGuess, plot, mean });
    this.root = html("div", { class: `guess-${this.kind}` }, root);
    this.text = html("p", { class: "guess-note" }, this.root);
    this.commit = html("button", { type: "button", class: "guess-commit", text: "This is my guess" }, this.root);
    this.commit.addEventListener("click", () => this.onGuess(this.drawing));
    this.layer = svg("g", { class: "sketch" });
    this.hit = svg("rect", { class: "sketch-hit" }, this.layer);
    this.path = svg("path", { class: `sketch-${this.shape}` }, this.layer);
    this.mark = svg("circle", { class: "sketch-place", r: 5 }, this.layer); // where the keys draw
    this.name = svg("text", { class: "sketch-name", "text-anchor": "middle", text: "your guess" }, this.layer);
    this.hit.addEventListener("pointerdown", (event) => this.begin(event));
    this.hit.addEventListener("pointermove", (event) => this.last && this.stroke(event));
    for (const name of ["pointerup", "pointercancel"]) this.hit.addEventListener(name, () => (this.last = null));
    keepTouch(this.hit, { wanted: () => !this.frozen });
    this.hit.addEventListener("keydown", (event) => this.pressed(event));
  }

  get drawing() {
    return this.values.map((v) => Number(v.toFixed(4)));
  }

  show({ at, label }, { guess, verdict, revealed, sent }) {
    Object.assign(this, { at, sent, frozen: Boolean(guess), outcome: verdict?.outcome ?? null });
    this.layer.classList.toggle("judged", Boolean(verdict));
    this.layer.classList.toggle("open", !this.frozen);
    this.layer.classList.toggle("revealed", Boolean(revealed)); // no one has drawn it
    const other = this.values?.length !== at.length;
    if (other) Object.assign(this, { drawn: false, place: Math.floor(at.length / 2) });
    if (guess || other) this.values = guess ?? this.start();
    this.text.textContent = guess ? "" : this.note;
    this.commit.hidden = this.frozen;
    attrs(this.hit, { tabindex: this.frozen ? -1 : 0, role: "slider", "aria-label": label + this.what });
    this.refresh();
  }

  begin(event) {
    if (this.frozen || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    this.hit.setPointerCapture(event.pointerId);
    this.stroke(event);
  }

  // Between two events the stroke is a straight line.
  stroke(event) {
    event.stopPropagation();
    const { frame } = this.plot();
    const box = this.plot().svg.getBoundingClientRect();
    const scale = box.width / frame.width;
    const here = [frame.dataX((event.clientX - box.left) / scale), frame.dataY((event.clientY - box.top) / scale)];
    const from = this.last ?? here;
    this.last = here;
    const [low, high] = from[0] <= here[0] ? [from, here] : [here, from];
    const reach = (this.at.at(-1) - this.at[0]) / (this.at.length - 1) / 2;
    this.at.forEach((x, i) => {
      if (x < low[0] - reach || x > high[0] + reach) return;
      const share = high[0] > low[0] ? limited((x - low[0]) / (high[0] - low[0]), 0, 1) : 0;
      this.values[i] = this.valueOf(x, low[1] + share * (high[1] - low[1]));
    });
    this.drawn = true;
    this.refresh();
  }

  // The first Enter goes to the plot, the next one commits what is drawn.
  key(name) {
    if (name !== "Enter") return null;
    const reached = this.layer.contains(this.layer.getRootNode().activeElement);
    if (!reached) return () => this.hit.focus();
    return this.drawn ? () => this.commit.click() : null;
  }

  // Left and right choose a place, up and down draw there; its neighbours follow half the way, so that no single value
  // sticks out.
  byKey(key) {
    const { values, place } = this;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (step) this.place = limited(place + step, 0, values.length - 1);
    const by = { ArrowUp: RAISE, ArrowDown: -RAISE }[key];
    if (by) this.values = values.map((v, i) => this.raised(v, by * Math.max(0, 1 - Math.abs(i - place) / 2)));
    return Boolean(step || by);
  }

  raised(value, by) {
    return value + by;
  }

  describe() {
    const { at, place, values } = this;
    attrs(this.hit, { "aria-valuenow": values[place].toFixed(2), "aria-valuetext": `${values[place].toFixed(2)} at x = ${at[place].toFixed(2)}` });
  }

  pressed(event) {
    if (this.frozen || !this.byKey(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    this.drawn = true;
    this.refresh();
  }

  refresh() {
    spend(this.commit, this.drawing, this.sent, !this.drawn);
    this.describe();
    this.draw();
  }

  // Over everything on the stage while it is drawn, so that a stroke adds no point.
  draw() {
    const plot = this.plot();
    if (!plot?.frame || !this.at) return;
    const { frame } = plot;
    if (this.layer.parentNode !== plot.svg) plot.svg.append(this.layer);
    attrs(this.hit, { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top });
    this.hit.style.display = this.frozen ? "none" : "";
    attrs(this.path, { "clip-path": `url(#${plot.clip.parentNode.id})` }); // a wide band ends at the plot's edge
    this.drawIn(frame);
    attrs(this.mark, { cx: frame.sx(this.at[this.place]), cy: frame.sy(this.edgeAt(this.place)) });
    const edge = this.at.map((_, i) => this.edgeAt(i));
    const highest = edge.indexOf(Math.max(...edge)); // above it no point of the curve hides the words
    const above = limited(frame.sy(edge[highest]) - 8, frame.top + 14, frame.bottom - 8);
    attrs(this.name, { x: limited(frame.sx(this.at[highest]), frame.left + HALF, frame.right - HALF), y: above });
  }

  // Through y (one for each x), in pixels.
  through(frame, y) {
    return this.at.map((x, i) => `${frame.sx(x).toFixed(1)},${frame.sy(y[i]).toFixed(1)}`);
  }

  // The plot may be painted anew after it.
  destroy() {
    this.at = null;
    this.layer.remove();
  }
}

// A value is half the band's width: how far the pointer is from the mean.
export class BandSketch extends SketchGuess {
  get kind() {
    return "sketch";
  }

  get shape() {
    return "band";
  }

  get what() {
    return ": half its width";
  }

  get note() {
    return "Draw above or below the mean, or use \u2190 \u2192 \u2191 \u2193: the distance is half the band's width.";
  }

  start() {
    return this.at.map(() => 0.15);
  }

  valueOf(x, y) {
    return Math.abs(y - this.meanAt(x));
  }

  // A band has no negative width.
  raised(value, by) {
    return Math.max(0, value + by);
  }

  edgeAt(i) {
    return this.meanAt(this.at[i]) + this.values[i];
  }

  meanAt(x) {
    const curve = this.mean();
    if (!curve) return 0;
    let i = 0;
    while (i < curve.x.length - 2 && curve.x[i + 1] < x) i++;
    const share = (x - curve.x[i]) / (curve.x[i + 1] - curve.x[i] || 1);
    return curve.y[i] + share * (curve.y[i + 1] - curve.y[i]);
  }

  drawIn(frame) {
    const edge = (sign) => this.through(frame, this.at.map((x, i) => this.meanAt(x) + sign * this.values[i]));
    attrs(this.path, { d: `M${[...edge(1), ...edge(-1).reverse()].join("L")}Z` });
  }
}

// A value is the curve's y. What came true, a list of y, is drawn with it.
export class CurveSketch extends SketchGuess {
  get kind() {
    return "curve";
  }

  get shape() {
    return "curve";
  }

  get what() {
    return "";
  }

  get note() {
    return "Draw it across the plot: strokes join. Or use \u2190 \u2192 \u2191 \u2193.";
  }

  start() {
    return this.at.map(() => 0);
  }

  valueOf(x, y) {
    const { frame } = this.plot();
    const ends = [frame.dataY(frame.bottom), frame.dataY(frame.top)];
    return limited(y, Math.min(...ends), Math.max(...ends));
  }

  edgeAt(i) {
    return this.values[i];
  }

  drawIn(frame) {
    attrs(this.path, { d: `M${this.through(frame, this.values).join("L")}` });
    this.truth ??= svg("path", { class: "sketch-truth" }, this.layer);
    attrs(this.truth, { d: this.outcome ? `M${this.through(frame, this.outcome).join("L")}` : "" });
  }
}
