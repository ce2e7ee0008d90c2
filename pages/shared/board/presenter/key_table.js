// The keys of stories and lectures in one table: what each does, when, and how the list of keys says it. No DOM here.

export const LETTERS = [..."abcdefgh"];
const DIGITS = [..."123456789"];
export const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };

const FINGER = "With a finger";
const STAGE = "On the stage";
const STORY = "In a story";
const LECTURE = "In a lecture";

// What a key's meaning depends on, each with its value where nothing is said of it:
// `presents` (the lecture's mode), `framed` (in another page), `turns` (keys lead on), `story` (a step is open),
// `dialog` ("" for none, "help", "code", "room", else another one), `room` (one is held), `hands` (a show of hands is open),
// `options` (of the open guess), `sorts` (they are bins of several items), `ready` (Enter does something to the guess),
// `presses` (what has the focus takes Enter itself), `steers` (it takes arrow keys itself), `shift`.
export const IDLE = { presents: false, framed: false, turns: false, story: false, dialog: "", room: false, hands: false, options: 0, sorts: false, ready: false, presses: false, steers: false, shift: false };

const open = ({ dialog, framed }) => !dialog && !framed;
const presenting = (state) => open(state) && state.presents;
const guessing = ({ dialog, shift, presses }) => !dialog && !shift && !presses; // in a frame, too
const before = ({ options }, i) => i < options;

// Of the rows that hold a key and whose `when(state, number of the key in the row)` is true, the first one counts. Rows
// without `keys` are the stage's own, which claims them before; rows without `says` stand in the list with another one.
export const TABLE = [
  { under: FINGER, shown: "Tap", says: "add a point; near one it takes that point" },
  { under: FINGER, shown: "Drag", says: "move the nearest point or handle" },
  { under: FINGER, shown: "Long press", says: "remove a point; so does a double tap" },
  { under: FINGER, shown: "+ Add", says: "in the lab: from now on every tap adds a point, also beside others" },
  { under: FINGER, shown: "Select", says: "in the lab, the loop: draw around points, to move or remove them together" },
  { under: FINGER, shown: "Two fingers", says: "zoom and pan along x" },
  { under: FINGER, shown: "Swipe", says: "over the text of a story: next step, the one before" },

  { under: STAGE, shown: "Click, drag", says: "add a point, move the nearest" },
  { under: STAGE, shown: "Tool Add", says: "every click adds a point, also beside others; on a phone in the lab" },
  { under: STAGE, shown: "N", says: "add a point at the cursor (arrow keys)" },
  { under: STAGE, shown: "Tab, arrow keys", says: "go to a point, move it; with Shift further" },
  { under: STAGE, shown: "Delete", says: "remove it; so do right-click and double-click" },
  { under: STAGE, shown: "Shift and drag", says: "select several; Ctrl A all, Escape none" },
  { under: STAGE, shown: "Alt", says: "snap to the grid while held" },
  { under: STAGE, shown: "+ \u2212 0", says: "zoom in, out, back" },
  { under: STAGE, shown: "Ctrl Z, Ctrl Shift Z", says: "undo, redo" },
  { under: STAGE, shown: "\u25B6", says: "in its corner, where notes are drawn: play them; Escape stops" },

  { keys: ["?"], does: "help", when: ({ framed }) => !framed, under: LECTURE, shown: "?", says: "this list, also outside presenter mode" },
  { keys: ["q"], does: "code", when: ({ dialog, framed }) => dialog === "code" && !framed },
  { keys: ["h"], does: "room", when: ({ presents, dialog, framed }) => presents && dialog === "room" && !framed },
  { keys: ["v"], does: "votes", when: ({ presents, dialog, framed, room }) => presents && dialog === "room" && !framed && room },
  { keys: ["k"], does: "letters", when: ({ presents, dialog, framed, room }) => presents && dialog === "room" && !framed && room },
  { keys: ["r"], does: "reveal", when: ({ presents, dialog, framed }) => presents && dialog === "room" && !framed },

  { keys: Object.keys(STEPS), does: "step", when: (state, i) => open(state) && state.turns && !(state.steers && i % 2 === 0), under: STORY, shown: "\u2192 \u2190", says: "next step, the one before; so do Page Down, Page Up, and the browser's Back" },
  { keys: LETTERS, does: "choose", when: (state, i) => guessing(state) && before(state, i) && (state.hands || !state.presents), under: STORY, shown: "A B C, 1 2 3", says: "choose; Enter says that it is your guess" },
  { keys: DIGITS, does: "choose", when: (state, i) => guessing(state) && before(state, i) },
  { keys: ["ArrowUp", "ArrowDown"], does: "choose", when: (state) => guessing(state) && state.sorts },
  { keys: ["Enter"], does: "guess", when: (state) => guessing(state) && state.ready, under: STORY, shown: "Enter", says: "goes to a sketch or to bars; arrow keys draw, Enter again is your guess" },
  { keys: ["Enter"], does: "hands", when: (state) => guessing(state) && presenting(state) && state.options > 0, under: LECTURE, shown: "Enter", says: "a show of hands, where there are options: A to H choose what most say, Enter again shows the outcome, Escape ends it" },
  { keys: ["Escape"], does: "hands", when: (state) => presenting(state) && state.hands },

  { keys: ["p"], does: "present", when: open, under: LECTURE, shown: "P", says: "presenter mode; P or Escape leaves it" },
  { keys: ["Escape"], does: "present", when: presenting },
  { keys: ["f"], does: "afresh", when: open, under: STORY, shown: "F", says: "start afresh: this lesson, or all" },
  { keys: ["q"], does: "code", when: (state) => open(state) && (state.presents || state.story), under: STORY, shown: "Q", says: "link and QR code of what is on show; in a lecture in a lab, too" },
  { keys: ["r"], does: "reveal", when: presenting, under: LECTURE, shown: "R", says: "the outcome without a guess; over the votes, too, which it closes" },
  { keys: ["b", "."], does: "black", when: ({ presents, framed }) => presents && !framed, under: LECTURE, shown: "B .", says: "black screen, until the next key; over the votes and other sheets, too" },
  { keys: ["t"], does: "scheme", when: presenting, under: LECTURE, shown: "T", says: "the other of light and dark" },
  { keys: ["z"], does: "enlarge", when: presenting, under: LECTURE, shown: "Z", says: "larger text, and back" },
  { keys: ["l"], does: "lens", when: presenting, under: LECTURE, shown: "L", says: "the panels beside the stage" },
  { keys: ["g"], does: "readings", when: presenting, under: LECTURE, shown: "G", says: "readings: the numbers" },
  { keys: ["m"], does: "multiples", when: presenting, under: LECTURE, shown: "M", says: "the small panels below" },
  { keys: ["s"], does: "settings", when: presenting, under: LECTURE, shown: "S", says: "settings: the page's controls" },
  { keys: DIGITS.map((digit) => `Digit${digit}`), does: "page", when: (state) => presenting(state) && state.shift, under: LECTURE, shown: "Shift 1 \u2026 9", says: "another page, with the same points" },
  { keys: ["h"], does: "room", when: presenting, under: LECTURE, shown: "H", says: "a room: phones follow and vote; V shows the votes, K a question A to D" },
  { keys: ["v"], does: "votes", when: (state) => presenting(state) && state.room },
  { keys: ["k"], does: "letters", when: (state) => presenting(state) && state.room },
];

// {does, at}: what a key does in this state, and its number in its row; null where it does nothing.
export function meaningOf(key, state) {
  const all = { ...IDLE, ...state };
  for (const { keys = [], does, when } of TABLE) {
    const at = keys.indexOf(key);
    if (at >= 0 && when(all, at)) return { does, at };
  }
  return null;
}

// The list of keys: [heading, [[keys, meaning], ...]] in turn. For `finger`s it begins with what these do.
export function listed(finger) {
  return [...(finger ? [FINGER] : []), STAGE, STORY, LECTURE].map((heading) => [heading, TABLE.filter(({ under }) => under === heading).map(({ shown, says }) => [shown, says])]);
}

// The key that does it, as a person reads it.
export function keyFor(does) {
  return TABLE.find((row) => row.does === does).keys[0].toUpperCase();
}
