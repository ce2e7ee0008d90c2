// In the lab, where a story led to it: what of that step is still there, and the way to a fresh experiment.
import { html, setText } from "../dom/elements.js";

export class LabNote {
  // `bar` stands above it; `onFresh` brings back what this page begins with.
  constructor(bar, onFresh) {
    this.root = html("p", { class: "lab-note", role: "status", hidden: true });
    bar.after(this.root);
    this.text = html("span", {}, this.root);
    const button = html("button", { type: "button", class: "lab-fresh", "data-testid": "lab-fresh", text: "Start afresh" }, this.root);
    button.addEventListener("click", () => {
      this.show(null, []);
      onFresh();
    });
  }

  // `changed` names what is other than where the page begins; nothing is said where that is nothing.
  show(step, changed) {
    this.root.hidden = !changed.length;
    setText(this.text, changed.length ? `Goes on from step ${step}, which changed ${inWords(changed)}. ` : "");
  }
}

const inWords = (names) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

// What of a drawing is other than what the page handed over. Pure.
// `labels`: of controls by name, as people read them; what has none is one that is dragged on the plot.
export function changes({ points, own, units, handed }, defaults, labels) {
  const pairs = (drawn) => JSON.stringify(drawn.map(({ x, y }) => [x, y]));
  const found = pairs(points) === pairs(handed.points) && (units ?? null) === (handed.units ?? null) ? [] : ["the points"];
  const first = (name) => handed.own[name] ?? defaults[name];
  const others = Object.keys(own).filter((name) => name in defaults && JSON.stringify(own[name]) !== JSON.stringify(first(name)));
  const named = others.filter((name) => labels[name]).map((name) => `\u201c${labels[name]}\u201d`);
  return [...found, ...named, ...(others.length > named.length ? ["what is dragged on the plot"] : [])];
}
