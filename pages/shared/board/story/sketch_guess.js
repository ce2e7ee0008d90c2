// A band drawn about the mean with one stroke: how far the pointer is from the mean is half its width there.
import { attrs, html, svg } from "../dom/elements.js";

export class SketchGuess {
  // `plot()` is the stage's; `mean()` the curve about which the band lies, as {x, y}.
  constructor(root, onGuess, { plot, mean }) {
    Object.assign(this, { onGuess, plot, mean });
    this.root = html("div", { class: "guess-sketch" }, root);
    this.text = html("p", { class: "guess-note" }, this.root);
    this.commit = html("button", { type: "button", class: "guess-commit", text: "This is my guess" }, this.root);
    this.commit.addEventListener("click", () => this.onGuess(this.halves.map((v) => Number(v.toFixed(4)))));
    this.layer = svg("g", { class: "sketch" });
    this.hit = svg("rect", { class: "sketch-hit" }, this.layer);
    this.path = svg("path", { class: "sketch-band" }, this.layer);
    this.hit.addEventListener("pointerdown", (event) => this.begin(event));
    this.hit.addEventListener("pointermove", (event) => this.last && this.stroke(event));
    for (const name of ["pointerup", "pointercancel"]) this.hit.addEventListener(name, () => (this.last = null));
    this.hit.addEventListener("keydown", (event) => this.pressed(event));
  }

  show({ at, label }, { guess, verdict }) {
    this.at = at;
    this.frozen = Boolean(guess);
    this.layer.classList.toggle("judged", Boolean(verdict));
    if (guess || !this.halves || this.halves.length !== at.length) this.halves = guess ?? at.map(() => 0.15);
    this.text.textContent = verdict ? "" : `Draw above or below the mean: the band is as wide as your stroke is far from it.`;
    this.commit.hidden = this.frozen;
    attrs(this.hit, { tabindex: this.frozen ? -1 : 0, role: "slider", "aria-label": `${label}: half its width`, "aria-valuenow": this.halves[0] });
    this.draw();
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
      const share = high[0] > low[0] ? Math.min(1, Math.max(0, (x - low[0]) / (high[0] - low[0]))) : 0;
      this.halves[i] = Math.abs(low[1] + share * (high[1] - low[1]) - this.meanAt(x));
    });
    this.draw();
  }

  // By keys the whole band gets wider or narrower.
  pressed(event) {
    const by = { ArrowUp: 1.15, ArrowDown: 1 / 1.15 }[event.key];
    if (!by || this.frozen) return;
    event.preventDefault();
    event.stopPropagation();
    this.halves = this.halves.map((v) => v * by);
    attrs(this.hit, { "aria-valuenow": this.halves[0].toFixed(2) });
    this.draw();
  }

  meanAt(x) {
    const curve = this.mean();
    if (!curve) return 0;
    let i = 0;
    while (i < curve.x.length - 2 && curve.x[i + 1] < x) i++;
    const share = (x - curve.x[i]) / (curve.x[i + 1] - curve.x[i] || 1);
    return curve.y[i] + share * (curve.y[i + 1] - curve.y[i]);
  }

  // Over everything on the stage while it is drawn, so that a stroke adds no point.
  draw() {
    const plot = this.plot();
    if (!plot?.frame) return;
    const { frame } = plot;
    if (this.layer.parentNode !== plot.svg) plot.svg.append(this.layer);
    attrs(this.hit, { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top });
    this.hit.style.display = this.frozen ? "none" : "";
    const edge = (sign) => this.at.map((x, i) => `${frame.sx(x).toFixed(1)},${frame.sy(this.meanAt(x) + sign * this.halves[i]).toFixed(1)}`);
    attrs(this.path, { d: `M${[...edge(1), ...edge(-1).reverse()].join("L")}Z` });
  }

  destroy() {
    this.layer.remove();
  }
}
