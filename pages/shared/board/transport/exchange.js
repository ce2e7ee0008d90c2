// Questions and answers: over the live link while it works, by Streamlit reruns while it does not.
import { Answers } from "./responses.js";
import { Commits } from "./commits.js";
import { Link } from "./websocket.js";
import { memory } from "../state/tab_storage.js";
import { PROTOCOL_VERSION } from "../state/limits.js";
import { connected } from "./page_changes.js";

const NO_LINK = "Live link unavailable: answers come by page rerun.";
const NO_SERVER = "The server does not answer at the moment. Your points are kept, and it goes on by itself.";
const PATIENCE = 2000;
const SLOW_PART = 4000;

export class Exchange {
  constructor(board) {
    this.board = board;
    this.answers = new Answers();
    this.seq = 0; // numbers everything that asks for an answer
    this.rev = 0; // the newest change of the drawing, in the same numbers
    this.floor = 0; // answers to older questions belong to a drawing that is gone
    this.shown = 0; // number of the newest answer on screen
    this.painted = new MessageChannel();
    this.painted.port1.onmessage = () => this.afterFrame();
    const busy = () => board.changes.gesture;
    this.commits = new Commits({ send: () => this.commit(), rev: () => this.rev, busy });
  }

  get open() {
    return Boolean(this.link?.open);
  }

  // ---- asking --------------------------------------------------------------------------------
  ask() {
    this.owe();
    if (this.open) {
      this.link.ask();
      this.commits.later();
    } else this.commits.now();
  }

  request() {
    const { changes, data } = this.board;
    const points = changes.drawing.wire();
    return { v: PROTOCOL_VERSION, seq: this.seq, lesson: data.lesson, points, controls: changes.controls() };
  }

  commit() {
    const { changes, data, component } = this.board;
    const { drawing } = changes;
    const draw = { v: PROTOCOL_VERSION, epoch: data.epoch, rev: this.rev, points: drawing.wire(), controls: drawing.own };
    component.setStateValue("draw", this.units === undefined ? draw : { ...draw, units: this.units });
    memory.keep();
  }

  // ---- Python --------------------------------------------------------------------------------
  take(rev) {
    const { changes, data } = this.board;
    this.units = undefined;
    this.commits.forget();
    this.answers.clear();
    this.seq = this.rev = this.floor = Math.max(this.seq + 1, rev);
    this.answered = false;
    memory.drawn(data, changes.drawing, data.session);
  }

  // What was drawn where Python could not hear of it: on the page before, a moment before it went; before a reload;
  // before the server was started anew.
  leftBehind(before) {
    const { data } = this.board;
    return before?.session === data.session && before.lesson === data.lesson ? null : memory.missing(data);
  }

  // Python learns of it at rest, the socket as soon as it is open.
  carry({ units }) {
    if (units !== undefined) this.units = units;
    this.owe();
    if (this.open) this.link.ask();
    this.commits.later();
  }

  // The drawing has changed, and Python is to be told.
  owe() {
    this.rev = ++this.seq;
    const { changes, data } = this.board;
    memory.drawn(this.units === undefined ? data : { ...data, units: this.units }, changes.drawing, null);
  }

  update({ live, rev, scene }, handed, other) {
    const { changes, data } = this.board;
    if (this.commits.acknowledge(rev)) memory.drawn(data, changes.drawing, data.session);
    const painted = scene && this.offer(scene, rev ?? this.rev, handed || other);
    if (live) this.link ??= this.connect(live);
    else this.board.toolbar.tell({ note: connected() ? NO_LINK : NO_SERVER });
    if ((handed || other) && !painted && this.open) this.link.ask(++this.seq);
  }

  // The scene of a rerun is complete, slow part included. It counts when it answers the drawing of this moment and
  // tells something new, or when there is no live link and nothing newer is on screen.
  offer(scene, rev, news) {
    const current = rev >= this.rev;
    const live = this.open && this.answered;
    const wanted = current ? news || !live : !live && rev >= this.shown;
    if (!wanted) return false;
    if (current && this.shown >= this.seq) this.seq++;
    const number = current ? this.seq : rev;
    return this.answers.whole(scene, number) && this.schedule(number);
  }

  // ---- the live link -------------------------------------------------------------------------
  connect(path) {
    const link = new Link(path, () => this.request(), {
      open: () => this.linked(),
      close: () => this.unlinked(),
      reply: (message) => this.reply(message),
      error: ({ message }) => this.board.tellFault(plain(message)),
    });
    this.beginPatience();
    return link;
  }

  linked() {
    clearTimeout(this.patience);
    this.patience = null;
    this.board.toolbar.tell({ note: "" });
    if (this.shown < this.rev) this.link.ask();
  }

  unlinked() {
    this.beginPatience();
    if (this.shown < this.rev) this.commits.now();
  }

  beginPatience() {
    const tell = () => this.board.toolbar.tell({ note: connected() ? NO_LINK : NO_SERVER });
    this.patience ??= setTimeout(tell, PATIENCE);
  }

  reply({ seq, part, scene }) {
    if (seq < this.floor) return;
    if (part !== "now") {
      const taken = part === "aside" ? this.answers.beside(scene) : this.answers.slow(scene, seq);
      if (taken) this.repaint();
      return;
    }
    if (!this.answers.quick(scene, seq)) return;
    this.answered = true;
    this.board.tellFault("");
    this.schedule(seq);
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.answers.dropStale() && this.repaint(), SLOW_PART);
  }

  // ---- painting ------------------------------------------------------------------------------
  schedule(number) {
    this.shown = Math.max(this.shown, number);
    this.repaint();
    return true;
  }

  // The stage is put in place as an answer comes, so that only the browser's own work is left for the frame; all other
  // panels follow as soon as that frame is painted. A second answer before that frame waits for it.
  repaint() {
    if (this.frame) return void (this.waits = true);
    this.frame = requestAnimationFrame(() => {
      this.painted.port2.postMessage(null);
      if (this.waits) this.paint();
    });
    this.paint();
  }

  paint() {
    this.waits = false;
    this.scene = this.answers.scene();
    if (this.scene) this.board.paintStage(this.scene, this.shown);
  }

  // A message posted in a frame is delivered when that frame is done.
  afterFrame() {
    this.frame = null;
    if (this.scene) this.board.paintRest(this.scene);
    this.scene = null;
    if (this.waits) this.repaint();
  }

  end() {
    this.link?.end();
    this.commits.end();
    for (const timer of [this.patience, this.slow]) clearTimeout(timer);
    cancelAnimationFrame(this.frame);
    this.painted.port1.close();
  }
}

// What the server says, as the beginning of a sentence and without marks for code.
function plain(text) {
  return (text.slice(0, 1).toUpperCase() + text.slice(1)).replaceAll("`", "");
}
