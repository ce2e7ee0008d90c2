// The story of a lesson: which step is open, what it has set, what was guessed, and what the judges have said.
import { AtRest } from "../dom/at_rest.js";
import { StoryCard } from "./card.js";
import { InFrame } from "../room/framed.js";
import { CourseSheet } from "../course/course.js";
import { EndingSheet } from "../course/ending.js";
import { HandIn } from "../course/hand_in.js";
import { LabNote } from "../lab/lab_note.js";
import { LessonBar, mapArrival } from "./lesson_bar.js";
import { StepHistory } from "./history.js";
import { address, drawnByLink, settingsOf, wantsFresh } from "./opening.js";
import { progress } from "./progress.js";
import { pressed } from "./rich_text.js";
import { comeLater, hiddenParts, inPictures, shownOf } from "./shown.js";
import { StorySize } from "./size.js";

const SKETCHED = ["sketch", "curve"];
const GOES_WITH_A_GUESS = [".sketch-hit", ".weight-bar", ".guess-commit"].map((name) => `${name}:focus`).join();

const fresh = wantsFresh();
if (fresh === "all") progress.forget();

export class Story {
  // `host` does with the board what a story needs (host.js); `stage` is {plot(), mean()} for sketches.
  constructor(root, host, { stage, points, highlight, layout }) {
    Object.assign(this, { root, host, layout, on: false, number: 1, values: {} });
    this.bar = new LessonBar(root, { onMode: (lab) => this.switchMode(lab), onCourse: () => this.course.open() });
    this.labNote = new LabNote(this.bar.root, () => host.startAfresh());
    this.card = new StoryCard(root, this.handlers(), { stage, points, highlight });
    this.course = new CourseSheet(root, progress, { startAfresh: (all) => this.startAfresh(all), showLink: () => host.showLink(), slidePanels: () => host.slidePanels() });
    this.history = new StepHistory((place) => this.returnTo(place));
    this.ending = new EndingSheet(root, { onStep: (title) => this.goTo(title), onNext: () => this.leaveFor() });
    this.handIn = new HandIn(root, { message: () => host.message(this.question()), vary: (name, value) => this.vary(name, value) });
    this.size = new StorySize(root, { card: this.card, layout, changed: () => host.resized() });
    this.rest = new AtRest(() => this.judge(), true);
    this.frame = new InFrame(this);
  }

  handlers() {
    return {
      onStep: (by) => this.host.turn(by),
      onNumber: (number) => this.go(number),
      onGuess: (value) => this.guess(value),
      onChoice: (name, value) => this.choose(name, value),
      onWord: (verb, argument) => pressed(this, verb, argument),
      onActionWord: (verb, argument) => pressed(this, verb, argument, true),
      onPoint: (verb, argument, on) => this.host.pointAt(verb, argument, on),
      onHint: () => this.hint(),
      onLab: () => this.switchMode(true),
      onNextLesson: () => (this.data.ending ? this.ending.open(this.data.ending, this.course.following) : this.leaveFor()),
      onDoor: (opens) => (opens === "present" ? this.host.present() : this.course.pass(opens)),
    };
  }

  // ---- data from Python ----------------------------------------------------------------------
  update({ story, lesson, lab, verdict }) {
    const other = lesson !== this.lesson;
    Object.assign(this, { data: story, lesson, steps: story?.steps ?? [] });
    if (!story) return this.leave();
    this.course.update(story.course, lesson, story.end);
    this.bar.update(this.course.here, story.course.length);
    if (other && fresh && !progress.freshened) {
      progress.forget(lesson);
      progress.freshened = true;
    }
    // While Python has not followed a switch, the switch counts.
    if (other || lab !== this.switching) this.switching = undefined;
    const arrival = other ? mapArrival(lesson) : null;
    if (arrival && lab) this.host.switchMode(!(this.switching = true));
    if (other || this.switching === undefined) lab && !arrival ? this.leave() : this.enter(other, arrival);
    if (verdict && verdict.lesson === lesson) this.receive(verdict);
  }

  get current() {
    return this.steps[this.number - 1];
  }

  get kept() {
    return progress.step(this.lesson, this.number);
  }

  // The guess of the open step, if it is drawn over the stage.
  get sketched() {
    return this.on && SKETCHED.includes(this.current.guess?.kind) ? this.current.guess : null;
  }

  get name() {
    return this.on ? this.current.title : "";
  }

  // ---- story or lab --------------------------------------------------------------------------
  // `arrival`: {step, controls} to open with.
  enter(fresh, arrival = null) {
    const already = this.on && !fresh;
    this.on = true;
    this.root.dataset.mode = "story";
    this.labNote.closes();
    this.size.begin();
    this.bar.mode(false);
    if (already) return this.render();
    const known = progress.of(this.lesson);
    const wanted = this.begun === this.lesson ? null : this.data.step;
    this.begun = this.lesson;
    // A lesson with doors is where one starts: when all of it is done, it opens on them.
    const finished = this.data.doors.length && progress.count(this.lesson, this.steps.length) === this.steps.length;
    const number = Math.min(wanted ?? (finished ? 1 : known.at), this.steps.length);
    this.open(arrival?.step ?? number, "jump", true, arrival ?? drawnByLink(this.host.moment().controls, this.data));
    this.host.changedMode();
  }

  leave() {
    this.bar.mode(true);
    if (this.data) address({ step: null, lab: "1" });
    const was = this.on;
    this.on = false;
    this.root.dataset.mode = "lab";
    this.size.end();
    this.host.snapTo(null);
    this.card.hide();
    this.values = {};
    if (this.data) this.labNote.opens(this.lesson, was ? this.number : null, this.host.changedFromFresh());
    if (was) this.host.changedMode();
  }

  switchMode(lab) {
    if (!this.data || lab === !this.on) return;
    this.switching = !lab;
    lab ? this.leave() : this.enter(false);
    this.host.switchMode(lab);
  }

  // ---- steps ---------------------------------------------------------------------------------
  step(by) {
    if (!this.on || !this.frame.explores || (by > 0 && this.host.holdsBack())) return;
    if (by > 0 && !this.current.judged) this.kept.seen = true;
    progress.keep();
    this.go(this.number + by);
  }

  go(number) {
    if (number < 1 || number > this.steps.length || number === this.number) return;
    this.history.leave();
    this.open(number, number === this.number + 1 ? "forward" : "jump");
    this.card.focus();
  }

  // The browser's Back and Forward: a step of this page, or its lab.
  returnTo({ lab, step }) {
    this.switchMode(lab);
    if (!lab && step && step !== this.number && this.steps[step - 1]) this.open(step, "jump");
  }

  // A state of a talk: a step, and perhaps what is drawn there; `twin` and `fresh` as in Progress.pose.
  openStop({ step, points, units, controls = {}, twin = points ? false : undefined }, fresh = false) {
    if (!this.on) this.switchMode(false);
    progress.pose(this.lesson, step, { twin, fresh });
    this.history.leave();
    const given = points || Object.keys(controls).length ? { points: points ?? undefined, units, controls } : null;
    this.open(step, "jump", true, given);
    this.card.focus();
  }

  // This lesson as if no one had been here, or all of them.
  startAfresh(all) {
    progress.forget(all ? null : this.lesson);
    if (!this.on) return this.host.startAfresh();
    this.open(1, "fresh");
    this.card.focus();
  }

  goTo(title) {
    this.go(1 + this.steps.findIndex((step) => step.title === title));
  }

  leaveFor() {
    this.course.follow(this.course.following);
  }

  // `coming`: not from a step that is further on; `given`: {points, units, controls} that the step opens with.
  open(number, how, coming = how === "forward", given = null) {
    this.number = number;
    this.card.verdict.wait(false);
    this.size.beginStep({ later: comeLater(this.current), finished: this.kept.layout });
    const { values, ...brought } = settingsOf(this.data, number, how, given ?? this.kept.ended);
    this.values = values;
    this.host.snapTo(this.current.snaps);
    this.host.begin(brought);
    delete this.kept.verdict?.earlier;
    this.before = this.kept.before ?? this.host.moment();
    Object.assign(progress.of(this.lesson), { at: number, opened: Date.now() });
    progress.keep();
    address({ step: number, lab: null });
    this.render();
    this.host.showStep(coming && this.kept.verdict?.done ? (this.kept.foundAt ?? 0) : null);
    this.rest.later(number);
  }

  get hidden() {
    return hiddenParts(this.current, this.kept);
  }

  render() {
    const { hidden, current } = this;
    this.root.dataset.hides = hidden.join(" ");
    this.root.dataset.reveals = current.reveals.join(" ");
    this.root.dataset.later = hidden.filter((name) => !current.hides.includes(name)).join(" ");
    this.root.classList.toggle("beside", this.current.beside);
    const kept = { ...this.kept, ...this.frame.given };
    this.card.show({ step: this.current, number: this.number, steps: this.steps, kept, values: this.values }, this.around());
    this.frame.refresh();
    this.handIn.offer(this.card.verdict.root, this.current.kind === "prove" && this.kept.verdict?.done && this.data.proof);
    this.size.measureSoon();
  }

  // A talk begins or ends: its buttons are others.
  refresh = () => this.on && this.render();

  // Panels that were held back come with the picture.
  renderRevealed() {
    this.render();
    if (this.current.reveals.length) this.host.repaint();
  }

  around() {
    const { choices } = this.data;
    const done = this.steps.map((_, i) => progress.done(this.lesson, i + 1));
    const doors = this.number === 1 ? [...this.data.doors, ...this.course.wayOn(this.data.doors)] : [];
    return { choices, doors, done, plan: this.host.plan, next: this.course.following, proven: this.current.kind === "prove" && Boolean(this.kept.verdict?.done) };
  }

  // ---- what the person does ------------------------------------------------------------------
  guess(value) {
    if (this.kept.guess === undefined && !this.frame.takes(value) && !this.host.holdsGuess()) this.commit({ guess: value });
  }

  // What a key does to an open guess, if anything.
  guessKey(name) {
    const { kept, current } = this;
    if (!this.on || kept.guess !== undefined || kept.revealed || kept.verdict?.done) return null;
    return this.card.guessOf(current)?.key(name) ?? null;
  }

  // Whether a guess is wanted that no one has made.
  get awaitsGuess() {
    return this.awaitsOutcome && this.kept.guess === undefined;
  }

  // Whether a guess has no outcome yet, made or not.
  get awaitsOutcome() {
    const { kind, guess } = this.current;
    return this.on && kind === "predict" && Boolean(guess) && !this.kept.revealed && !this.kept.verdict?.done;
  }

  // The outcome, whole and at once: without a guess, or on the one that was made, with the step's action done in people's place.
  reveal() {
    if (this.awaitsOutcome) this.commit(this.awaitsGuess ? { revealed: true } : { acts: true });
  }

  commit(kept) {
    this.size.hold();
    if (this.root.querySelector(GOES_WITH_A_GUESS)) this.card.focus();
    Object.assign(this.kept, { ...kept, before: this.host.moment() });
    this.before = this.kept.before;
    progress.keep();
    this.renderRevealed();
    this.judge();
  }

  choose(name, value) {
    if (this.frame.holds) return;
    this.values = { ...this.values, [name]: value };
    this.host.chosen();
    this.render();
    this.changed();
  }

  hint() {
    this.kept.hints = Math.min((this.kept.hints ?? 0) + 1, this.current.hints.length);
    progress.keep();
    this.render();
  }

  // ---- judging -------------------------------------------------------------------------------
  // Something was drawn: it is judged when the hand rests.
  changed() {
    if (!this.on) return;
    this.compare();
    this.card.verdict.age();
    this.rest.later({});
  }

  get waits() {
    const { guess, judged } = this.current;
    return judged && (!this.kept.verdict?.done || this.follows) && (!guess || this.kept.revealed || this.kept.guess !== undefined);
  }

  judge() {
    if (!this.on) return;
    if (!this.waits) return this.compare();
    if (this.host.busy()) return this.changed();
    this.host.question(this.question());
    this.card.verdict.wait(this.current.kind === "predict" && !this.kept.verdict);
  }

  question() {
    const { guess = null, revealed, acts } = this.kept;
    return { step: this.number, before: this.before, guess, ...((revealed || acts) && { revealed: true }) };
  }

  // The exercise as it belongs to a name: what was guessed of another one is forgotten.
  vary(name, value) {
    delete this.kept.guess;
    delete this.kept.verdict;
    progress.keep();
    this.host.set(name, value);
    this.render();
  }

  // What was done speaks of the drawing as it is now, as long as that does it, too; what was guessed stays judged.
  get follows() {
    return this.current.kind !== "predict";
  }

  // A verdict that ends a step stays; another goes with what it was about.
  receive({ lesson, step, verdict }) {
    if (!this.on || lesson !== this.lesson || step !== this.number) return;
    // Where nothing but the guess is wanted, a judge that has nothing to say waits for what is computed, as a race.
    this.card.verdict.wait(!verdict && this.waits && this.current.kind === "predict" && !this.current.action);
    if (this.kept.verdict?.done && !(verdict?.done && this.follows && verdict.right !== false)) return this.follows ? this.outdate() : this.compare();
    if (verdict?.drawn && this.host.busy()) return this.changed();
    if (verdict?.done) {
      this.size.hold();
      this.kept.foundAt = Date.now();
      this.kept.layout ??= this.size.finishedLayout();
      if (verdict.drawn) this.act(verdict.drawn);
      this.kept.ended = this.host.moment();
    }
    // On a phone one looks where its outcome is.
    const shows = verdict?.done && !this.kept.verdict?.done && !this.current.action && inPictures(this.current);
    this.kept.verdict = verdict ? { ...verdict, text: this.host.worded(verdict.text), more: this.host.worded(verdict.more), drawn: null } : undefined;
    if (verdict?.done && this.current.kind === "prove" && verdict.right !== false) this.frame.solved();
    else if (this.current.kind === "prove" && verdict) this.reopen();
    progress.keep();
    this.renderRevealed();
    if (shows) this.size.turn();
  }

  // An outcome is shown on the drawing that it speaks of: the step's action is done in people's place.
  act({ points, controls }) {
    const given = { points: this.host.drawnSince({ points }) ? points : null, controls };
    const { values, ...brought } = settingsOf(this.data, this.number, "jump", given);
    this.values = values;
    this.host.bring(brought);
  }

  // The step was done, but not by the drawing as it is now.
  outdate(earlier = true) {
    if (progress.outdate(this.kept, earlier)) this.render();
  }

  // What was guessed is judged once: of the points as they were then.
  compare() {
    if (this.kept.ended) this.outdate(this.host.drawnSince(this.kept.ended));
  }

  // A guess that does not solve the exercise can be changed.
  reopen() {
    if (this.kept.guess === undefined) return;
    this.kept.draft = this.kept.guess;
    delete this.kept.guess;
  }

  // ---- painting ------------------------------------------------------------------------------
  shown(scene) {
    return this.on ? shownOf(scene, this.current.panels.filter((name) => !this.hidden.includes(name))) : scene;
  }

  paint(scene) {
    if (!this.on) return;
    this.card.fill(new Map(scene.readings.map((reading) => [reading.id, reading])), this.current);
    this.size.watch();
  }

  controls() {
    return this.on ? this.values : {};
  }

  destroy() {
    this.frame.destroy();
    this.rest.destroy();
    this.history.destroy();
    this.size.destroy();
    this.card.destroy();
  }
}
