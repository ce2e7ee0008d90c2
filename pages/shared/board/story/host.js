// What a story does with the board: it brings points and settings, requests verdicts, and switches to the lab.
import { changes } from "../lab/lab_note.js";
import { family } from "./opening.js";

export class StoryHost {
  // `others()` are the parts made later: {page, story, exchange, sliders, presenter}, `page` the newest data from Python.
  // `switchMode({lesson, lab})` informs Python; `resizeStage()` follows another height of the stage.
  constructor({ layout, changes, units, interval, points, highlight, others, resizeStage, switchMode }) {
    Object.assign(this, { layout, changes, units, interval, points, highlight, others, inform: switchMode });
    this.resized = resizeStage;
  }

  // A step opens with its settings, and perhaps its points.
  begin(brought) {
    this.bring(brought);
    this.changes.limitUndo(true);
  }

  // Points that a step brings have no units; those of a talk may have. In the lab, all that a step brought is one step to undo.
  bring({ own, points, units = null }) {
    const { changes } = this;
    const { drawing } = changes;
    const same = !points || (equal(units, drawing.units) && equal(points, drawing.wire()));
    const values = Object.entries({ ...own, ...numbered(own, Object.keys(drawing.own)) });
    const set = values.some(([name, value]) => !equal(changes.value(name), value));
    if (same && !set) return void this.chosen();
    changes.edit(() => {
      if (!same) Object.assign(drawing, { points: points.map(([x, y]) => drawing.point(x, y)), units });
      for (const [name, value] of values) changes.put(name, value);
      this.adoptControls();
      changes.changed();
    });
    if (!same) this.interval.showNewPoints();
  }

  moment() {
    const { changes } = this;
    return { points: changes.drawing.wire(), controls: changes.controls() };
  }

  // Whether other points are drawn than at a moment before, or what the board owns of that moment's controls is another.
  drawnSince({ points, controls = {} }) {
    const now = this.moment();
    const owned = this.others().page.story.owned.filter((name) => name !== "view" && name in controls);
    return !equal(points, now.points) || owned.some((name) => !equal(controls[name], now.controls[name]));
  }

  busy() {
    return this.changes.gesture;
  }

  // A text of a verdict as people read it.
  worded(text) {
    return this.units.words(text);
  }

  question(parts) {
    this.others().exchange.requestVerdict(parts);
  }

  // The same without a request.
  message(parts) {
    return { ...this.others().exchange.message(), ...parts };
  }

  set(name, value) {
    this.changes.edit(() => this.changes.set(name, value));
  }

  // A point at exactly "x,y", which no hand hits.
  add(place) {
    const { changes } = this;
    if (changes.drawing.full) return;
    changes.edit(() => {
      changes.drawing.add(...place.split(",").map(Number));
      changes.changed();
    });
  }

  chosen() {
    if (this.adoptControls()) this.others().exchange.request();
  }

  // A y that points snap to, or null.
  snapTo(level) {
    this.others().editor.snapping.level = level;
  }

  // The page's own values, and over them those of the step. True when one of them has changed.
  adoptControls() {
    const { page, story, sliders } = this.others();
    sliders?.only(story.on ? story.current.controls : null);
    return this.changes.adopt({ ...page.controls, ...story.controls() }, page.sliders ?? []);
  }

  // From the lab to the story, or back: other panels are on show, and the values of other controls.
  changedMode() {
    this.chosen();
    if (!this.others().story.on) this.changes.limitUndo(false);
    this.others().presenter.surround();
    this.showOther();
  }

  switchMode(lab) {
    this.inform({ lesson: this.others().page.lesson, lab });
  }

  // What the lab goes on with that a fresh experiment has not.
  changedFromFresh() {
    const { page } = this.others();
    const labels = Object.fromEntries((page.sliders ?? []).map(({ name, label }) => [name, label]));
    return changes(this.changes.drawing, page.story, labels);
  }

  startAfresh() {
    const { changes } = this;
    const { drawing } = changes;
    const { first, owned } = this.others().page.story;
    changes.edit(() => {
      if (first) Object.assign(drawing, { points: first.map(([x, y]) => drawing.point(x, y)), units: null });
      for (const name of owned) if (name !== "view") delete drawing.own[name];
      changes.changed();
    });
    this.interval.showNewPoints();
  }

  repaint() {
    this.others().exchange.repaint();
  }

  // Another step is open; `foundAt`: when what it shows came true, null where nothing has.
  showStep(foundAt) {
    this.others().presenter.stepOpened(foundAt);
    this.showOther();
  }

  // What another step shows, or the lab.
  showOther() {
    this.others().exchange.stepChanged();
    this.repaint();
  }

  // One step on or back, or one state of a talk.
  turn(by) {
    this.others().presenter.turn(by);
  }

  // Of the talk that is given, if one is.
  get plan() {
    return this.others().presenter.plan;
  }

  holdsBack() {
    return this.others().presenter.holdsBack();
  }

  // Whether no guess is taken here because a room votes on it; that is said.
  holdsGuess() {
    return this.others().presenter.holdsGuess();
  }

  // The panels on show, and the ids of those that a slide leaves out.
  slidePanels() {
    return { all: this.layout.onShow().map(({ panel }) => panel), left: this.layout.leftOut };
  }

  showLink() {
    this.others().presenter.showCode();
  }

  present() {
    this.others().presenter.toggle("P");
  }

  pointAt(verb, argument, on) {
    if (verb === "point") this.highlight(on ? this.points()[Number(argument)]?.id ?? null : null);
    else if (verb === "show") this.layout.pointAt(argument, on);
  }

  // About which a band can be sketched.
  meanCurve() {
    const mark = this.layout.stage.panel?.marks.find(({ kind, role }) => kind === "curve" && role === "model");
    return mark ? { x: mark.x, y: mark.mean } : null;
  }
}

// Where there is one control for each number of points (cells4, cells5), a step that sets `cells` sets all that there are
// but for those that it sets itself.
function numbered(own, names) {
  const others = names.filter((name) => !(name in own) && family(name) !== name && family(name) in own);
  return Object.fromEntries(others.map((name) => [name, own[family(name)]]));
}

const equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);
