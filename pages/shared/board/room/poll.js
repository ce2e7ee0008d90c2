// A question of a room with its options, and the votes once they are shown: a bar for each round.
import { attrs, html, setText } from "../dom/elements.js";

export class PollView {
  // `onOption(number)` is a press on an option.
  constructor(root, onOption) {
    this.onOption = onOption;
    this.root = html("div", { class: "poll" }, root);
    this.title = html("h2", { class: "poll-title" }, this.root);
    this.options = html("div", { class: "poll-options", role: "group", "aria-label": "Options" }, this.root);
  }

  // `chosen` is the option of this person; `closed` says that none can be pressed.
  show(poll, { chosen = null, closed = false } = {}) {
    this.root.hidden = !poll;
    if (!poll) return;
    setText(this.title, poll.title);
    const key = JSON.stringify([poll.name, poll.options]);
    if (key !== this.key) this.build(poll.options);
    this.key = key;
    this.rows.forEach((row, option) => this.refresh(row, option, poll, chosen, closed));
  }

  build(options) {
    this.options.textContent = "";
    this.rows = options.map((text, option) => {
      const button = html("button", { type: "button", class: "poll-option", "data-option": option }, this.options);
      html("span", { class: "poll-text", text }, button);
      button.addEventListener("click", () => this.onOption(option));
      return { button, bars: html("span", { class: "poll-bars" }, button) };
    });
  }

  refresh({ button, bars }, option, { results, right }, chosen, closed) {
    attrs(button, { "aria-pressed": chosen === option });
    button.classList.toggle("right", right === option);
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

// How far a question is.
export const tally = ({ kind, voted }, here) => (kind === "prove" ? `Solved by ${voted} of ${here}` : `${voted} of ${here} have voted`);

export const people = (count) => `${count} ${count === 1 ? "person" : "people"}`;
