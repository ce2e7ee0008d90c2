// A tune as notes in order of time, in seconds after the first of them. Pure.

const SOUNDING = 0.92; // of a step: the rest keeps repeated notes apart

// The notes of all voices, but for those that belong to a hidden part.
export function notesOf({ voices, step }, hidden) {
  const shown = voices.filter(({ part }) => !hidden.includes(part));
  const first = Math.min(...shown.flatMap(({ times }) => times));
  const notes = shown.flatMap((voice) => voice.times.map((time, i) => noteOf(voice, i, (time - first) * step, step)));
  return notes.sort((one, other) => one.at - other.at);
}

function noteOf(voice, i, at, step) {
  return { voice, i, at, until: at + step, length: SOUNDING * step, hertz: voice.hertz[i], x: voice.x[i], y: voice.y[i] };
}

// Those that begin in an interval of time, its end excluded.
export const beginning = (notes, from, to) => notes.filter(({ at }) => at >= from && at < to);

// The one whose step it is, the newest where there are several; null in a rest.
export const sounding = (notes, time) => notes.findLast(({ at, until }) => at <= time && time < until) ?? null;

export const endOf = (notes) => Math.max(0, ...notes.map(({ until }) => until));

// ---- in words ------------------------------------------------------------------------------
// A note: its name, and its place in its voice.
export const caption = ({ voice, i }) => [voice.words[i], `${voice.label}, ${i + 1} of ${voice.words.length}`];

// A whole voice, as a sentence.
export const sentence = ({ label, words }) => `${label}: ${words.join(", ")}.`;

// What there is to play: the first voice, then the others.
export function summary(notes) {
  const voices = [...new Set(notes.map(({ voice }) => voice))];
  const [first = "", ...others] = voices.map(({ label, words }) => `${label} (${words.length})`);
  return [first, others.map((text) => `then ${text[0].toLowerCase()}${text.slice(1)}`).join(", ")];
}
