// Two workers with the face of a WebSocket: what a page without a server has in its place. The first responds to every
// request; it hands each on to the second, for what may come later.

export class WorkerLink {
  constructor(url) {
    this.readyState = WebSocket.CONNECTING;
    this.workers = ["first", "behind"].map((name) => new Worker(url, { type: "module", name }));
    const { port1, port2 } = new MessageChannel();
    const [first, behind] = this.workers;
    first.postMessage(port1, [port1]);
    behind.postMessage(port2, [port2]);
    first.onmessage = (event) => this.receive(event);
    behind.onmessage = (event) => this.onmessage?.(event);
    for (const worker of this.workers) worker.onerror = () => this.close();
  }

  // The first message says that the worker is ready.
  receive(event) {
    if (this.readyState === WebSocket.OPEN) return this.onmessage?.(event);
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  send(text) {
    this.workers[0].postMessage(text);
  }

  close() {
    for (const worker of this.workers) worker.terminate();
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}
