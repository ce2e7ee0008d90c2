// Requests and responses: over the live WebSocket while it works, by Streamlit reruns while it does not.
import { PROTOCOL_VERSION } from "../state/limits.js";
import { toJson } from "../state/drawing_json.js";
import { tabStorage } from "../state/tab_storage.js";
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

export class Exchange {
  // `page()` is the newest data from Python; `commit(drawing)` hands it to Streamlit; `story()` is what an
  // open story adds to a commit, `step()` the number of its step (null in the lab); `onVerdict(message)` takes a verdict
  // on its step, `onTopic()` follows when something long is finished; `worded(scene)` is the scene as people read it; `paintStage(scene, number)` and `paintRest(scene)` paint; `showMessage({fault, note})` writes the line under the stage.
  constructor({ changes, page, commit, story, step, onVerdict, onTopic, worded, paintStage, paintRest, showMessage }) {
    Object.assign(this, { changes, page, handToPython: commit, story, step, onVerdict, onTopic, worded, paintStage, paintRest, showMessage });
    this.responses = new Responses();
    this.seq = 0; // numbers everything that requests a response
    this.rev = 0; // the newest change of the drawing, in the same numbers
    this.floor = 0; // responses to older requests belong to a drawing that is gone
    this.shown = 0; // number of the newest response on screen
    this.requestedFor = null; // the step for which the newest request was sent
    this.painted = new MessageChannel();
    this.painted.port1.onmessage = () => this.afterFrame();
    const busy = () => changes.gesture;
    this.commits = new Commits({ send: () => this.commit(), rev: () => this.rev, busy });
  }

  get open() {
    return Boolean(this.socket?.open);
  }

  // ---- requests ------------------------------------------------------------------------------
  request() {
    this.markChanged();
    if (this.open) {
      this.socket.request();
      this.commits.later();
    } else this.commits.now();
  }

  // A response has what another step shows, or the lab; a scene of Python's has everything.
  stepChanged() {
    const whole = this.responses.complete && this.shown >= this.seq;
    if (whole || this.requestedFor === this.step()) return;
    if (this.open) this.socket.request(++this.seq);
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
    this.rev = ++this.seq;
    this.commits.now();
  }

  commit() {
    const { drawing } = this.changes;
    const { epoch } = this.page();
    // What the live socket has put on screen need not be computed for the rerun; if the socket closes, it is after all.
    this.spared = this.open && this.hasLiveReply && this.shown >= this.seq;
    const painted = this.spared ? this.changes.controls() : null;
    const state = toJson(drawing.wire(), drawing.own, drawing.units);
    const story = this.story();
    if (story && this.question) story.question = this.question;
    this.question = null;
    this.handToPython({ ...state, epoch, rev: this.rev, painted, ...(story && { story }) });
    tabStorage.keep();
  }

  // The component, as all parts use it: what is sent by it postpones a page change.
  watched(component) {
    return this.commits.pageChanges.watched(component);
  }

  // ---- Python --------------------------------------------------------------------------------
  take(rev) {
    const page = this.page();
    this.commits.forget();
    this.responses.clear();
    this.seq = this.rev = this.floor = Math.max(this.seq + 1, rev);
    this.hasLiveReply = this.spared = false;
    tabStorage.drawn(page, this.changes.drawing, page.session);
  }

  // What was drawn where Python could not receive it: on the page before, a moment before it went; before a reload;
  // before the server was restarted.
  leftBehind(before) {
    const page = this.page();
    return before?.session === page.session && before.lesson === page.lesson ? null : tabStorage.missing(page);
  }

  // Python receives it at rest, the socket as soon as it is open.
  restore() {
    this.markChanged();
    if (this.open) this.socket.request();
    this.commits.later();
  }

  // The drawing has changed, and Python has not received it.
  markChanged() {
    this.rev = ++this.seq;
    tabStorage.drawn(this.page(), this.changes.drawing, null);
  }

  update({ live, rev, scene, growing }, handed, otherControls) {
    const page = this.page();
    if (this.commits.acknowledge(rev)) tabStorage.drawn(page, this.changes.drawing, page.session);
    // Before the first commit Python's scene is of what it handed over: older than anything drawn since.
    const painted = scene && this.offer(scene, rev ?? this.floor, handed || otherControls);
    if (live) this.socket ??= this.connect(live, page.workers);
    else this.showConnection();
    if ((handed || otherControls) && !painted && this.open) this.socket.request(++this.seq);
    clearTimeout(this.poll);
    if (this.grew && !growing) this.onTopic();
    this.grew = growing;
    if (growing) this.poll = setTimeout(() => this.open || this.request(), POLL);
  }

  // The scene of a rerun is complete, slow part included. It counts when it belongs to the drawing of this moment and
  // is new, or when there is no live socket and nothing newer is on screen.
  offer(scene, rev, isNew) {
    const current = rev >= this.rev;
    const live = this.open && this.hasLiveReply;
    const wanted = current ? isNew || !live : !live && rev >= this.shown;
    if (!wanted) return false;
    if (current && this.shown >= this.seq) this.seq++;
    const number = current ? this.seq : rev;
    return this.responses.whole(scene, number) && this.schedule(number);
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
    if (this.shown < this.rev) this.socket.request();
  }

  closed() {
    this.beginPatience();
    this.hasLiveReply = false;
    if (this.shown < this.rev || this.spared) this.commits.now();
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
    if (seq < this.floor) return;
    if (part !== "now") {
      const taken = part === "aside" ? this.responses.beside(scene, seq) : this.responses.slow(scene, seq);
      if (taken) this.repaint();
      return;
    }
    if (!this.responses.quick(scene, seq, more)) return;
    if (!this.hasLiveReply) this.endPatience();
    this.hasLiveReply = true;
    this.showMessage({ fault: "" });
    this.schedule(seq);
    clearTimeout(this.slow);
    this.slow = setTimeout(() => this.responses.dropStale() && this.repaint(), SLOW_PART);
  }

  // A state of something long: it replaces the one before, whatever has been drawn meanwhile.
  receiveTopic({ seq, version, scene, done, note }) {
    if (seq < this.floor || !this.responses.topical(scene, version)) return;
    this.repaint();
    if (note) this.showMessage({ fault: sentence(note) });
    if (done) this.onTopic();
  }

  // ---- painting ------------------------------------------------------------------------------
  schedule(number) {
    this.shown = Math.max(this.shown, number);
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
    if (this.scene) this.paintStage(this.scene, this.shown);
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
