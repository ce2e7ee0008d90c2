// The way to a room of a lecture: by socket, or by plain requests where sockets are blocked. Every message is followed by
// the present state of the room; what was not delivered is sent again by who sent it.

const BEAT = 10_000; // how often an open page says that it is there
const SILENT = 25_000; // a socket that brings nothing for so long is dead
const POLL = 2000;
const POLLS = 30; // then the socket is tried again
const PAUSES = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const PATIENCE = 8000;

export class RoomLink {
  // `address` is the room's; `sender` goes into every message, which may say otherwise, and `beat` is the kind of the one that says "I am here".
  // `on` has view(state), error(error), lost(milliseconds until the next try), found().
  constructor(address, sender, beat, on) {
    Object.assign(this, { address, sender, on, beatMessage: { kind: beat }, failures: 0, polls: 0, timers: {} });
    this.listeners = [
      [window, "online", () => this.hurry()],
      [window, "offline", () => this.lost()],
      [document, "visibilitychange", () => document.hidden || this.hurry()],
    ];
    for (const [node, name, act] of this.listeners) node.addEventListener(name, act);
    this.connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(message) {
    if (this.open) this.socket.send(this.written(message));
    else if (this.polls) this.sent = (this.sent ?? Promise.resolve()).then(() => this.plain(message)).then((state) => this.receive(state), () => this.lost()); // in turn
  }

  written(message) {
    return JSON.stringify({ ...this.sender, ...message });
  }

  // One plain request; the response is JSON, or text of another type.
  async plain(message) {
    const response = await fetch(this.address, { method: "POST", body: this.written(message), signal: AbortSignal.timeout(PATIENCE) });
    const type = response.headers.get("content-type") ?? "";
    return type.startsWith("application/json") ? response.json() : response.text();
  }

  // ---- socket --------------------------------------------------------------------------------
  connect() {
    if (this.ended) return;
    this.stop();
    this.polls = 0;
    const socket = (this.socket = new WebSocket(`${this.address.replace(/^http/, "ws")}/socket`));
    socket.onopen = () => this.beat();
    socket.onmessage = (event) => this.receive(JSON.parse(event.data));
    socket.onclose = () => this.socket === socket && this.without();
    this.after("dead", PATIENCE, () => this.without());
  }

  beat() {
    if (!this.open) return;
    this.send(this.beatMessage);
    this.after("beat", BEAT, () => this.beat());
  }

  // ---- plain requests ------------------------------------------------------------------------
  // There is no socket: is there a server?
  async without() {
    this.stop();
    if (this.ended) return;
    try {
      const state = await this.plain(this.beatMessage);
      this.polls++;
      this.receive(state);
      this.after("poll", POLL, () => (this.polls < POLLS && !this.ended ? this.without() : this.connect()));
    } catch {
      this.lost();
    }
  }

  // ---- both ----------------------------------------------------------------------------------
  receive(state) {
    if (this.ended) return;
    this.failures = 0;
    this.on.found();
    if (this.open) this.after("dead", SILENT, () => this.without());
    if (state.kind === "error") this.on.error(state.error);
    else this.on.view(state);
  }

  // Nothing comes through; the pauses grow, and differ, so that not all phones of a hall come back at once.
  lost() {
    this.stop();
    if (this.ended) return;
    this.polls = 0;
    const pause = PAUSES[Math.min(this.failures++, PAUSES.length - 1)] * (0.75 + Math.random() / 2);
    this.on.lost(pause);
    this.after("retry", pause, () => this.connect());
  }

  hurry() {
    if (this.ended) return;
    if (this.open) this.beat();
    else this.connect();
  }

  after(name, milliseconds, act) {
    clearTimeout(this.timers[name]);
    this.timers[name] = setTimeout(act, milliseconds);
  }

  stop() {
    for (const timer of Object.values(this.timers)) clearTimeout(timer);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  end() {
    this.ended = true;
    this.stop();
    for (const [node, name, act] of this.listeners) node.removeEventListener(name, act);
  }
}

// 128 random bits. (`crypto.randomUUID` is missing on pages without encryption, as in most local networks.)
export function secret() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
