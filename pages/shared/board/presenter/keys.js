// The keys of stories and lectures: which one does what, and when it is left to what has the focus.
import { mode } from "./mode.js";

export const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
const TAKES_ENTER = "button, a, summary, input";
const TAKES_ARROWS = "input, [role=radio], [role=radiogroup], [role=listbox], [role=menu], [role=slider]";

export class PresenterKeys {
  constructor(presenter) {
    this.presenter = presenter;
    this.listeners = [
      [document, "keydown", (event) => this.key(event)],
      [document, "keydown", (event) => this.stepAfterClick(event), true],
      [document, "pointerdown", () => (this.pointing = true), true],
      [document, "pointerup", () => (this.pointing = false), true],
      [presenter.root, "focusin", () => (this.clicked = this.pointing)], // it does not leave the board's tree
    ];
    for (const [node, ...listener] of this.listeners) node.addEventListener(...listener);
  }

  key(event) {
    if (mode.embedded && !this.guesses(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writes(event)) return;
    const act = this.command(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  // In a frame the keys of a lecture are off: those of an open guess stay.
  guesses({ key }) {
    return Boolean(this.presenter.story.guessKey(key.length === 1 ? key.toLowerCase() : key));
  }

  command(event) {
    const { presenter } = this;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (name === "?") return () => presenter.openHelp();
    if (presenter.help.open) return null;
    if (this.inDialog) return name === "q" && presenter.qr.open ? () => presenter.showCode() : null;
    if (name === "p") return () => presenter.toggle("P");
    if (presenter.turns && this.stepKey(event, name)) return () => presenter.step(name);
    const guess = !event.shiftKey && !at(event, TAKES_ENTER) && presenter.story.guessKey(name);
    if (guess) return guess;
    if (name === "f") return () => presenter.story.course.offerAfresh();
    if (name === "q" && (mode.on || presenter.story.on)) return () => presenter.showCode();
    return mode.on ? this.presenting(event, name) : null;
  }

  // What got the focus by a click keeps no arrow key in a story: only what a key has reached or shifted, or what is selected, does.
  stepAfterClick(event) {
    const { presenter } = this;
    const name = event.key;
    if (name === "ArrowUp" || name === "ArrowDown") this.clicked = false;
    if (mode.embedded || !presenter.turns || !this.clicked || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const draws = at(event, "svg, canvas") && !at(event, ".sketch-hit") && !presenter.selected();
    if (!draws || !this.stepKey(event, name, true)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    presenter.step(name);
  }

  // A sheet has keys of its own, in the board or on the page: Escape closes it, and nothing happens behind it.
  get inDialog() {
    return [this.presenter.root, document].some((node) => node.querySelector("dialog[open]"));
  }

  // What takes arrow keys itself keeps them; points and handles have claimed the event by now.
  stepKey(event, name, anyway) {
    return name in STEPS && !this.inDialog && (anyway || !(name.startsWith("Arrow") && at(event, TAKES_ARROWS)));
  }

  presenting(event, name) {
    const { presenter } = this;
    if (name === "Escape") return () => presenter.toggle("Esc");
    if (name in presenter.panels) return () => presenter.show(name);
    if (name === "b" || name === ".") return () => presenter.blackout.show();
    if (name === "r") return () => presenter.reveal();
    if (name === "t") return () => presenter.changeScheme();
    if (name === "z") return () => presenter.enlarge();
    const digit = event.shiftKey && /^Digit([1-9])$/.exec(event.code);
    return digit ? () => presenter.openPage(Number(digit[1])) : null;
  }

  destroy() {
    for (const [node, ...listener] of this.listeners) node.removeEventListener(...listener);
  }
}

// Letters typed into a field are no commands.
function writes(event) {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  const types = ["range", "button", "checkbox", "radio"];
  if (target.isContentEditable || at(event, "textarea, select, [role=grid]")) return true;
  return target.matches("input") && !types.includes(target.type);
}

const at = (event, selector) => Boolean(event.composedPath()[0].closest?.(selector));
