// A clip of an interaction: the slide of what is on show, painted anew many times a second, as a video file.
import { html } from "../dom/elements.js";
import { painted } from "./raster.js";

const RATE = 12; // frames per second, where the browser is fast enough
const LONGEST = 30_000; // milliseconds
const BITS = 6e6; // per second: thin lines stay sharp
// MP4 first, which slides take, and there what most players read.
const CODECS = {
  mp4: ["avc1.42E01F", "avc1.640028", "avc1", "vp9", "vp09.00.10.08", "av01.0.05M.08"],
  webm: ["vp9", "vp8", "av01.0.05M.08"],
};
const TYPES = Object.entries(CODECS).flatMap(([kind, codecs]) => [
  ...codecs.map((codec) => `video/${kind};codecs=${codec}`),
  `video/${kind}`,
]);
const writable = () => TYPES.find((name) => globalThis.MediaRecorder?.isTypeSupported(name)) ?? "";
const kindOf = (type) => type.slice(6).split(";")[0];

// The ending of the file that this browser would write, "mp4" or "webm"; "" where it writes neither.
export const clipKind = () => kindOf(writable());

// Records until it is stopped; `frame()` is a slide of this moment. The file as a blob, with its `kind`.
export const recorded = async (root, frame) => {
  const type = writable();
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
  return { blob: new Blob(parts, { type }), kind: kindOf(type) };
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
