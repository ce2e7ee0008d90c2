// What a judge found, in a sentence; further numbers stand behind "more".
import { attrs, html, setText } from "../dom/elements.js";

const PATIENCE = 700; // ms after which a person is to know that it takes longer
const SIGNS = { true: "\u2713 ", false: "\u2717 " }; // by whether a guess was right
// Whose the mark is (what follows it came true), and of when: in the margin, so that no line moves.
const WRONG = "Not as you guessed";
const EARLIER = "As it was earlier";
const NUMBERS = /[+\u2212-]?\d[\d.,]*\d|[+\u2212-]?\d/g;
const DASH = "\u2013";

export class VerdictText {
  constructor(root) {
    this.root = html("p", { class: "story-verdict", role: "status" }, root);
    this.margin = html("span", { class: "story-margin" });
    this.text = html("span", {}, this.root);
    this.rest = html("span", { class: "story-rest" }, this.root);
    this.more = html("button", { type: "button", class: "word story-more" }, this.root);
    this.more.addEventListener("click", () => this.open(this.rest.hidden));
    this.waiting = html("p", { class: "story-waiting", "aria-live": "polite", text: "Being computed \u2026" }, root);
    this.open(false);
    this.wait(false);
    this.show(undefined, {});
  }

  // Whether a guess is being judged.
  wait(on) {
    if (on === this.waits) return;
    this.waits = on;
    clearTimeout(this.timer);
    this.waiting.hidden = true;
    if (on) this.timer = setTimeout(() => (this.waiting.hidden = false), PATIENCE);
  }

  // What it speaks of has been changed, and is judged when the hand rests: its numbers are of no drawing on show.
  age() {
    if (this.root.dataset.tone !== "") return;
    this.root.classList.add("old");
    setText(this.text, this.text.textContent.replace(NUMBERS, DASH));
  }

  // `proven`: it ends an exercise; `revealed`: no one has guessed.
  show(verdict, { proven, revealed }) {
    const sign = verdict?.done && !revealed ? SIGNS[verdict.right] ?? SIGNS[true] : "";
    const word = proven ? "Proven. " : "";
    const rest = verdict?.more ?? ""; // what a browser kept from before has none
    if (this.rest.textContent.trim() !== rest) this.open(false);
    setText(this.text, verdict ? `${sign}${word}${verdict.text} ` : "");
    setText(this.rest, rest && `${rest} `);
    this.root.hidden = !verdict;
    this.root.classList.remove("old");
    const beside = !verdict?.done ? "" : verdict.earlier ? EARLIER : verdict.right === false && !revealed ? WRONG : "";
    setText(this.margin, beside);
    if (beside) this.root.prepend(this.margin);
    else this.margin.remove();
    this.attach(Boolean(rest));
    attrs(this.root, { "data-tone": !verdict?.done ? "" : verdict.right === false ? "bad" : "good" });
  }

  // Without further numbers there is no word "more", for a screen reader either.
  attach(there) {
    if (there === Boolean(this.more.parentNode)) return;
    if (there) this.root.append(this.rest, this.more);
    else for (const node of [this.rest, this.more]) node.remove();
  }

  open(open) {
    this.rest.hidden = !open;
    setText(this.more, open ? "less" : "more");
    attrs(this.more, { "aria-expanded": open });
  }
}
