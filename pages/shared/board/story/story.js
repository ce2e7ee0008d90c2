// The story of a lesson: which step is open, what it has set, what was guessed, and what the judges have said.
import { AtRest } from "../dom/at_rest.js";
import { StoryCard } from "./card.js";
import { CourseSheet } from "./course.js";
import { LessonBar } from "./lesson_bar.js";
import { Progress } from "./progress.js";
import { settings } from "./rich_text.js";
import { StorySize } from "./size.js";

const progress = new Progress(); // one for all lessons: a board lives as long as its page

export class Story {
  // What the story needs of the board: `open({controls, own, points})` brings a step's settings, `moment()` is what is drawn
  // and chosen, `question(parts)` requests a verdict, `switchMode(lab)` informs Python, `repaint()` paints the scene again,
  // `pointAt(verb, argument, on)` highlights, `announce(text)` is read out.
  constructor(root, board, { stage, points, highlight, layout }) {
    Object.assign(this, { root, board, layout, on: false, number: 1, values: {} });
    this.bar = new LessonBar(root, { onMode: (lab) => this.switchMode(lab), onCourse: () => this.course.open() });
    this.card = new StoryCard(root, this.handlers(), { stage, points, highlight });
    this.course = new CourseSheet(root, progress);
    this.size = new StorySize(root, { card: this.card, layout, changed: () => board.resized() });
    this.rest = new AtRest(() => this.judge(), true);
  }

  handlers() {
    return {
      onStep: (by) => this.step(by),
      onNumber: (number) => this.go(number),
      onGuess: (value) => this.guess(value),
      onChoice: (name, value) => this.choose(name, value),
      onWord: (verb, argument) => this.word(verb, argument),
      onPoint: (verb, argument, on) => this.board.pointAt(verb, argument, on),
      onHint: () => this.hint(),
      onLab: () => this.switchMode(true),
      onNextLesson: () => this.course.follow(this.lessonAt(1)),
      onDoor: (opens) => this.pass(opens),
    };
  }

  // ---- data from Python ----------------------------------------------------------------------
  update({ story, lesson, lab, verdict }) {
    const other = lesson !== this.lesson;
    Object.assign(this, { data: story, lesson });
    if (!story) return this.leave();
    this.course.update(story.course, lesson);
    this.bar.update(this.lessonAt(0), story.course.length);
    // While Python has not followed a switch, the switch counts.
    if (other || lab !== this.switching) this.switching = undefined;
    if (other || this.switching === undefined) lab ? this.leave() : this.enter(other);
    if (verdict && verdict.lesson === lesson) this.receive(verdict);
  }

  get steps() {
    return this.data.steps;
  }

  get current() {
    return this.steps[this.number - 1];
  }

  get kept() {
    return progress.step(this.lesson, this.number);
  }

  get name() {
    return this.on ? this.current.title : "";
  }

  // The lesson that stands so many places after this one in the course.
  lessonAt(by) {
    const { course } = this.data;
    return course[course.findIndex(({ name }) => name === this.lesson) + by] ?? null;
  }

  // Where a person who was elsewhere in the course goes on.
  wayOn() {
    const lesson = this.data.doors.length ? this.course.next() : null;
    if (!lesson) return [];
    const { at } = progress.of(lesson.name);
    const place = at > 1 ? `, step ${at} of ${lesson.steps}` : "";
    return [{ text: `Go on: ${lesson.title}${place}`, opens: lesson.name, help: lesson.goal, onward: true }];
  }

  pass(opens) {
    if (opens === "course") this.course.open();
    else if (opens === "present") this.board.present();
    else this.course.follow(this.data.course.find(({ name }) => name === opens));
  }

  // ---- story or lab --------------------------------------------------------------------------
  enter(fresh) {
    const already = this.on && !fresh;
    this.on = true;
    this.root.dataset.mode = "story";
    this.size.begin();
    this.bar.mode(false);
    if (already) return this.render();
    const known = progress.of(this.lesson);
    const wanted = this.begun === this.lesson ? null : this.data.step;
    this.begun = this.lesson;
    // A lesson with doors is where one starts: when all of it is done, it opens on them.
    const finished = this.data.doors.length && progress.count(this.lesson, this.steps.length) === this.steps.length;
    const number = Math.min(wanted ?? (finished ? 1 : known.at), this.steps.length);
    this.open(number, this.drawingIsTheirs() ? "keep" : "jump");
    this.board.changedMode();
  }

  // A link that holds points wins over those of the step.
  drawingIsTheirs() {
    return new URLSearchParams(location.search).has("p");
  }

  leave() {
    this.bar.mode(true);
    if (this.on) address({ step: null, lab: "1" });
    const was = this.on;
    this.on = false;
    this.root.dataset.mode = "lab";
    this.size.end();
    this.card.hide();
    this.values = {};
    if (was) this.board.changedMode();
  }

  switchMode(lab) {
    if (!this.data || lab === !this.on) return;
    this.switching = !lab;
    if (lab) this.leave();
    else this.enter(false);
    this.board.switchMode(lab);
  }

  // ---- steps ---------------------------------------------------------------------------------
  step(by) {
    if (!this.on) return;
    if (by > 0 && !this.current.judged) this.kept.seen = true;
    progress.keep();
    this.go(this.number + by);
  }

  go(number) {
    if (number < 1 || number > this.steps.length || number === this.number) return;
    this.open(number, number === this.number + 1 ? "forward" : "jump");
    this.card.focus();
  }

  // `how`: forward (what the step sets, over what is drawn), jump (also what the steps before it set), keep (no points).
  open(number, how) {
    this.number = number;
    const before = this.steps.slice(0, number);
    const sets = Object.assign({}, ...before.map((step) => step.sets));
    const mine = (name) => this.data.owned.includes(name);
    const pick = (values, wanted) => Object.fromEntries(Object.entries(values).filter(([name]) => mine(name) === wanted));
    this.values = { ...pick(this.data.defaults, false), ...pick(sets, false) };
    const own = how === "forward" ? pick(this.current.sets, true) : { ...pick(this.data.defaults, true), ...pick(sets, true) };
    delete own.view;
    const points = how === "keep" ? null : how === "forward" ? this.current.points : last(before.map((step) => step.points));
    this.board.open({ own, points: this.kept.verdict?.done && how === "forward" ? null : points });
    this.before = this.kept.before ?? this.board.moment();
    progress.of(this.lesson).at = number;
    progress.keep();
    address({ step: number, lab: null });
    this.render();
    this.board.repaint();
    this.rest.later(number);
  }

  // What the step does not show, and not yet.
  get hidden() {
    const { hides, reveals } = this.current;
    return [...hides, ...(this.kept.verdict?.done ? [] : reveals)];
  }

  render() {
    this.root.dataset.hides = this.hidden.join(" ");
    this.card.show({ step: this.current, number: this.number, steps: this.steps, kept: this.kept, values: this.values }, this.around());
    this.size.measureSoon();
  }

  around() {
    const { choices } = this.data;
    const done = this.steps.map((_, i) => progress.done(this.lesson, i + 1));
    const doors = this.number === 1 ? [...this.data.doors, ...this.wayOn()] : [];
    return { choices, doors, done, next: this.lessonAt(1), proven: this.current.kind === "prove" && Boolean(this.kept.verdict?.done) };
  }

  // ---- what the person does ------------------------------------------------------------------
  guess(value) {
    if (this.kept.guess !== undefined) return;
    Object.assign(this.kept, { guess: value, before: this.board.moment() });
    this.before = this.kept.before;
    progress.keep();
    this.render();
    this.judge();
  }

  choose(name, value) {
    this.values = { ...this.values, [name]: value };
    this.board.chosen();
    this.render();
    this.changed();
  }

  word(verb, argument) {
    if (verb !== "set") return this.board.pointAt(verb, argument, true);
    const isText = (name) => name in this.data.choices;
    for (const [name, value] of Object.entries(settings(argument, isText))) {
      if (this.data.owned.includes(name)) this.board.set(name, value);
      else this.choose(name, value);
    }
  }

  hint() {
    this.kept.hints = Math.min((this.kept.hints ?? 0) + 1, this.current.hints.length);
    progress.keep();
    this.render();
  }

  // ---- judging -------------------------------------------------------------------------------
  // Something was drawn: it is judged when the hand rests.
  changed() {
    if (this.on) this.rest.later({});
  }

  get waits() {
    const { guess, judged } = this.current;
    return judged && !this.kept.verdict?.done && (!guess || this.kept.guess !== undefined);
  }

  judge() {
    if (!this.on || !this.waits) return;
    if (this.board.busy()) return this.changed();
    this.board.question({ step: this.number, before: this.before, guess: this.kept.guess ?? null });
  }

  // A verdict that ends a step is frozen.
  receive({ lesson, step, verdict }) {
    if (!this.on || lesson !== this.lesson || step !== this.number || !verdict || this.kept.verdict?.done) return;
    this.kept.verdict = { ...verdict, text: this.board.worded(verdict.text) };
    if (this.current.kind === "prove" && !verdict.done) this.reopen();
    progress.keep();
    this.render();
    if (verdict.done && this.current.hides.length) this.board.repaint();
  }

  // A guess that does not solve the exercise can be changed.
  reopen() {
    if (this.kept.guess === undefined) return;
    this.kept.draft = this.kept.guess;
    delete this.kept.guess;
  }

  // ---- painting ------------------------------------------------------------------------------
  // Of the scene, what the step shows: the stage and its own panels.
  shown(scene) {
    if (!this.on) return scene;
    const names = this.current.panels.filter((name) => !this.hidden.includes(name));
    const panels = scene.panels.filter(({ id, area }, i) => i === 0 || names.includes(id) || (area === "strip" && names.includes(id)));
    return { ...scene, panels: panels.map((panel, i) => (i && panel.area !== "strip" ? beside(panel) : panel)), ledger: [], equation: "", terms: [] };
  }

  paint(scene) {
    if (!this.on) return;
    this.card.fill(new Map(scene.ledger.map((reading) => [reading.id, reading])), this.current);
    this.size.measureSoon();
  }

  controls() {
    return this.on ? this.values : {};
  }

  destroy() {
    this.rest.destroy();
    this.size.destroy();
    this.card.destroy();
  }
}

const besides = new WeakMap();

// A small multiple stands beside the stage like any other panel; made once, so that it need not be painted again.
function beside(panel) {
  if (panel.area === "lens") return panel;
  if (!besides.has(panel)) besides.set(panel, { ...panel, area: "lens" });
  return besides.get(panel);
}

const last = (values) => values.filter((value) => value !== null).at(-1) ?? null;

// The address says where one is, so that it can be sent to somebody.
function address(parameters) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  history.replaceState(history.state, "", url);
}
