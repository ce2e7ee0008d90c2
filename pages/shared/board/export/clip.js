// A clip of an interaction: the slide of what is on show, painted anew many times a second, as a video file.
import { html } from "../dom/elements.js";
import { painted } from "./raster.js";

const RATE = 12; // frames per second, where the browser is fast enough
const LONGEST = 30_000; // milliseconds
const BITS = 6e6; // per second: thin lines stay sharp
const TYPES = ["video/mp4;codecs=avc1.42E01F", "video/webm;codecs=vp9", "video/webm;codecs=vp8"];

// Records until it is stopped; `frame()` is a slide of this moment. The file as a blob, with its `kind`.
export const recorded = async (root, frame) => {
  const type = TYPES.find((name) => MediaRecorder.isTypeSupported(name));
  const canvas = document.createElement("canvas");
  await painted(frame(), canvas, 1);
  const recorder = new MediaRecorder(canvas.captureStream(RATE), { mimeType: type, videoBitsPerSecond: BITS });
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((done) => recorder.addEventListener("stop", done));
  const stopped = stopping(root);
  recorder.start();
  while (!stopped.now) {
    const due = performance.now() + 1000 / RATE;
    await painted(frame(), canvas, 1);
    await new Promise((done) => setTimeout(done, Math.max(0, due - performance.now())));
  }
  recorder.stop();
  await ended;
  return { blob: new Blob(parts, { type }), kind: type.slice(6).split(";")[0] };
};

// A button over the board that ends the recording, as its longest time does.
function stopping(root) {
  const state = { now: false };
  const button = html("button", { type: "button", class: "clip-stop", text: "\u25cf Recording what you drag. Stop" }, root);
  const stop = () => {
    state.now = true;
    button.remove();
  };
  button.addEventListener("click", stop);
  setTimeout(stop, LONGEST);
  return state;
}
