// What comes down on the stage goes to the mark that it means: to the nearest one, not to the one that lies on top. The
// same mark is highlighted while a pointer is over it. The marks themselves know nothing of each other. While a person adds
// points, what comes down goes to the ground.
import { nearestMark } from "./nearest.js";

const MARKS = ".point > .hit, .target > .hit, .value > .hit, .place > .place-hit, .handle-grip, .target-grip, .shift-grip, .handle-hit, .shift-hit";
const LINES = ".handle-hit, .shift-hit";
const GROUNDS = ".sketch-hit, .place-ground"; // take all that comes down on them
const HELD = ".point, .target.editable, .target-focus, .value, .place, .handle, .rail, .shift";
const STARTS = ["pointerdown", "contextmenu"];
const TOUCHES = ["touchstart", "touchmove", "touchend", "touchcancel"];

export class Taking {
  // `adds()`: whether a person adds points now; `highlight(node)`: the pointer is over this mark, or none.
  constructor(surface, { adds, highlight }) {
    Object.assign(this, { surface, adds, highlight, taken: null, aimed: null });
    for (const type of STARTS) surface.addEventListener(type, (event) => this.starts(event), true);
    for (const type of TOUCHES) surface.addEventListener(type, (event) => this.follows(event), { capture: true, passive: false });
    surface.addEventListener("pointerover", (event) => this.hovers(event));
    surface.addEventListener("pointermove", (event) => this.hovers(event));
    surface.addEventListener("pointerleave", () => this.aim(null));
  }

  // The mark that this pointer takes: of those that it is on, for a finger of those near it; null for none.
  meant(event) {
    const finger = event.pointerType === "touch";
    if (event.target.closest(GROUNDS) || !(finger || event.target.closest(HELD))) return null;
    return nearestMark(this.marks(event), [event.clientX, event.clientY], finger)?.node ?? null;
  }

  hovers(event) {
    if (event.buttons && !(event.pointerType === "touch" && event.type === "pointerover")) return; // a drag has its own
    this.aim(this.adds() ? null : this.meant(event));
  }

  // With the cursor of the mark, whatever lies on top.
  aim(node) {
    const mark = node?.closest(HELD) ?? null;
    const { classList, style } = this.surface;
    if (mark !== this.aimed) {
      classList.remove("aims");
      if (mark) style.setProperty("--aim", getComputedStyle(node).cursor);
      this.aimed?.classList.remove("aimed");
      mark?.classList.add("aimed");
      this.aimed = mark;
      this.highlight(mark);
    }
    classList.toggle("aims", Boolean(mark));
  }

  starts(event) {
    if (this.sends) return;
    this.taken = null;
    this.surface.classList.remove("aims"); // what is dragged has a cursor of its own
    const { target } = event;
    if (target.closest(GROUNDS)) return;
    const on = target.closest(HELD);
    const adds = event.type === "pointerdown" && this.adds();
    const node = adds ? on && this.surface : this.meant(event) ?? (on && this.isBeside(event) ? this.surface : null);
    if (!node || on?.contains(node)) return;
    this.taken = node;
    const { pointerId, pointerType, isPrimary, button, buttons, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey } = event;
    const own = { pointerId, pointerType, isPrimary, button, buttons, clientX, clientY, shiftKey, ctrlKey, altKey, metaKey };
    this.send(event, new PointerEvent(event.type, { ...own, bubbles: true, cancelable: true, composed: true }));
  }

  // A browser may give a mark what comes down beside it, as far from it as a finger is wide.
  isBeside({ target, pointerType, clientX, clientY }) {
    return pointerType === "touch" && !this.surface.getRootNode().elementsFromPoint(clientX, clientY).includes(target);
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

  marks({ clientX, clientY, pointerType }) {
    const under = new Set(this.surface.getRootNode().elementsFromPoint(clientX, clientY));
    return [...this.surface.querySelectorAll(MARKS)].flatMap((node) => {
      if (!under.has(node) && pointerType !== "touch") return [];
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
