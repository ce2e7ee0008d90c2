// What comes down on the stage goes to the mark that it means: to the nearest one, not to the one that lies on top. The
// marks themselves know nothing of each other. While a person adds points, it goes to the ground.
import { nearestMark } from "./nearest.js";

const MARKS = ".point > .hit, .target > .hit, .value > .hit, .place > .place-hit, .handle-grip, .target-grip, .shift-grip, .handle-hit, .shift-hit";
const LINES = ".handle-hit, .shift-hit";
const GROUNDS = ".sketch-hit, .place-ground"; // take all that comes down on them
const STARTS = ["pointerdown", "contextmenu"];
const TOUCHES = ["touchstart", "touchmove", "touchend", "touchcancel"];

export class Taking {
  // `adds()`: whether a person adds points now.
  constructor(surface, adds) {
    Object.assign(this, { surface, adds, taken: null });
    for (const type of STARTS) surface.addEventListener(type, (event) => this.starts(event), true);
    for (const type of TOUCHES) surface.addEventListener(type, (event) => this.follows(event), { capture: true, passive: false });
  }

  starts(event) {
    if (this.sends) return;
    this.taken = null;
    const { target } = event;
    if (target.closest(GROUNDS)) return;
    const finger = event.pointerType === "touch";
    const [on, marks] = [target.closest(".point, .target.editable, .target-focus, .value, .place, .handle, .rail, .shift"), this.marks(event)];
    if (!on && !finger) return;
    const adds = event.type === "pointerdown" && this.adds();
    const node = adds ? (on ? this.surface : null) : nearestMark(marks, [event.clientX, event.clientY], finger)?.node;
    if (!node || on?.contains(node)) return;
    this.taken = node;
    const { pointerId, pointerType, isPrimary, button, buttons, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey } = event;
    const own = { pointerId, pointerType, isPrimary, button, buttons, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey };
    this.send(event, new PointerEvent(event.type, { ...own, bubbles: true, cancelable: true, composed: true }));
  }

  // A touch belongs to what the finger came down on, for as long as it lasts.
  follows(event) {
    if (this.sends || !this.taken?.isConnected) return;
    const { touches } = event;
    this.send(event, Object.assign(new Event(event.type, { bubbles: true, cancelable: event.cancelable }), { touches }));
  }

  send(event, again) {
    event.stopImmediatePropagation();
    this.sends = true;
    if (!this.taken.dispatchEvent(again) && event.cancelable) event.preventDefault();
    this.sends = false;
  }

  marks({ clientX, clientY }) {
    const under = new Set(this.surface.getRootNode().elementsFromPoint(clientX, clientY));
    return [...this.surface.querySelectorAll(MARKS)].flatMap((node) => {
      const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
      if (!under.has(node) && (!(width || height) || !takes(node))) return [];
      const line = node.matches(LINES);
      const within = (value, low, high) => Math.min(high, Math.max(low, value));
      const at = line ? [within(clientX, left, right), within(clientY, top, bottom)] : [(left + right) / 2, (top + bottom) / 2];
      return [{ node, line, at, under: under.has(node) }];
    });
  }
}

function takes(node) {
  const { pointerEvents, visibility } = getComputedStyle(node);
  return pointerEvents !== "none" && visibility === "visible";
}
