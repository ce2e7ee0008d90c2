// In the lab, where a story led to it: what of that step is still there, and the way to a fresh experiment.
import { html, setText } from "../dom/elements.js";

let led = null; // {lesson, step}: from where a story led to the lab, which may have a board of its own

export class LabNote {
  // `bar` stands above it; `onFresh` brings back what this page begins with.
  constructor(bar, onFresh) {
    this.root = html("p", { class: "lab-note", role: "status", hidden: true });
    bar.after(this.root);
    this.text = html("span", {}, this.root);
    const button = html("button", { type: "button", class: "lab-fresh", "data-testid": "lab-fresh", text: "Start afresh" }, this.root);
    button.addEventListener("click", () => {
      led = null;
      this.show(null, []);
      onFresh();
    });
  }

  // The lab opens: from the step of that number, or as a board of a lab that was open.
  opens(lesson, step, changed) {
    if (step) led = { lesson, step };
    if (led?.lesson === lesson && !this.opened) this.show(led.step, changed);
    this.opened = true;
  }

  closes() {
    this.opened = false;
    led = null;
    this.show(null, []);
  }

  // `changed` names what is other than in a fresh experiment; nothing is said where that is nothing.
  show(step, changed) {
    this.root.hidden = !changed.length;
    setText(this.text, changed.length ? `Keeps ${inWords(changed)} from step ${step}; all else is as usual. ` : "");
  }
}

const inWords = (names) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

// What of a drawing is other than in a fresh experiment. Pure.
// `first` are the points that one begins with, null where none are drawn. `labels`: of controls by name, as people read
// them; what has none is one that is dragged on the plot.
export function changes({ points, own, units }, { first, defaults }, labels) {
  const same = !first || (!units && JSON.stringify(points.map(({ x, y }) => [x, y])) === JSON.stringify(first));
  const found = same ? [] : ["the points"];
  const others = Object.keys(own).filter((name) => name in defaults && JSON.stringify(own[name]) !== JSON.stringify(defaults[name]));
  const named = others.filter((name) => labels[name]).map((name) => `\u201c${labels[name]}\u201d`);
  return [...found, ...named, ...(others.length > named.length ? ["what is dragged on the plot"] : [])];
}
