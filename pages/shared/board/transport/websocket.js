// The live WebSocket: a bounded number of requests on their way to the server, the newest state wins, quiet reconnection.
// Under load the server requires a pause; the request after it holds what is drawn then.
import { LONGEST_PAUSE, MAX_IN_FLIGHT } from "../state/limits.js";
import { SocketOrWorkers } from "./socket_or_workers.js";
import { WorkerLink } from "./worker_link.js";

const WATCHDOG = 2500;
const OPENING = 4000;

export class LiveSocket {
  // `build()` makes the newest request when there is room for it; `on` has scene, verdict, topic, error, open, close;
  // `workers` is the address of those that may respond in the server's place, if any.
  constructor(path, build, on, workers = null) {
    Object.assign(this, { build, on, path, workers });
    this.sent = new Map();
    this.trip = 0;
    this.notBefore = 0;
    this.failures = 0;
    this.everOpen = false;
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  // A script is a worker that responds in this browser as the server does.
  newSocket() {
    const url = new URL(this.path, document.baseURI);
    if (url.pathname.endsWith(".js")) return new WorkerLink(url);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = new WebSocket(url);
    return this.workers ? new SocketOrWorkers(socket, new URL(this.workers, document.baseURI)) : socket;
  }

  // Workers may load their models for as long as the network needs: to begin again would only take longer.
  get patient() {
    return this.socket instanceof WorkerLink;
  }

  connect() {
    clearTimeout(this.retry);
    const socket = (this.socket = this.newSocket());
    // A message to a worker costs nothing, and it takes the newest when it is done: so it never waits for the next one.
    this.depth = this.patient ? Infinity : 1;
    const patience = this.patient ? null : setTimeout(() => socket.close(), OPENING);
    socket.onopen = () => {
      clearTimeout(patience);
      this.failures = 0;
      this.everOpen = true;
      this.sent.clear();
      this.on.open();
    };
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => {
      clearTimeout(patience);
      if (this.socket === socket) this.lost();
    };
  }

  lost() {
    this.sent.clear();
    clearTimeout(this.watch);
    if (this.ended) return;
    this.failures++;
    // A socket that once worked will come back soon; one that never opened may not exist on this server.
    const [first, factor, most] = this.everOpen ? [300, 2, 10_000] : [10_000, 3, 300_000];
    const wait = Math.min(most, first * factor ** (this.failures - 1)) * (0.75 + Math.random() / 2);
    this.retry = setTimeout(() => this.connect(), wait);
    this.on.close();
  }

  request() {
    this.dirty = true;
    this.pump();
  }

  // A question about the story is not one of the requests in flight.
  question(message) {
    if (this.open) this.socket.send(JSON.stringify(message));
  }

  pump() {
    if (!this.dirty || !this.open || this.sent.size >= this.depth) return;
    const wait = this.notBefore - performance.now();
    if (wait > 0) return this.pumpIn(wait);
    this.dirty = false;
    const request = this.build();
    this.sent.set(request.seq, performance.now());
    this.socket.send(JSON.stringify(request));
    this.guard();
  }

  pumpIn(wait) {
    clearTimeout(this.turn);
    this.turn = setTimeout(() => this.pump(), wait);
  }

  guard() {
    clearTimeout(this.watch);
    if (this.sent.size && !this.patient) this.watch = setTimeout(() => this.silent(), WATCHDOG);
  }

  // No response for long: request once more, and after a second silence open a new connection.
  silent() {
    this.sent.clear();
    this.silences = (this.silences ?? 0) + 1;
    if (this.silences > 1) {
      this.silences = 0;
      return this.socket.close();
    }
    this.request();
  }

  receive(message) {
    const { kind } = message;
    if (kind === "verdict" || kind === "topic") return this.on[kind](message);
    const settles = message.part !== "later" && message.part !== "aside" && Number.isInteger(message.seq);
    if (settles) this.acknowledge(message);
    else if (kind === "error") this.sent.clear();
    // First the next request, then the picture: the server works while this side paints.
    this.pump();
    this.guard();
    if (kind === "error") {
      this.on.error(message.error, message.seq);
      if (message.error.type === "too-fast") setTimeout(() => this.request(), 300);
    } else this.on.scene(message);
  }

  // The server drops a waiting request when a newer one comes, so a response settles all older ones.
  acknowledge({ seq, ms, pause }) {
    this.silences = 0;
    this.notBefore = performance.now() + Math.min(pause ?? 0, LONGEST_PAUSE);
    const sentAt = this.sent.get(seq);
    for (const key of this.sent.keys()) if (key <= seq) this.sent.delete(key);
    if (this.patient || sentAt === undefined || !Number.isFinite(ms)) return;
    const trip = performance.now() - sentAt;
    this.socket.waited?.(trip + (pause ?? 0));
    this.trip = this.trip ? 0.8 * this.trip + 0.2 * trip : trip;
    const travel = this.trip - ms;
    const far = travel > 25 && travel > 2 * ms;
    this.depth = far ? Math.min(MAX_IN_FLIGHT, 1 + Math.round(travel / Math.max(ms, 16))) : 1;
  }

  destroy() {
    this.ended = true;
    for (const timer of [this.retry, this.watch, this.turn]) clearTimeout(timer);
    this.socket.close();
  }
}
