// Bars that are dragged: a share of 1 for each drawn point, and perhaps for something before them. What came true stands beside each bar.
import { attrs, html, setText } from "../dom/elements.js";
import { keepTouch } from "../input/pointer_moves.js";
import { spend } from "../room/spent.js";
import { GUESS, Legend } from "../panels/legend.js";

const STEP = 0.05;
const CAME_TRUE = { glyph: "truth", colour: "var(--ink)", text: "true weight", model: "" };
const MANY = 6; // bars, beyond which there is room for the outcome alone

export class WeightsGuess {
  // `points()` are the drawn ones, `stage.plot()` shows and names them; `highlight(id)` lights one up.
  constructor(root, onGuess, { stage, points, highlight }) {
    Object.assign(this, { onGuess, stage, points, highlight });
    this.root = html("div", { class: "guess-weights", role: "group" }, root);
  }

  // `first` names what stands before the points; its share is the last of the guess.
  show({ label, first }, { guess, verdict, revealed, sent }) {
    const points = this.points();
    this.sent = sent;
    const key = JSON.stringify([label, points.length, guess, verdict?.outcome, revealed]);
    if (key === this.shown) return this.refresh();
    this.shown = key;
    this.commit = null;
    this.root.textContent = "";
    attrs(this.root, { "aria-label": label });
    this.order = points.map((_, i) => i).sort((a, b) => points[a].x - points[b].x);
    if (first) this.order.unshift(points.length);
    this.guessed = !revealed; // otherwise the bars are the outcome
    this.heights = guess ? [...guess] : this.order.map(() => 1 / this.order.length);
    const bars = html("div", { class: "weight-bars" }, this.root);
    this.bars = this.order.map((i) => this.bar(bars, points[i], i, guess, verdict));
    if (first) this.name(this.bars[0], first);
    this.root.classList.toggle("guessed", this.guessed);
    const foot = html("div", { class: "weight-foot" }, this.root);
    if (!guess) this.button(foot);
    if (this.guessed) new Legend(foot).show(verdict?.outcome ? [GUESS, CAME_TRUE] : [GUESS]);
    this.draw();
    this.refresh();
  }

  // The first Enter goes to the bars, the next one commits them.
  key(name) {
    if (name !== "Enter") return null;
    const reached = this.root.contains(this.root.getRootNode().activeElement);
    return reached ? () => this.onGuess(this.shares()) : () => this.bars[0].column.focus();
  }

  button(parent) {
    this.commit = html("button", { type: "button", class: "guess-commit", text: "This is my guess" }, parent);
    this.commit.addEventListener("click", () => this.onGuess(this.shares()));
  }

  name({ column, label }, first) {
    attrs(column, { "aria-label": `weight of ${first}` });
    setText(label, first);
  }

  // Without a point it is what stands before them.
  bar(parent, point, i, guess, verdict) {
    const named = { role: "slider", "aria-valuemin": 0, "aria-valuemax": 1 };
    const column = html("div", { class: "weight-bar", tabindex: guess ? -1 : 0, ...named }, parent);
    const well = html("span", { class: "weight-well" }, column);
    const fill = html("span", { class: "weight-fill" }, well);
    if (verdict?.outcome) attrs(html("span", { class: "weight-truth" }, well), { style: `height:${100 * verdict.outcome[i]}%` });
    const number = html("span", { class: "weight-number" }, column);
    const label = html("span", { class: "weight-label" }, column);
    const item = { point, column, well, fill, number, label, i, truth: verdict?.outcome?.[i] };
    column.addEventListener("pointerenter", () => this.highlight(point?.id ?? null));
    column.addEventListener("pointerleave", () => this.highlight(null));
    if (guess) return item;
    column.addEventListener("pointerdown", (event) => this.drag(event, item));
    column.addEventListener("pointermove", (event) => event.buttons && column.hasPointerCapture(event.pointerId) && this.set(item, event));
    keepTouch(column);
    column.addEventListener("keydown", (event) => this.pressed(event, item));
    return item;
  }

  // The stage names its points: it may be painted after the bars, and points may be dragged.
  draw() {
    const [plot, points] = [this.stage.plot(), this.points()];
    for (const { point, column, label, i } of this.bars ?? []) {
      if (!point || !points[i]) continue;
      attrs(column, { "aria-label": `weight of the point at ${plot.describe(points[i])}` });
      setText(label, plot.label(points[i]));
    }
  }

  drag(event, item) {
    event.preventDefault();
    item.column.setPointerCapture(event.pointerId);
    item.column.focus({ preventScroll: true });
    this.set(item, event);
  }

  set({ well, i }, event) {
    const box = well.getBoundingClientRect();
    this.raise(i, (box.bottom - event.clientY) / box.height);
  }

  pressed(event, { i }) {
    const by = { ArrowUp: STEP, ArrowRight: STEP, ArrowDown: -STEP, ArrowLeft: -STEP }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    this.raise(i, this.shares()[i] + by);
  }

  // The others share what is left, in the proportions that they have.
  raise(i, share) {
    const shares = this.shares();
    const value = Math.min(1, Math.max(0, share));
    const rest = 1 - shares[i];
    const n = shares.length - 1;
    this.heights = shares.map((v, j) => (j === i ? value : rest > 1e-6 ? (v / rest) * (1 - value) : n ? (1 - value) / n : 0));
    if (!n) this.heights = [1];
    this.refresh();
  }

  shares() {
    const sum = this.heights.reduce((a, b) => a + b, 0) || 1;
    return this.heights.map((v) => v / sum);
  }

  refresh() {
    const shares = this.shares();
    if (this.commit) spend(this.commit, shares, this.sent);
    for (const { column, fill, number, i, truth } of this.bars) {
      const percent = Math.round(100 * shares[i]);
      attrs(fill, { style: `height:${100 * shares[i]}%` });
      const came = Math.round(100 * truth);
      const beside = this.bars.length > MANY ? `\u2192 ${came}` : `${percent} \u2192 ${came} %`;
      setText(number, truth !== undefined && this.guessed ? beside : `${percent} %`);
      attrs(column, { "aria-valuenow": shares[i].toFixed(2), "aria-valuetext": `${percent} %` });
    }
  }
}
