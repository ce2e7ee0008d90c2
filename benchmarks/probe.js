// The board puts an answer in place and then writes data-seq. The browser lays out and paints at the end of the next
// frame; a message posted in that frame is delivered once that is done.
window.probe = { sends: [], paints: [], event: null, pointer: null };
addEventListener("pointerdown", (e) => { probe.pointer = e.pointerId; }, true);
addEventListener("pointermove", (e) => { probe.event = e.timeStamp; }, true);
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (data) {
  const text = typeof data === "string" ? data : new TextDecoder().decode(data);
  const number = text.includes('"points"') && text.match(/"(?:seq|rev)": ?([0-9]+)/);
  if (number) probe.sends.push({ seq: Number(number[1]), event: probe.event, live: this.url.endsWith("/live") });
  return send.call(this, data);
};
probe.watch = (board) => new MutationObserver((changes) => {
  const seq = Number(board.dataset.seq);
  if (changes.every((change) => Number(change.oldValue) === seq)) return;
  const channel = new MessageChannel();
  channel.port1.onmessage = () => probe.paints.push({ seq, at: performance.now() });
  requestAnimationFrame(() => channel.port2.postMessage(null));
}).observe(board, { attributeFilter: ["data-seq"], attributeOldValue: true });
probe.clear = () => { probe.sends.length = probe.paints.length = 0; };
