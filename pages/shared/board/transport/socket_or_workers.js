// The server's socket, and workers of this browser that compute the same lesson (the folder's own: see demo/). A server
// with time to spare responds sooner than they do, and nothing has to be loaded. Where it keeps the hand waiting, they are
// loaded, and respond from the moment they are the faster ones. What they cannot do goes on to the server: another
// trained model, a question about the story. It all has the face of a WebSocket.
import { WorkerLink } from "./worker_link.js";

// Milliseconds. A wait counts as far as it is longer than what goes unnoticed, a long one not for more than it is in
// a drag, so that a single hiccup decides nothing; quick responses make up for slow ones.
const UNNOTICED = 40;
const LONGEST = 250;
const BUSY = 500;
const PATIENCE = 300; // with workers: they may have a model to load

export class SocketOrWorkers {
  // `socket` is not open yet; `script` is the address of the workers.
  constructor(socket, script) {
    Object.assign(this, { socket, script, waits: 0, workers: null, loaded: false, responding: false });
    socket.onopen = () => this.onopen();
    socket.onmessage = (event) => this.onmessage(event);
    socket.onclose = () => {
      this.workers?.close();
      this.onclose();
    };
  }

  get readyState() {
    return this.socket.readyState;
  }

  // How long a request had to wait for its response, and for the moment when the next may follow.
  waited(ms) {
    this.wait = ms;
    this.waits = Math.max(0, this.waits + Math.min(ms, LONGEST) - UNNOTICED);
    if (this.waits > BUSY && !this.loaded) this.load();
  }

  load() {
    this.loaded = true; // once: what cannot be loaded now will not be later
    this.workers = new WorkerLink(this.script);
    this.workers.onmessage = (event) => this.receive(event);
    this.workers.onclose = () => Object.assign(this, { workers: null, responding: false });
  }

  // The server responds until the workers have everything that the lesson shows, and are faster.
  receive(event) {
    const { part, ms, more, error } = JSON.parse(event.data);
    if (error) {
      if (this.responding) this.passOn();
    } else if (this.responding) {
      if (part === "now") clearTimeout(this.patience);
      this.onmessage(event);
    } else {
      if (part === "now") this.faster = ms < this.wait;
      if (!more?.length) this.responding = this.faster;
    }
  }

  send(text) {
    if (this.workers?.readyState !== WebSocket.OPEN || "step" in JSON.parse(text)) return this.socket.send(text);
    this.newest = text;
    this.workers.send(text);
    if (!this.responding) return this.socket.send(text);
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.passOn(), PATIENCE);
  }

  // The newest request, once.
  passOn() {
    clearTimeout(this.patience);
    if (this.newest) this.socket.send(this.newest);
    this.newest = null;
  }

  close() {
    this.newest = null;
    this.workers?.close();
    this.socket.close();
  }
}
