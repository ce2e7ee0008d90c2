// The button that commits a guess: what was sent to a room is not sent again before it is changed.
import { setText } from "../dom/elements.js";

export function spend(button, value, sent, unfinished = false) {
  const spent = Boolean(sent) && sent.length === value.length && value.every((each, i) => Math.abs(each - sent[i]) < 1e-9);
  button.disabled = unfinished || spent;
  setText(button, spent ? "Your guess is sent" : "This is my guess");
}
