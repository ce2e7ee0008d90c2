// Guesses that are chosen: one option of several, or a bin for each of several items.
import { attrs, html, setText } from "../dom/elements.js";

const SIGNS = { right: "\u2713 ", wrong: "\u2717 ", "": "" };

export class ChoiceGuess {
  // `onGuess(value)` commits it.
  constructor(root, onGuess) {
    this.onGuess = onGuess;
    this.root = html("div", { class: "guess-options", role: "group", "aria-label": "Your guess" }, root);
  }

  show({ options }, { guess, verdict }) {
    const key = JSON.stringify([options, guess, verdict?.outcome]);
    if (key === this.key) return;
    this.key = key;
    this.root.textContent = "";
    options.forEach((text, i) => this.option(text, i, guess, verdict));
  }

  option(text, i, guess, verdict) {
    const button = html("button", { type: "button", class: "guess-option", "data-option": i }, this.root);
    attrs(button, { "aria-pressed": i === guess });
    const right = verdict?.done && verdict.outcome === i;
    button.classList.toggle("right", Boolean(right));
    button.classList.toggle("wrong", Boolean(verdict?.done && verdict.right === false && i === guess && !right));
    setText(button, text); // its sign stands in the padding: the buttons stay where they are
    button.disabled = Boolean(verdict?.done);
    button.addEventListener("click", () => this.onGuess(i));
  }
}

export class SortGuess {
  constructor(root, onGuess) {
    this.onGuess = onGuess;
    this.root = html("div", { class: "guess-sort", role: "group", "aria-label": "Your guess" }, root);
  }

  show({ items, bins }, { guess, draft, verdict }) {
    const key = JSON.stringify([items, bins, guess, verdict?.outcome]);
    if (key === this.key) return;
    this.key = key;
    this.root.textContent = "";
    this.chosen = [...(guess ?? draft ?? items.map(() => null))];
    this.rows = items.map((item, i) => this.row(item, i, bins, guess, verdict));
    if (guess) return;
    this.commit = html("button", { type: "button", class: "guess-commit", text: "This is my guess" }, this.root);
    this.commit.addEventListener("click", () => this.onGuess(this.chosen));
    this.refresh();
  }

  row(item, i, bins, guess, verdict) {
    const row = html("div", { class: "sort-row", role: "group", "aria-label": item }, this.root);
    html("span", { class: "sort-item", text: item }, row);
    const box = html("span", { class: "sort-bins" }, row);
    return bins.map((bin, j) => {
      const found = verdict?.done ? verdict.outcome?.[i] : undefined;
      const sign = found === j ? "right" : found !== undefined && guess?.[i] === j ? "wrong" : "";
      const own = { type: "button", class: `sort-bin ${sign}`, "data-item": i, "data-bin": j, text: `${SIGNS[sign]}${bin}` };
      const button = html("button", own, box);
      button.disabled = Boolean(guess);
      button.addEventListener("click", () => {
        this.chosen[i] = j;
        this.refresh();
      });
      attrs(button, { "aria-pressed": this.chosen[i] === j });
      return button;
    });
  }

  refresh() {
    this.rows.forEach((buttons, i) => buttons.forEach((button, j) => attrs(button, { "aria-pressed": this.chosen[i] === j })));
    this.commit.disabled = this.chosen.includes(null);
  }
}
