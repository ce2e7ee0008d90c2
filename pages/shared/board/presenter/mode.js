// What presenter mode keeps from board to board: whether it is on, and how. It stands in the address, and so survives a
// reload: present=1, or a list of what is open.
import { address } from "../story/opening.js";

const NAME = "present";
const PANELS = ["lens", "readings", "multiples", "settings"];
const SCHEMES = ["light", "dark"];
const LARGE = "large";

const given = (new URLSearchParams(location.search).get(NAME) ?? "").split(",").filter(Boolean);

// `shown` are panels; `scheme` is null where the page's own theme counts; `large` is for text.
// In another site's frame (embed=1) the mode is on for good: a bare stage, or one step.
const embedded = new URLSearchParams(location.search).get("embed") === "1";

export const mode = {
  embedded,
  on: embedded || (given.length > 0 && given[0] !== "0"),
  shown: new Set(given.filter((word) => PANELS.includes(word))),
  scheme: SCHEMES.find((word) => given.includes(word)) ?? null,
  large: given.includes(LARGE),
  full: false,
  since: Date.now(), // when it was turned on
  owner: null,
};

export function noteMode() {
  if (!mode.embedded) address({ [NAME]: mode.on ? modeWords() : null });
}

// What an address says of the mode while it is on.
export function modeWords() {
  return [...mode.shown, mode.scheme, mode.large && LARGE].filter(Boolean).join() || "1";
}

// The other of light and dark than the one that is on show.
export function otherScheme(theme) {
  mode.scheme = SCHEMES[1 - SCHEMES.indexOf(theme)];
}
