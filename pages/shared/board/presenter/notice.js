// One sentence for who presents, over the stage: it goes with the next key, or by itself.
import { byFinger } from "../dom/by_finger.js";
import { html } from "../dom/elements.js";

const LASTS = 9000;

// Keys are named where there are some, buttons on a phone. (The signs are those on the buttons.)
const by = (keys, fingers) => (...given) => (byFinger() ? fingers : keys)(...given);
const counted = ({ voted }) => `${voted} ${voted === 1 ? "vote" : "votes"} in the room`;
export const UNGUESSED = by(() => "No one has guessed: R shows the outcome, \u2192 once more goes on without it.", () => "No one has guessed: the eye shows the outcome, Next once more goes on without it.");
export const VOTED = by((votes) => `${counted(votes)}: ${votes.revealed ? "" : "V shows them, "}R shows the outcome, \u2192 once more goes on without it.`, (votes) => `${counted(votes)}: ${votes.revealed ? "" : "the button of the room shows them, "}the eye shows the outcome, Next once more goes on without it.`);
export const VOTING = by(() => "The room is voting: V shows the votes, R the outcome.", () => "The room is voting: its button shows the votes, the eye the outcome.");
export const EARLIER = by(() => "This outcome is of an earlier visit: F starts afresh.", () => "This outcome is of an earlier visit: Start afresh, under Course, forgets it.");
export const NO_SOLUTION = by(() => "R shows no solution: this exercise is solved on the stage, here or on the phones of a room.", () => "No solution is shown: this exercise is solved on the stage, here or on the phones of a room.");

// Whether an outcome is of before the lecture: of before its talk began or, where none is given, its mode. `foundAt` is null
// where there is none, and 0 where nothing says when; a `room` has a course of its own.
export const isEarlier = (foundAt, { room, talk, mode }) => foundAt !== null && !room && foundAt < (talk ?? mode);

export class Notice {
  constructor(root) {
    this.root = html("p", { class: "notice", role: "status", hidden: true }, root);
  }

  get open() {
    return !this.root.hidden;
  }

  show(text) {
    clearTimeout(this.timer);
    this.root.textContent = text;
    this.root.hidden = !text;
    if (text) this.timer = setTimeout(() => this.show(""), LASTS);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
