// Requests and responses: over the live WebSocket while it works, by Streamlit reruns while it does not.
import { PROTOCOL_VERSION } from "../state/limits.js";
import { isCopy, toJson } from "../state/drawing_json.js";
import { tab } from "../state/tab.js";
import { Commits } from "./commits.js";
import { connected } from "./page_changes.js";
import { Responses } from "./responses.js";
import { LiveSocket } from "./websocket.js";

const NO_SOCKET = "Live connection unavailable: predictions come by page rerun.";
const NO_SERVER = "The server does not respond at the moment. Your points are kept, and the page reconnects by itself.";
const LOADING = "The models are being loaded into this browser. Your points are kept.";
const PATIENCE = 2000;
const NOTICED = 300; // workers load their models: known from the start, and said as soon as it is felt
const SLOW_PART = 4000;
const POLL = 1000; // without a socket: how often to look for the next state of something long

let numbered = -1; // requests of all boards of this page: Python keeps the newest snapshot

export class Exchange {
  // `page()` is the newest data from Python; `commit(drawing)` hands it to Streamlit; `story()` is what an
  // open story adds to a commit, `step()` the number of its step (null in the lab); `onVerdict(message)` takes a verdict
  // on its step, `onTopic()` follows when something long is finished; `worded(scene)` is the scene as people read it; `paintStage(scene, number)` and `paintRest(scene)` paint; `showMessage({fault, note})` writes the line under the stage.
  constructor({ changes, page, commit, story, step, onVerdict, onTopic, worded, paintStage, paintRest, showMessage }) {
    Object.assign(this, { changes, page, handToPython: commit, story, step, onVerdict, onTopic, worded, paintStage, paintRest, showMessage });
    this.responses = new Responses();
    this.live = false; // whether the socket responds
    this.requestedFor = null; // the step for which the newest request was sent
    this.painted = new MessageChannel();
    this.painted.port1.onmessage = () => this.afterFrame();
    const busy = () => changes.gesture;
    this.commits = new Commits({ send: () => this.commit(), busy });
  }

  // The number of what requests a response from now on.
  count() {
    this.seq = ++numbered;
    return this.seq;
  }

  // Whether something newer was requested than what is on screen.
  get awaits() {
    return this.responses.nowSeq < this.seq;
  }

  get open() {
    return Boolean(this.socket?.open);
  }

  // ---- requests ------------------------------------------------------------------------------
  request() {
    this.count();
    if (this.open) {
      this.socket.request();
      this.commits.later();
    } else this.commits.now();
  }

  // A response has what another step shows, or the lab; a scene of Python's has everything.
  stepChanged() {
    const whole = this.responses.complete && !this.awaits;
    if (whole || this.requestedFor === this.step()) return;
    if (this.open) this.socket.request(this.count());
    else this.request();
  }

  message() {
    const { changes, seq } = this;
    const points = changes.drawing.wire();
    const step = this.step();
    return { v: PROTOCOL_VERSION, seq, lesson: this.page().lesson, points, controls: changes.controls(), ...(step && { open_step: step }) };
  }

  nextRequest() {
    this.requestedFor = this.step();
    return this.message();
  }

  // A question about a step: over the socket, or with a commit, whose rerun has the response.
  requestVerdict(question) {
    const message = { ...this.message(), ...question };
    if (this.open) return this.socket.question(message);
    this.question = JSON.stringify(message);
    this.count();
    this.commits.now();
  }

  // A snapshot of the drawing, and its number. What the socket paints Python need not compute.
  commit() {
    const { drawing } = this.changes;
    const { lesson, hand } = this.page();
    const { seq, live } = this;
    const story = this.story();
    if (story && this.question) story.question = this.question;
    this.question = null;
    const state = toJson(drawing.wire(), drawing.own, drawing.units);
    this.handToPython({ ...state, lesson, hand, seq, live, ...(story && { story }) });
    tab.keep();
    return seq;
  }

  // The component, as all parts use it: what is sent by it postpones a page change.
  watched(component) {
    return this.commits.pageChanges.watched(component);
  }

  // ---- Python --------------------------------------------------------------------------------
  // Another drawing is on the board: what was due and what was requested belongs to one that is gone.
  take() {
    this.commits.forget();
    this.responses.clear(this.count());
    this.count();
    this.live = false;
  }

  // After a run of Python's. Its copy is another where nothing of this drawing has reached it: after a reload, on the page
  // before a moment before it went, or before the server was restarted.
  update({ live, seq, scene, growing }, other, otherControls) {
    const { page } = this;
    const known = isCopy(page(), this.changes.drawing);
    this.commits.received(seq, known);
    const painted = scene && this.offer(scene, seq, known, other || otherControls);
    if (live) this.socket ??= this.connect(live, page().workers);
    else this.showConnection();
    if ((other || otherControls) && !painted && this.open) this.socket.request(this.count());
    clearTimeout(this.poll);
    if (this.grew && !growing) this.onTopic();
    this.grew = growing;
    if (growing) this.poll = setTimeout(() => this.open || this.request(), POLL);
  }

  // The scene of a rerun is complete, slow part included. Where the socket responds it counts only if it is of what has
  // just come onto the board; else the newest does, of a drawing that has changed meanwhile, too.
  offer(scene, seq, current, isNew) {
    if (this.live && !(current && isNew)) return false;
    if (current && !this.awaits) this.count();
    return this.responses.whole(scene, current ? this.seq : seq ?? -1) && this.schedule();
  }

  // ---- the live socket -----------------------------------------------------------------------
  connect(path, workers) {
    const on = {
      open: () => this.opened(),
      close: () => this.closed(),
      scene: (message) => this.receive(message),
      verdict: (message) => this.onVerdict(message),
      topic: (message) => this.receiveTopic(message),
      error: ({ message }) => this.showMessage({ fault: sentence(message) }),
    };
    const socket = new LiveSocket(path, () => this.nextRequest(), on, workers);
    this.beginPatience(socket);
    return socket;
  }

  opened() {
    this.responses.version = -1; // another process counts anew
    if (!this.socket.patient) this.endPatience();
    if (this.awaits) this.socket.request();
  }

  // What the socket still owed, and what Python was spared, comes by rerun.
  closed() {
    const { live } = this;
    this.beginPatience();
    this.live = false;
    if (this.awaits || live) this.commits.now();
  }

  beginPatience({ patient } = this.socket) {
    this.patience ??= setTimeout(() => this.showConnection(), patient ? NOTICED : PATIENCE);
  }

  endPatience() {
    clearTimeout(this.patience);
    this.patience = null;
    this.showMessage({ note: "" });
  }

  showConnection() {
    this.showMessage({ note: this.socket?.patient ? LOADING : connected() ? NO_SOCKET : NO_SERVER });
  }

  receive({ seq, part, more, scene }) {
    if (part !== "now") {
      const taken = part === "aside" ? this.responses.beside(scene, seq) : this.responses.slow(scene, seq);
      if (taken) this.repaint();
      return;
    }
    if (!this.responses.quick(scene, seq, more)) return;
    if (!this.live) this.endPatience();
    this.live = true;
    this.showMessage({ fault: "" });
    this.schedule();
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.responses.dropStale() && this.repaint(), SLOW_PART);
  }

  // A state of something long: it replaces the one before, whatever has been drawn meanwhile.
  receiveTopic({ seq, version, scene, done, note }) {
    if (!this.responses.topical(scene, version, seq)) return;
    this.repaint();
    if (note) this.showMessage({ fault: sentence(note) });
    if (done) this.onTopic();
  }

  // ---- painting ------------------------------------------------------------------------------
  schedule() {
    this.repaint();
    return true;
  }

  // The stage is put in place as a response comes, so that only the browser's own work is left for the frame; all other
  // panels follow as soon as that frame is painted. A second response before that frame waits for it.
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
    this.scene = this.worded(this.responses.scene());
    if (this.scene) this.paintStage(this.scene, this.responses.nowSeq);
  }

  // A message posted in a frame is delivered when that frame is done.
  afterFrame() {
    this.frame = null;
    if (this.scene) this.paintRest(this.scene);
    this.scene = null;
    if (this.waits) this.repaint();
  }

  destroy() {
    this.socket?.destroy();
    this.commits.destroy();
    for (const timer of [this.patience, this.slow, this.poll]) clearTimeout(timer);
    cancelAnimationFrame(this.frame);
    this.painted.port1.close();
  }
}

// The server's message as the beginning of a sentence and without marks for code.
function sentence(text) {
  return (text.slice(0, 1).toUpperCase() + text.slice(1)).replaceAll("`", "");
}
