// A worker with the face of a WebSocket: what a page without a server has in its place.

export class WorkerLink {
  constructor(url) {
    this.readyState = WebSocket.CONNECTING;
    this.worker = new Worker(url, { type: "module" });
    this.worker.onmessage = (event) => this.receive(event);
    this.worker.onerror = () => this.close();
  }

  // The first message says that the worker is ready.
  receive(event) {
    if (this.readyState === WebSocket.OPEN) return this.onmessage?.(event);
    this.readyState = WebSocket.OPEN;
    this.onopen?.();
  }

  send(text) {
    this.worker.postMessage(text);
  }

  close() {
    this.worker.terminate();
    this.readyState = WebSocket.CLOSED;
    this.onclose?.();
  }
}
