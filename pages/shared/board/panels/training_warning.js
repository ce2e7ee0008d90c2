// A calm line under the stage while the drawing is unlike anything that the models were trained on.
import { html, setText } from "../dom/elements.js";
import { MOST_CONTEXT, TRAINED_ON, TRAINED_ON_Y } from "../state/limits.js";

const ROUNDING = 2e-4; // of a link with points in the units of the data

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
    if (panel?.lattice || panel?.drawing) return [];
    if (panel && !panel.tint) return []; // a model of one's own: on what it was trained is not known
    const { length } = this.points();
    const most = panel?.reach?.points ?? MOST_CONTEXT;
    const many = `${length} points: the models were trained with at most ${most}.`;
    const y = panel?.reach ? [panel.reach.low, panel.reach.high] : TRAINED_ON_Y;
    return [length > most && many, this.beyond("x", TRAINED_ON), this.beyond("y", y)].filter(Boolean);
  }

  beyond(name, [low, high]) {
    const count = this.points().filter((point) => point[name] < low - ROUNDING || point[name] > high + ROUNDING).length;
    if (!count) return "";
    const axis = this.units[name];
    const which = count === 1 ? "1 point lies" : `${count} points lie`;
    return `${which} outside the training range (${axis.label} from ${axis.text(low)} to ${axis.text(high)}).`;
  }
}
