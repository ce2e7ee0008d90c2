// The text of a step: **bold**, {reading} with its live value, and words that do something: [words](set:query=0.5),
// [words](show:weights), [words](point:2), [words](add:0.5,1).
import { html, setText } from "../dom/elements.js";

const WAITING = "\u2026"; // until a scene is shown
const NONE = "\u2013";
const STOP = /^[.,;:?!)]*/;
const PIECES = /\*\*(.+?)\*\*|\[([^\]]+)\]\((set|show|point|add):([^)]+)\)|\{([\w-]+)\}/g;

export class RichText {
  // `act(verb, argument)` when a word is clicked; `point(verb, argument, on)` while the pointer or the focus is on it.
  constructor(root, { act, point }) {
    Object.assign(this, { root, act, point, live: [] });
  }

  write(text) {
    if (text === this.text) return;
    this.text = text;
    this.root.textContent = "";
    this.live = [];
    for (const paragraph of text.split("\n\n").filter(Boolean)) this.paragraph(html("p", {}, this.root), paragraph);
    this.root.hidden = !text;
  }

  paragraph(node, text) {
    let from = 0;
    for (const match of text.matchAll(PIECES)) {
      node.append(text.slice(from, match.index));
      from = match.index + match[0].length;
      const [, bold, words, verb, argument, reading] = match;
      if (bold) html("strong", { text: bold }, node);
      else if (reading) this.live.push([reading, html("span", { class: "live", "data-live": reading, text: WAITING }, node)]);
      else {
        // No line begins with the stop that follows a button.
        const [stop] = text.slice(from).match(STOP);
        const whole = stop ? html("span", { class: "whole" }, node) : node;
        this.word(whole, words, verb, argument);
        if (stop) whole.append(stop);
        from += stop.length;
      }
    }
    node.append(text.slice(from));
  }

  word(node, words, verb, argument) {
    const button = html("button", { type: "button", class: "word", "data-verb": verb, text: words }, node);
    button.addEventListener("click", () => this.act(verb, argument));
    for (const [name, on] of [["pointerenter", true], ["pointerleave", false], ["focus", true], ["blur", false]]) {
      button.addEventListener(name, () => this.point(verb, argument, on));
    }
  }

  // The values of the readings on the page, by name; a dash for one that belongs to nothing on show.
  fill(readings) {
    for (const [id, node] of this.live) {
      const { text = NONE, stale = false } = readings.get(id) ?? {};
      setText(node, text);
      node.classList.toggle("stale", stale);
    }
  }
}

// "query=0.5&head=3" -> {query: 0.5, head: "3"}: numbers only where the control is one.
function settings(text, isText) {
  const pairs = text.split("&").map((pair) => pair.split("="));
  return Object.fromEntries(pairs.map(([name, value]) => [name, typed(name, value, isText)]));
}

function typed(name, value, isText) {
  if (value === "true" || value === "false") return value === "true";
  return isText(name) || Number.isNaN(Number(value)) ? value : Number(value);
}

// What a word in the text of a step does to the figure when it is pressed; one of its action waits for the guess, but not
// before an audience, which guesses aloud.
export function pressed(story, verb, argument, ofAction = false) {
  const { host, data } = story;
  const changes = ["add", "set"].includes(verb);
  if (ofAction && changes && story.awaitsGuess && !story.root.dataset.presents) return story.card.wantGuess(story.current);
  if (verb === "show") story.size.show("pictures"); // where stage and pictures take turns
  if (changes && story.frame.holds) return;
  if (verb === "add") return host.add(argument);
  if (verb !== "set") return host.pointAt(verb, argument, true);
  const isText = (name) => name in data.choices || typeof data.defaults[name] === "string";
  for (const [name, value] of Object.entries(settings(argument, isText))) {
    if (data.owned.includes(name)) host.set(name, value);
    else story.choose(name, value);
  }
}
