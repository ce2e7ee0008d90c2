// The numbers of the scene: readings, the equation with its live values, and the caption in words.
import { attrs, html, inOrder, setText } from "../dom/elements.js";
import { Equation } from "./equation.js";
import { AtRest } from "../dom/at_rest.js";
import { modelColour } from "../plot/palette.js";

const FIRST = 8; // readings on show
const SIGNS = { good: "\u2713", bad: "\u2717" };
const SPOKEN = { good: "holds: ", bad: "does not hold: " };

export class Readings {
  constructor(root, { points, highlight }) {
    this.list = html("dl", { class: "readings" }, root);
    this.more = html("button", { type: "button", class: "more-readings" }, root);
    this.more.addEventListener("click", () => this.showAll(!this.all));
    this.equation = new Equation(root, { points, highlight });
    this.caption = html("p", { class: "caption", role: "status", "data-role": "caption" }, root);
    this.announcing = new AtRest((caption) => {
      setText(this.caption, caption);
      this.caption.classList.remove("waiting");
    });
    this.items = new Map();
  }

  paint(scene) {
    const seen = new Set();
    for (const reading of scene.readings) {
      seen.add(reading.id);
      const item = this.items.get(reading.id) ?? this.create(reading);
      this.write(item, reading);
    }
    for (const [id, item] of this.items) {
      if (seen.has(id)) continue;
      item.root.remove();
      this.items.delete(id);
    }
    inOrder(this.list, scene.readings.map(({ id }) => this.items.get(id).root));
    this.list.hidden = !scene.readings.length;
    this.showAll(this.all);
    this.equation.paint(scene.equation, scene.terms);
    this.caption.classList.toggle("waiting", scene.caption !== this.caption.textContent);
    this.announcing.later(scene.caption);
  }

  // The first eight are on show; a scene has its most important ones first.
  showAll(all = false) {
    this.all = all;
    const rows = [...this.list.children];
    rows.forEach((row, i) => (row.hidden = !all && i >= FIRST));
    this.more.hidden = rows.length <= FIRST;
    setText(this.more, all ? `The first ${FIRST} numbers` : `All ${rows.length} numbers`);
  }

  create({ id }) {
    const root = html("div", { class: "reading", "data-reading": id }, this.list);
    const label = html("dt", {}, root);
    const value = html("dd", {}, root);
    const sign = html("span", { class: "sign", "aria-hidden": "true" }, value);
    const spoken = html("span", { class: "unseen" }, value);
    const text = html("span", { class: "value" }, value);
    const item = { root, label, sign, spoken, text };
    this.items.set(id, item);
    return item;
  }

  write(item, reading) {
    setText(item.label, reading.label);
    setText(item.text, reading.text);
    setText(item.sign, SIGNS[reading.tone] ?? "");
    setText(item.spoken, SPOKEN[reading.tone] ?? "");
    const { classList } = item.root;
    const { value, tone, model } = reading;
    attrs(item.root, { "data-value": value, "data-tone": tone, style: `--c:${modelColour(model)}` });
    if (model) attrs(item.root, { "data-model": model });
    classList.toggle("of-model", Boolean(reading.model));
    classList.toggle("stale", Boolean(reading.stale));
  }

  highlight(index) {
    this.equation.highlight(index);
  }

  destroy() {
    this.announcing.destroy();
  }
}
