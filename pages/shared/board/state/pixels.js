// A painted picture as counts of ink, and what a brush does to them. Pure.
import { clamp } from "../dom/numbers.js";
import { INK_LETTERS, SIDE } from "./limits.js";

export const INK = INK_LETTERS.length - 1; // the largest count of a pixel
const RADIUS = 1.4; // pixels from the middle of the brush to where it leaves nothing
const APART = 0.25; // pixels between two dabs of one stroke

export const counts = (text) => [...text].map((letter) => INK_LETTERS.indexOf(letter));
const written = (inks) => inks.map((ink) => INK_LETTERS[ink]).join("");
export const blank = INK_LETTERS[0].repeat(SIDE * SIDE);

// The same text with another count at the pixel [column, row].
export function withInk(text, [column, row], ink) {
  const inks = counts(text);
  inks[row * SIDE + column] = ink;
  return written(inks);
}

// The text after the brush has gone from one place to another, in pixels from the top left; it takes ink away where it `erases`.
export function stroked(text, from, to, erases) {
  const inks = counts(text);
  const dabs = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / APART));
  for (let k = 1; k <= dabs; k++) {
    const at = from.map((start, i) => start + ((to[i] - start) * k) / dabs);
    inks.forEach((ink, i) => {
      const far = Math.hypot((i % SIDE) + 0.5 - at[0], Math.floor(i / SIDE) + 0.5 - at[1]);
      const pressed = Math.round(INK * clamp(RADIUS - far, 0, 1));
      inks[i] = erases ? Math.min(ink, INK - pressed) : Math.max(ink, pressed);
    });
  }
  return written(inks);
}
