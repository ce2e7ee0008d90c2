// The board puts a response's stage in place and writes data-stage; the other panels follow after that frame. The browser
// lays out and paints at the end of a frame; a message posted in the frame is delivered once that is done. It is posted
// by the first who runs in that frame, so that what the board does after the frame is not counted; for a stage that is
// put in place within the frame, at once.
// An event is a move of the pointer, or a letter that is typed.
window.probe = { sends: [], paints: [], event: null, pointer: null };
addEventListener("pointerdown", (e) => { probe.pointer = e.pointerId; }, true);
addEventListener("pointermove", (e) => { probe.event = e.timeStamp; }, true);
addEventListener("input", (e) => { probe.event = e.timeStamp; }, true);
const note = (data, live) => {
  const text = typeof data === "string" ? data : new TextDecoder().decode(data);
  const number = text.includes('"points"') && text.match(/"seq": ?([0-9]+)/);
  if (number) probe.sends.push({ seq: Number(number[1]), event: probe.event, live });
};
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  note(data, this.url.endsWith("/live"));
  return send.call(this, data);
};
const post = Worker.prototype.postMessage; // of a page without a server
Worker.prototype.postMessage = function (data, ...transferred) {
  if (typeof data === "string") note(data, true);
  return post.call(this, data, ...transferred);
};
let shown = null;
let within = false;
const report = () => {
  if (shown !== null) painted.port2.postMessage(shown);
  shown = null;
};
const frame = requestAnimationFrame;
window.requestAnimationFrame = (run) => frame((now) => {
  report();
  within = true;
  queueMicrotask(() => queueMicrotask(() => { within = false; })); // after those who observe what `run` changes
  run(now);
});
const painted = new MessageChannel();
painted.port1.onmessage = ({ data }) => {
  probe.paints.push({ seq: data, at: performance.now() });
  for (const wake of probe.waiting.splice(0)) wake();
};
probe.waiting = [];
// Until there are more than `count` paints. It polls nothing: that would keep the browser busy.
probe.more = (count, patience) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error("no response was painted")), patience);
  const look = () => probe.paints.length > count ? done() : probe.waiting.push(look);
  look();
});
probe.watch = (board) => new MutationObserver(() => {
  const seq = Number(board.dataset.stage);
  if (seq === probe.last) return;
  probe.last = shown = seq;
  if (within) report();
  else requestAnimationFrame(() => {});
}).observe(board, { attributeFilter: ["data-stage"] });
probe.clear = () => { probe.sends.length = probe.paints.length = 0; };
