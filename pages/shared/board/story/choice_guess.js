// Guesses that are chosen: one option of several, or a bin for each of several items.
import { attrs, html, setText } from "../dom/elements.js";
import { spend } from "../room/spent.js";

const SIGNS = { right: "\u2713 ", wrong: "\u2717 ", "": "" };

// A, B, C or 1, 2, 3 as a number from 0; -1 for any other key, and beyond `count`.
function numbered(name, count) {
  const i = /^[a-z1-9]$/.test(name) ? (name < "a" ? Number(name) - 1 : name.charCodeAt(0) - "a".charCodeAt(0)) : -1;
  return i < count ? i : -1;
}

export class ChoiceGuess {
  // `onGuess(value)` commits it.
  constructor(root, onGuess) {
    this.onGuess = onGuess;
    this.root = html("div", { class: "guess-options", role: "group", "aria-label": "Your guess" }, root);
  }

  // `sent` is a guess that waits for a room.
  show({ options }, { guess, verdict, sent }) {
    const key = JSON.stringify([options, guess, verdict?.outcome, sent]);
    if (key === this.shown) return;
    this.shown = key;
    this.root.textContent = "";
    this.picked = null; // by a key, which does not commit
    this.buttons = options.map((text, i) => this.option(text, i, guess ?? sent, verdict));
  }

  key(name) {
    const i = numbered(name, this.buttons.length);
    if (i >= 0) return () => this.pick(i);
    return name === "Enter" && this.picked !== null ? () => this.onGuess(this.picked) : null;
  }

  pick(picked) {
    this.picked = picked;
    this.buttons.forEach((button, i) => attrs(button, { "aria-pressed": i === picked }));
  }

  option(text, i, guess, verdict) {
    const button = html("button", { type: "button", class: "guess-option", "data-option": i, "data-letter": "ABCDEFGHI"[i] }, this.root);
    attrs(button, { "aria-pressed": i === guess });
    const right = verdict?.done && verdict.outcome === i;
    button.classList.toggle("right", Boolean(right));
    button.classList.toggle("wrong", Boolean(verdict?.done && verdict.right === false && i === guess && !right));
    setText(button, text); // its sign stands in the padding: the buttons stay where they are
    button.disabled = Boolean(verdict?.done);
    button.addEventListener("click", () => this.onGuess(i));
    return button;
  }
}

export class SortGuess {
  constructor(root, onGuess) {
    this.onGuess = onGuess;
    this.root = html("div", { class: "guess-sort", role: "group", "aria-label": "Your guess" }, root);
  }

  // `votes`: in a room it counts as soon as each row has a bin, as on the phone's own page.
  show({ items, bins }, { guess, draft, verdict, sent, votes = false }) {
    const key = JSON.stringify([items, bins, guess, verdict?.outcome, sent, votes]);
    if (key === this.shown) return;
    Object.assign(this, { sent, votes });
    this.shown = key;
    this.root.textContent = "";
    this.row = 0; // that the next key fills
    this.chosen = [...(guess ?? sent ?? draft ?? items.map(() => null))];
    this.rows = items.map((item, i) => this.bins(item, i, bins, guess, verdict));
    if (guess || votes) return;
    this.commit = html("button", { type: "button", class: "guess-commit", text: "This is my guess" }, this.root);
    this.commit.addEventListener("click", () => this.onGuess(this.chosen));
    this.refresh();
  }

  // The keys fill one row after the other; the arrow keys go to another one.
  key(name) {
    const { rows, chosen } = this;
    const j = numbered(name, rows[0].length);
    const by = { ArrowUp: -1, ArrowDown: 1 }[name];
    if (j >= 0) return () => this.put(j);
    if (by) return () => this.goTo(this.row + by);
    return name === "Enter" && !chosen.includes(null) ? () => this.onGuess(chosen) : null;
  }

  put(j) {
    const { row } = this;
    this.goTo(row + 1);
    this.choose(row, j);
  }

  goTo(row) {
    this.row = Math.min(this.rows.length - 1, Math.max(0, row));
    this.rows.forEach((buttons, i) => buttons[0].closest(".sort-row").classList.toggle("current", i === this.row));
  }

  bins(item, i, bins, guess, verdict) {
    const row = html("div", { class: "sort-row", role: "group", "aria-label": item }, this.root);
    html("span", { class: "sort-item", text: item }, row);
    const box = html("span", { class: "sort-bins" }, row);
    return bins.map((bin, j) => {
      const found = verdict?.done ? verdict.outcome?.[i] : undefined;
      const sign = found === j ? "right" : found !== undefined && guess?.[i] === j ? "wrong" : "";
      const own = { type: "button", class: `sort-bin ${sign}`, "data-item": i, "data-bin": j, text: `${SIGNS[sign]}${bin}` };
      const button = html("button", own, box);
      button.disabled = Boolean(guess);
      button.addEventListener("click", () => this.choose(i, j));
      attrs(button, { "aria-pressed": this.chosen[i] === j });
      return button;
    });
  }

  choose(i, j) {
    this.chosen[i] = j;
    if (this.votes && !this.chosen.includes(null)) this.onGuess([...this.chosen]);
    else this.refresh();
  }

  refresh() {
    this.rows.forEach((buttons, i) => buttons.forEach((button, j) => attrs(button, { "aria-pressed": this.chosen[i] === j })));
    if (!this.votes) spend(this.commit, this.chosen, this.sent, this.chosen.includes(null));
  }
}
