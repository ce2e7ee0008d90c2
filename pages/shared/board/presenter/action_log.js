// The presenter's actions, for the log of keys: buttons, guesses, sliders, and the keys that the board handles.

const ON_STAGE = { n: "point added", Delete: "point removed", Backspace: "point removed" };
const ELSEWHERE = '[data-group="parts"], [data-group="mode"], dialog'; // these log by themselves; a sheet is no action on the stage

export class ActionLog {
  // `log(key, meaning)`; an action without a key has "".
  constructor(root, log) {
    this.log = log;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("change", (event) => this.sliderMoved(event));
  }

  clicked(event) {
    const [node] = event.composedPath();
    const button = node.closest?.("[data-action], [data-option], [data-number]");
    if (!button || button.closest(ELSEWHERE)) return;
    if (button.dataset.option && button.isConnected) return; // a guess that was taken is written anew
    this.log("", button.dataset.option ? "guess" : button.textContent.trim() || button.title);
  }

  sliderMoved(event) {
    const [node] = event.composedPath();
    const name = node.dataset?.control;
    if (name) this.log("", `${node.labels[0]?.textContent ?? name} ${node.ariaValueText}`);
  }

  // Only what the board has handled: the event reaches the document after the stage.
  pressed(event) {
    if (!event.defaultPrevented || event.repeat) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const again = event.shiftKey || key === "y";
    if (key === "z" || key === "y") this.log(again ? "Ctrl Shift Z" : "Ctrl Z", again ? "redo" : "undo");
    else if (key in ON_STAGE) this.log(key.length === 1 ? key.toUpperCase() : key, ON_STAGE[key]);
  }
}
