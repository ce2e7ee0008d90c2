// A question of a room with its options, and the votes once they are shown: a bar for each round; or, where items are
// sorted, a row of bins for each item, and in each bin how many put it there.
import { attrs, html, setText } from "../dom/elements.js";

export class PollView {
  // `onOption(number)` is a press on an option, `onBin(item, bin)` one on the bin of an item.
  constructor(root, onOption, onBin = () => {}) {
    Object.assign(this, { onOption, onBin });
    this.root = html("div", { class: "poll" }, root);
    this.title = html("h2", { class: "poll-title" }, this.root);
    this.text = html("p", { class: "poll-words" }, this.root);
    this.options = html("div", { class: "poll-options", role: "group", "aria-label": "Options" }, this.root);
  }

  // `chosen` is the option of this person, or the bins; `closed` says that none can be pressed; `text` is the question.
  show(poll, { chosen = null, closed = false, text = "" } = {}) {
    this.root.hidden = !poll;
    if (!poll) return;
    setText(this.title, poll.title);
    setText(this.text, text);
    const key = JSON.stringify([poll.name, poll.options, poll.items]);
    if (key !== this.key) this.build(poll);
    this.key = key;
    if (poll.items.length) this.rows.forEach((row, item) => row.forEach((cell, bin) => this.refreshBin(cell, item, bin, poll, chosen, closed)));
    else this.rows.forEach((row, option) => this.refresh(row, option, poll, chosen, closed));
  }

  build({ options, items }) {
    this.options.textContent = "";
    this.rows = items.length ? items.map((item, i) => this.item(item, i, options)) : options.map((text, i) => this.option(text, i));
  }

  option(text, option) {
    const button = html("button", { type: "button", class: "poll-option", "data-option": option }, this.options);
    const line = html("span", { class: "poll-text" }, button);
    if (text !== LETTERS[option]) html("b", { class: "poll-letter", text: LETTERS[option] }, line);
    line.append(text);
    button.addEventListener("click", () => this.onOption(option));
    return { button, words: html("span", { class: "poll-found" }, line), bars: html("span", { class: "poll-bars" }, button) };
  }

  item(text, item, bins) {
    const row = html("div", { class: "poll-item", role: "group", "aria-label": text }, this.options);
    html("span", { class: "poll-text", text }, row);
    const box = html("div", { class: "poll-bins" }, row);
    return bins.map((name, bin) => {
      const button = html("button", { type: "button", class: "poll-option poll-bin", "data-item": item, "data-bin": bin }, box);
      html("span", { class: "poll-text", text: name }, button);
      button.addEventListener("click", () => this.onBin(item, bin));
      return { button, count: html("span", { class: "poll-count" }, button) };
    });
  }

  refreshBin({ button, count }, item, bin, { results, right }, chosen, closed) {
    attrs(button, { "aria-pressed": chosen?.[item] === bin });
    button.classList.toggle("right", right?.[item] === bin);
    button.disabled = closed;
    const rounds = (results ?? []).map(({ table }) => table[item]);
    const all = rounds.at(-1)?.reduce((sum, each) => sum + each, 0) || 1;
    button.style.setProperty("--share", rounds.length ? (rounds.at(-1)[bin] / all).toFixed(3) : 0);
    setText(count, rounds.map((row) => row[bin]).join(" \u2192 "));
  }

  refresh({ button, words, bars }, option, poll, chosen, closed) {
    const { results } = poll;
    const found = foundOf(poll, option);
    attrs(button, { "aria-pressed": chosen === option });
    button.classList.toggle("right", found.right);
    setText(words, found.words);
    button.disabled = closed;
    const rounds = results ?? [];
    while (bars.children.length > rounds.length) bars.lastChild.remove();
    while (bars.children.length < rounds.length) {
      const row = html("span", { class: "poll-round" }, bars);
      html("span", { class: "poll-fill" }, html("span", { class: "poll-well" }, row));
      html("span", { class: "poll-count" }, row);
    }
    rounds.forEach(({ counts, sure }, number) => {
      const [well, count] = bars.children[number].children;
      const all = counts.reduce((sum, each) => sum + each, 0);
      well.firstChild.style.width = `${all ? (100 * counts[option]) / all : 0}%`;
      const share = all ? Math.round((100 * counts[option]) / all) : 0;
      const said = sure[option] ? `, ${sure[option]} sure` : "";
      setText(count, `${rounds.length > 1 ? `${number + 1}. ` : ""}${counts[option]} (${share}%)${said}`);
    });
  }
}

// What is said of an option: every page shows the step's outcome as the right one, and a mark of the lecturer's that differs
// from it stands as what it is.
export function foundOf({ right, outcome }, option) {
  const differs = right !== null && outcome !== null && right !== outcome;
  const words = !differs ? "" : option === right ? "marked by the lecturer" : option === outcome ? "what came true" : "";
  return { right: (outcome ?? right) === option, words };
}

export const LETTERS = "ABCDEFGHI";

// How far a question is.
export const tally = ({ kind, voted }, here) => (kind === "prove" ? `Solved by ${voted} of ${here}` : `${voted} of ${here} have voted`);

export const people = (count) => `${count} ${count === 1 ? "person" : "people"}`;
