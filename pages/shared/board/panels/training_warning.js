// A calm line under the stage while the drawing is unlike anything that the models were trained on.
import { html, setText } from "../dom/elements.js";
import { MOST_CONTEXT, TRAINED_ON } from "../state/limits.js";

const ROUNDING = 1e-6;

export class TrainingWarning {
  // `panel()` is the stage's.
  constructor(host, { points, units, panel }) {
    Object.assign(this, { points, units, panel });
    this.root = html("p", { class: "training-warning", role: "status", "data-role": "training-warning" }, host);
    this.refresh();
  }

  refresh() {
    const text = this.sentences().join(" ");
    setText(this.root, text);
    this.root.hidden = !text;
  }

  // Named rows are symbols in an order: where they stand along x is no matter of training; a drawing has no points.
  sentences() {
    const panel = this.panel();
    if (panel?.rows.length || panel?.drawing) return [];
    const { length } = this.points();
    const many = `${length} points: the models were trained with at most ${MOST_CONTEXT}.`;
    return [length > MOST_CONTEXT && many, this.beyond()].filter(Boolean);
  }

  beyond() {
    const [low, high] = TRAINED_ON;
    const count = this.points().filter(({ x }) => x < low - ROUNDING || x > high + ROUNDING).length;
    if (!count) return "";
    const { x } = this.units;
    const which = count === 1 ? "1 point lies" : `${count} points lie`;
    return `${which} outside the training range (${x.label} from ${x.text(low)} to ${x.text(high)}).`;
  }
}
