// One step on screen: claim, action, guess, verdict, hints, and the buttons that lead on.
import { attrs, html, setText } from "../dom/elements.js";
import { ChoiceGuess, SortGuess } from "./choice_guess.js";
import { Doors } from "./doors.js";
import { RichText } from "./rich_text.js";
import { BandSketch, CurveSketch } from "./sketch_guess.js";
import { VerdictText } from "./verdict.js";
import { WeightsGuess } from "./weights_guess.js";

const NAMES = { see: "look", do: "do", predict: "predict", prove: "prove" };
const SWIPE = 60; // pixels
const NEAR = 16; // pixels above and below a slider, where a finger that misses it may be

const place = ({ clientX, clientY }) => [clientX, clientY];

export class StoryCard {
  constructor(root, handlers, { stage, points, highlight }) {
    Object.assign(this, { handlers });
    this.root = html("section", { class: "story", "data-testid": "story", "aria-label": "Step" }, root);
    this.kicker = html("p", { class: "story-kicker" }, this.root);
    this.title = html("h2", { class: "story-title", tabindex: -1 }, this.root);
    const words = { act: handlers.onWord, point: handlers.onPoint };
    this.text = new RichText(html("div", { class: "story-text" }, this.root), words);
    this.choices = html("div", { class: "story-choices" }, this.root); // above the action, which goes when the step is done
    this.action = new RichText(html("div", { class: "story-action" }, this.root), { ...words, act: handlers.onActionWord });
    this.readings = html("dl", { class: "story-readings" }, this.root);
    const commit = handlers.onGuess;
    this.guesses = {
      choose: new ChoiceGuess(this.root, commit),
      sort: new SortGuess(this.root, commit),
      weights: new WeightsGuess(this.root, commit, { stage, points, highlight }),
      sketch: new BandSketch(this.root, commit, stage),
      curve: new CurveSketch(this.root, commit, stage),
    };
    this.sent = html("p", { class: "guess-sent", role: "status" }, root); // by a room of what was guessed: below the card, over nothing
    this.verdict = new VerdictText(this.root);
    this.around = root;
    this.hints = html("div", { class: "story-hints" }, this.root);
    this.doors = new Doors(this.root, handlers.onDoor);
    this.pictures = html("div", { class: "story-pictures" }, root);
    this.makeButtons(root);
    this.swipes();
    this.hide();
  }

  makeButtons(root) {
    const { handlers } = this;
    this.nav = html("nav", { class: "story-nav", "aria-label": "Steps" }, root);
    this.dots = html("ol", { class: "story-dots" }, this.nav);
    const button = (name, text, act) => {
      const made = html("button", { type: "button", class: `story-${name}`, "data-testid": `story-${name}`, text }, this.nav);
      made.addEventListener("click", act);
      return made;
    };
    this.back = button("back", "Back", () => handlers.onStep(-1));
    this.lab = button("lab", "Open the lab", () => handlers.onLab());
    this.next = button("next", "Next", () => this.forward());
  }

  forward() {
    if (this.ends) this.handlers.onNextLesson();
    else this.handlers.onStep(1);
  }

  // ---- drawing -------------------------------------------------------------------------------
  hide() {
    for (const node of [this.root, this.nav, this.pictures]) node.hidden = true;
    setText(this.sent, "");
    this.takeOff();
  }

  // Guesses that lie over the stage.
  takeOff() {
    for (const part of Object.values(this.guesses)) part.destroy?.();
  }

  show({ step, number, steps, kept, values }, { choices, doors, done, plan, next, proven }) {
    for (const node of [this.root, this.nav, this.pictures]) node.hidden = false;
    attrs(this.root, { "data-step": number, "data-steps": steps.length, "data-kind": step.kind, "data-done": done[number - 1] });
    setText(this.kicker, `Step ${number} of ${steps.length} \u00b7 ${NAMES[step.kind]}`);
    setText(this.title, step.title);
    this.text.write(step.text);
    this.action.write(kept.verdict?.done ? "" : step.action);
    this.showChoices(step, choices, values);
    this.showGuess(step, kept);
    setText(this.sent, kept.note ?? "");
    this.verdict.show(kept.verdict, { proven, revealed: kept.revealed });
    this.root.classList.toggle("proven", proven);
    this.showHints(step, kept);
    this.doors.show(doors);
    this.pictures.hidden = !step.panels.length; // no empty tab on a phone
    this.showButtons(number, steps.length, done, { plan, next });
  }

  showChoices(step, choices, values) {
    const names = step.controls.filter((name) => name in choices);
    const key = JSON.stringify([names, step.options, names.map((name) => values[name])]);
    this.choices.hidden = !names.length;
    if (key === this.choicesKey) return;
    this.choicesKey = key;
    this.choices.textContent = "";
    for (const name of names) this.choice(name, choices[name], values[name], step.options[name]);
  }

  // `offered` are those of its options that the step speaks of; all of them where it names none.
  choice(name, { label, options }, value, offered) {
    const group = html("div", { class: "story-choice", role: "group", "aria-label": label }, this.choices);
    html("span", { class: "choice-label", text: label }, group);
    for (const [option, text] of options.filter(([each]) => !offered || offered.includes(each))) {
      const button = html("button", { type: "button", "data-choice": name, "data-value": option }, group);
      // A name such as TNP-D stays on one line.
      for (const part of text.split(/(\S+-\S+)/)) part.includes("-") ? html("span", { class: "whole", text: part }, button) : button.append(part);
      attrs(button, { "aria-pressed": option === value });
      button.addEventListener("click", () => this.handlers.onChoice(name, option));
    }
  }

  // An outcome that was shown without a guess stands in the guess's place; until it has come, nothing does. A band needs
  // no sketch of itself.
  showGuess(step, kept) {
    const { revealed, verdict } = kept;
    const shown = revealed ? { ...kept, guess: step.guess?.kind === "sketch" ? null : verdict?.outcome } : kept;
    for (const [kind, part] of Object.entries(this.guesses)) {
      const used = step.guess?.kind === kind && !(revealed && (shown.guess ?? null) === null);
      part.root.hidden = !used;
      if (used) part.show(step.guess, shown);
      else part.destroy?.();
    }
  }

  // The guess of the open step.
  guessOf(step) {
    return this.guesses[step.guess?.kind] ?? null;
  }

  // The action was to be done before its outcome was guessed.
  wantGuess(step) {
    this.verdict.show({ done: false, text: "Guess first." }, {});
    this.guessOf(step).root.querySelector("button")?.focus();
  }

  showHints({ hints }, { hints: opened = 0, verdict }) {
    const key = JSON.stringify([hints, opened, Boolean(verdict?.done)]);
    this.hints.hidden = !hints.length || Boolean(verdict?.done);
    if (key === this.hintsKey) return;
    this.hintsKey = key;
    this.hints.textContent = "";
    if (opened) html("p", { text: hints[opened - 1] }, this.hints);
    if (opened >= hints.length) return;
    const text = opened ? `Next hint (${opened + 1} of ${hints.length})` : "Hint";
    const button = html("button", { type: "button", class: "hint-button", text }, this.hints);
    button.addEventListener("click", () => this.handlers.onHint());
  }

  // In a talk, of `plan`, the buttons follow that, and no lesson ends.
  showButtons(number, steps, done, { plan, next }) {
    this.ends = number === steps && !plan;
    this.nav.classList.toggle("ends", this.ends);
    this.back.disabled = plan ? plan.first : number === 1;
    this.lab.hidden = !this.ends;
    setText(this.next, this.ends ? (next ? `Next: ${next.title}` : "The course") : "Next");
    this.next.classList.toggle("primary", done[number - 1] || this.root.dataset.kind === "see");
    while (this.dots.children.length < steps) this.dot(this.dots.children.length + 1);
    while (this.dots.children.length > steps) this.dots.lastChild.remove();
    [...this.dots.children].forEach((item, i) => this.refreshDot(item.firstChild, i + 1, number, done[i]));
  }

  dot(number) {
    const button = html("button", { type: "button", "data-number": number }, html("li", {}, this.dots));
    button.addEventListener("click", () => this.handlers.onNumber(number));
  }

  refreshDot(button, at, number, done) {
    attrs(button, { "aria-label": `Step ${at}${done ? ", done" : ""}` });
    button.classList.toggle("done", done);
    if (at === number) attrs(button, { "aria-current": "step" });
    else button.removeAttribute("aria-current");
  }

  // The stage was painted anew, perhaps in another size or with another mean: a sketch lies over it.
  redraw(step) {
    this.guessOf(step)?.draw?.();
  }

  // Live values: in the text, and as numbers of their own.
  fill(readings, step) {
    this.redraw(step);
    for (const text of [this.text, this.action]) text.fill(readings);
    const shown = step.readings.map((id) => readings.get(id)).filter(Boolean);
    this.readings.hidden = !shown.length;
    while (this.readings.children.length < shown.length) this.reading();
    while (this.readings.children.length > shown.length) this.readings.lastChild.remove();
    shown.forEach(({ id, label, text, tone, stale }, i) => {
      const row = this.readings.children[i];
      const [name, value] = row.children;
      attrs(row, { "data-reading": id, "data-tone": tone ?? "" });
      row.classList.toggle("stale", Boolean(stale));
      setText(name, label);
      setText(value, text);
    });
  }

  reading() {
    const row = html("div", {}, this.readings);
    html("dt", {}, row);
    html("dd", {}, row);
  }

  // A step that was opened by a button or a key is read out from its title.
  focus() {
    this.title.focus({ preventScroll: true });
  }

  swipes() {
    let from = null; // of one finger: two of them zoom
    this.root.addEventListener("touchstart", ({ touches }) => (from = touches.length > 1 || this.atSlider(touches[0]) ? null : place(touches[0])), { passive: true });
    // Left to the browser it becomes a fling, which swallows the next tap.
    this.root.addEventListener("touchmove", (event) => {
      if (!from) return;
      const [x, y] = place(event.touches[0]);
      if (Math.abs(x - from[0]) > Math.abs(y - from[1]) && event.cancelable) event.preventDefault();
    }, { passive: false });
    this.root.addEventListener("touchend", ({ changedTouches: [touch], target }) => {
      if (!from || target.closest?.(".guess-weights:has(.guess-commit)")) return; // bars that can be dragged keep the finger
      const [x, y] = place(touch);
      const [dx, dy] = [x - from[0], y - from[1]];
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) this.handlers.onStep(dx < 0 ? 1 : -1);
    }, { passive: true });
  }

  // Whether a finger is so near to a slider that it was meant.
  atSlider({ clientY }) {
    const boxes = [...this.around.querySelectorAll(".sliders input")].map((slider) => slider.getBoundingClientRect());
    return boxes.some(({ top, bottom, height }) => height && clientY > top - NEAR && clientY < bottom + NEAR);
  }

  destroy() {
    this.verdict.wait(false);
    this.takeOff();
  }
}
