// The button in the corner of the stage, and the strip beside it with caption and volume: seen while a tune plays, and
// while the pointer or the focus is on them.
import { attrs, html, setText, svg } from "../dom/elements.js";

const ICONS = { play: "M7 4.5v13l10.5-6.5z", stop: "M6 6h10v10H6z" };
const TITLES = { play: "Play the notes", stop: "Stop (Escape)" };
const SPEAKER = "M3.5 8.5v5h3l4.5 4v-13l-4.5 4z";
const LOUD = `${SPEAKER}M14 8.5a4 4 0 0 1 0 5M16.5 6a7.5 7.5 0 0 1 0 10`;
const SILENT = `${SPEAKER}M14.5 9l4 4M18.5 9l-4 4`;

export class PlaybackBar {
  // `body` holds what is laid over the stage; `onPress()` plays or stops, `onVolume(volume)` takes a number from 0 to 1.
  constructor(body, { volume, onPress, onVolume }) {
    this.root = html("div", { class: "playback", role: "group", "aria-label": "Playback" }, body);
    this.button = html("button", { type: "button", "data-action": "play" }, this.root);
    this.icon = svg("path", {}, icon(this.button));
    this.button.addEventListener("click", onPress);
    const strip = html("div", { class: "playback-strip" }, this.root);
    const caption = html("p", { class: "playback-caption", "data-role": "playback-caption" }, strip);
    this.note = html("span", { class: "playback-note" }, caption);
    this.line = html("span", { class: "playback-line" }, caption);
    // For a screen reader, which cannot follow note by note: a voice as one sentence.
    this.sentence = html("p", { class: "unseen", "aria-live": "polite", "data-role": "playback-sentence" }, this.root);
    this.addVolume(strip, volume, onVolume);
    this.offer(false);
    this.press(false);
  }

  addVolume(strip, volume, onVolume) {
    const label = html("label", { class: "playback-volume", title: "Volume" }, strip);
    const speaker = svg("path", {}, icon(label));
    html("span", { class: "unseen", text: "Volume" }, label);
    const input = html("input", { type: "range", min: 0, max: 100, step: 5, value: Math.round(100 * volume), "data-control": "volume" }, label);
    const show = () => {
      const { value } = input;
      attrs(input, { "aria-valuetext": `${value} %`, style: `--part:${value}%` });
      attrs(speaker, { d: input.valueAsNumber ? LOUD : SILENT });
    };
    input.addEventListener("input", () => {
      show();
      onVolume(input.valueAsNumber / 100);
    });
    show();
  }

  // Whether there is anything to play.
  offer(some) {
    this.root.hidden = !some;
  }

  press(on) {
    const name = on ? "stop" : "play";
    attrs(this.icon, { d: ICONS[name] });
    attrs(this.button, { title: TITLES[name], "aria-label": TITLES[name] });
    this.root.classList.toggle("playing", on);
  }

  caption([note, line]) {
    setText(this.note, note);
    setText(this.line, line);
  }

  announce(sentence) {
    setText(this.sentence, sentence);
  }
}

const icon = (parent) => svg("svg", { viewBox: "0 0 22 22", "aria-hidden": "true" }, parent);
