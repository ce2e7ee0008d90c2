// The four steps of a lesson above the stage: which one is open, its question, and the result.
import { attrs, html, setText } from "../dom/elements.js";

const SIGNS = { good: "\u2713", bad: "\u2717" };
const STEPS = [1, 2, 3, 4];

export class Story {
  // `onProgress({lesson, at, guess})` follows a step or a guess, `onResize()` another height of this part.
  constructor(root, { onProgress, onResize }) {
    Object.assign(this, { onProgress, onResize });
    this.root = html("section", { class: "beats", "aria-label": "Lesson in four steps" }, root);
    this.root.hidden = true;
    const bar = html("ol", { class: "beat-bar" }, this.root);
    this.buttons = STEPS.map((at) => this.button(bar, at));
    const panel = html("div", { class: "beat" }, this.root);
    this.text = html("p", { class: "beat-text" }, panel);
    this.formula = html("p", { class: "beat-formula" }, panel);
    this.result = html("p", { class: "beat-result", role: "status" }, panel);
    this.options = html("div", { class: "beat-options", role: "group", "aria-label": "Your guess" }, panel);
    this.more = html("ul", { class: "beat-more" }, panel);
    this.below = html("button", { type: "button", class: "beat-link", text: "The whole explanation is below" }, panel);
    this.below.addEventListener("click", () => this.scrollDown());
  }

  button(bar, at) {
    const button = html("button", { type: "button", "data-beat": at }, html("li", {}, bar));
    const mark = html("span", { class: "beat-mark", "aria-hidden": "true" }, button);
    const name = html("span", { class: "beat-name" }, button);
    const state = html("span", { class: "unseen" }, button);
    button.addEventListener("click", () => this.go(at));
    return { button, mark, name, state };
  }

  // New data from Python. Which step is open, and the guess, belong to the browser while the lesson stays the same.
  update({ beats, lesson }) {
    this.root.hidden = !beats;
    if (!beats) return;
    if (lesson !== this.lesson) Object.assign(this, { lesson, at: beats.at, guess: beats.guess });
    this.content = beats;
    this.render();
  }

  get name() {
    return this.content?.steps[this.at - 1].name ?? "";
  }

  // ---- what the person does ------------------------------------------------------------------
  step(by) {
    this.go(Math.max(1, Math.min(STEPS.length, this.at + by)));
  }

  go(at) {
    if (!this.content || at === this.at) return;
    this.at = at;
    this.render();
    this.report();
  }

  // A committed guess opens Play; `null` takes it back.
  commit(guess) {
    if (guess === this.guess) return this.go(2);
    this.guess = guess;
    this.at = guess === null ? 1 : 2;
    this.render();
    this.report();
    if (guess !== null) this.buttons[1].button.focus({ preventScroll: true });
  }

  report() {
    const { lesson, at, guess } = this;
    this.onProgress({ lesson, at, guess });
  }

  scrollDown() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    document.querySelector(`.st-key-${this.lesson}-explain`)?.scrollIntoView({ behavior: still ? "auto" : "smooth" });
  }

  // ---- drawing -------------------------------------------------------------------------------
  get reveal() {
    const { result } = this.content.steps[1];
    return result?.guess === this.guess ? result : null;
  }

  // A result that makes the text longer must not push the stage away under the pointer.
  render() {
    const steady = this.drawn === this.at && !this.root.closest("[data-presents]") ? this.root.offsetHeight : null;
    this.draw();
    this.drawn = this.at;
    if (steady) scroller(this.root)?.scrollBy({ top: this.root.offsetHeight - steady, behavior: "instant" });
    this.onResize();
  }

  draw() {
    const { steps } = this.content;
    const done = [this.guess !== null, this.reveal !== null, this.at === 3 || steps[2].done, steps[3].done];
    this.buttons.forEach((parts, i) => this.renderButton(parts, i + 1, steps[i].name, done[i]));
    const step = steps[this.at - 1];
    const settled = this.at === 2 ? this.reveal : null;
    attrs(this.root, { "data-at": this.at });
    show(this.text, settled ? "" : step.text);
    show(this.formula, step.formula ?? "");
    this.renderOptions();
    this.renderResult(settled ?? (this.at === 4 ? step.result : null));
    this.renderMore(settled ? step.more : []);
    this.below.hidden = this.at !== 3;
  }

  renderButton({ button, mark, name, state }, at, text, done) {
    setText(name, text);
    setText(mark, done ? SIGNS.good : String(at));
    setText(state, done ? ", done" : "");
    button.classList.toggle("done", done);
    if (at === this.at) attrs(button, { "aria-current": "step" });
    else button.removeAttribute("aria-current");
  }

  renderOptions() {
    this.options.hidden = this.at > 2 || (this.at === 2 && (this.guess === null || this.reveal !== null));
    if (this.options.hidden) return;
    const { options } = this.content;
    const key = JSON.stringify([options, this.at, this.guess, this.reveal?.option]);
    if (key === this.optionsKey) return;
    this.optionsKey = key;
    this.options.textContent = "";
    if (this.at === 1) options.forEach((text, i) => this.option(text, i));
    else html("span", { class: "beat-guess", text: `Your guess: ${options[this.guess]}` }, this.options);
    if (this.guess === null) return;
    const again = html("button", { type: "button", class: "beat-link", text: "Guess again" }, this.options);
    again.addEventListener("click", () => this.commit(null));
  }

  option(text, i) {
    const right = this.reveal?.option === i;
    const label = right ? `${SIGNS.good} ${text}` : text;
    const own = { type: "button", class: "beat-option", "data-option": i, text: label };
    const button = html("button", own, this.options);
    attrs(button, { "aria-pressed": i === this.guess });
    button.classList.toggle("right", right);
    button.disabled = Boolean(this.reveal);
    button.addEventListener("click", () => this.commit(i));
  }

  // What else to try, when the question is settled.
  renderMore(things) {
    this.more.hidden = !things.length;
    while (this.more.children.length < things.length) html("li", {}, this.more);
    while (this.more.children.length > things.length) this.more.lastChild.remove();
    things.forEach((text, i) => bold(this.more.children[i], text));
  }

  renderResult(result) {
    show(this.result, result ? `${SIGNS[result.tone] ?? ""} ${result.text}`.trim() : "");
    attrs(this.result, { "data-tone": result?.tone ?? "" });
  }
}

// What scrolls the page: Streamlit's main area, or whatever stands in for it.
function scroller(node) {
  for (let at = node; at; at = at.parentElement ?? at.getRootNode().host) {
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return document.scrollingElement;
}

function show(node, text) {
  bold(node, text);
  node.hidden = !text;
}

// **words** in bold; written only when it changes, because a status that is written again is read out again.
function bold(node, text) {
  if (node.dataset.written === text) return;
  node.dataset.written = text;
  node.textContent = "";
  text.split("**").forEach((part, i) => part && node.append(i % 2 ? html("strong", { text: part }) : part));
}
