// The keys of stories and lectures arrive here: what each does stands in key_table.js, when it is left to what has the focus here.
import { IDLE, STEPS, meaningOf } from "./key_table.js";
import { mode } from "./mode.js";

const TAKES_ENTER = "button, a, summary, input";
const TAKES_ARROWS = "input, [role=radio], [role=radiogroup], [role=listbox], [role=menu], [role=slider]";

export class PresenterKeys {
  // `hall()` is the room of the lecture beside the board, once there is one.
  constructor(presenter, hall) {
    Object.assign(this, { presenter, hall });
    this.listeners = [
      [document, "keydown", (event) => this.key(event)],
      [document, "keydown", (event) => this.stepAfterClick(event), true],
      [document, "pointerdown", () => (this.pointing = true), true],
      [document, "pointerup", () => this.lifted(), true],
      [presenter.root, "focusin", () => (this.clicked = this.pointing || this.entered)], // it does not leave the board's tree
    ];
    for (const [node, ...listener] of this.listeners) node.addEventListener(...listener);
  }

  // A drag ends: what it was about may get the focus by that, and may have had it before.
  lifted() {
    this.clicked = true;
    setTimeout(() => (this.pointing = false), 0);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writes(event)) return;
    const act = this.command(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  command(event) {
    const name = named(event);
    const state = this.state(event);
    const found = meaningOf(name, state) ?? meaningOf(event.code, state); // with Shift a digit's key is another letter
    return found && this.act(found, name, event);
  }

  act({ does, at }, name, event) {
    const { presenter } = this;
    const acts = {
      help: () => presenter.openHelp(),
      step: () => presenter.step(name),
      choose: presenter.story.guessKey(name),
      guess: () => {
        presenter.story.guessKey(name)();
        if (presenter.hands) presenter.reveal(); // no one here does more than raise a hand
      },
      hands: () => presenter.showHands(!presenter.hands),
      present: () => presenter.toggle(name === "p" ? "P" : "Esc"),
      afresh: () => presenter.story.course.offerAfresh(),
      code: () => presenter.showCode(),
      reveal: () => {
        this.hall()?.open?.dialog.close(); // what is shown lies behind it
        presenter.reveal();
      },
      black: () => presenter.blackout.show(),
      scheme: () => presenter.changeScheme(),
      enlarge: () => presenter.enlarge(),
      page: () => presenter.openPage(at + 1),
      ...Object.fromEntries(["lens", "readings", "multiples", "settings"].map((part) => [part, () => presenter.show(part)])),
      ...Object.fromEntries(["room", "votes", "letters"].map((part) => [part, () => event.repeat || this.hall().act(part)])),
    };
    return acts[does];
  }

  // What the table reads.
  state(event) {
    const { presenter } = this;
    const { story } = presenter;
    return {
      ...IDLE,
      presents: mode.on && !mode.embedded,
      framed: mode.embedded,
      turns: presenter.turns,
      story: story.on,
      dialog: this.dialog,
      room: Boolean(this.hall()?.held),
      hands: Boolean(presenter.hands),
      ...guessing(story),
      presses: at(event, TAKES_ENTER),
      steers: at(event, TAKES_ARROWS),
      shift: event.shiftKey,
    };
  }

  // A sheet has keys of its own, in the board or on the page: Escape closes it, and nothing happens behind it.
  get dialog() {
    const { help, qr, root } = this.presenter;
    if (help.open) return "help";
    if (qr.open) return "code";
    if (this.hall()?.open) return "room";
    return [root, document].some((node) => node.querySelector("dialog[open]")) ? "other" : "";
  }

  // What got the focus by a click or a drag keeps no arrow key in a story: only what a key has reached or shifted, or what is
  // selected, does. Before an audience the same holds after Enter, and for a slider and a sketch that were dragged.
  stepAfterClick(event) {
    const { presenter } = this;
    const name = named(event);
    if (["ArrowUp", "ArrowDown", "Tab"].includes(name)) this.clicked = false;
    const { presents, framed } = this.state(event);
    this.entered = name === "Enter" && presents && at(event, "svg, canvas");
    if (this.entered) this.clicked = true;
    if (framed || !presenter.turns || !this.clicked || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const draws = at(event, presents ? "svg, canvas, input[type=range]" : "svg, canvas") && (presents || !at(event, ".sketch-hit"));
    if (!draws || presenter.selected() || !(name in STEPS) || this.dialog) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    presenter.step(name);
  }

  destroy() {
    for (const [node, ...listener] of this.listeners) node.removeEventListener(...listener);
  }
}

// What keys find of an open guess: how many options letters and numbers choose among, whether these are bins of several
// items, and whether Enter does something.
export function guessing(story) {
  if (!story.on) return { options: 0, sorts: false, ready: false };
  const { options, bins } = (story.guessKey("1") && story.current.guess) || {};
  return { options: (options ?? bins ?? []).length, sorts: Boolean(bins), ready: Boolean(story.guessKey("Enter")) };
}

const named = ({ key }) => (key.length === 1 ? key.toLowerCase() : key);

// Letters typed into a field are no commands.
function writes(event) {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  const types = ["range", "button", "checkbox", "radio"];
  if (target.isContentEditable || at(event, "textarea, select, [role=grid]")) return true;
  return target.matches("input") && !types.includes(target.type);
}

const at = (event, selector) => Boolean(event.composedPath()[0].closest?.(selector));
