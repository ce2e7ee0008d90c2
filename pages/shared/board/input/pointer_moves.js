// Pointer moves without delay. A browser holds them back until the next frame; Chromium also reports them at once, and
// the response to a request made then often comes in time for that frame. One early move per frame is enough: a fast mouse sends
// eight, and the last of them comes with the frame anyway.

import { scrollerOf } from "../dom/scroller.js";

const SLACK = { touch: 7, pen: 4, mouse: 3 }; // pixels that a pointer at rest may move

// Whether the pointer has left the place where it came down.
export function moves(down, now) {
  return travelled(down, now) >= (SLACK[now.pointerType] ?? SLACK.mouse);
}

// Pixels between two places of a pointer.
export function travelled(from, now) {
  return Math.hypot(now.clientX - from.clientX, now.clientY - from.clientY);
}

export function onMoves(node, move) {
  let last = "";
  let early = false;
  const take = (event) => {
    const state = [event.pointerId, event.clientX, event.clientY, event.altKey, event.buttons].join();
    if (state === last) return;
    last = state;
    move(event);
  };
  node.addEventListener("pointermove", take);
  node.addEventListener("pointerrawupdate", (event) => {
    if (early) return;
    early = true;
    requestAnimationFrame(() => (early = false));
    take(event);
  });
}

// Whether a finger that has gone that far scrolls the page, where it can be scrolled, rather than moves what it came down on.
// Along x: when it goes up or down. Over a plane: when it does so at once, for who drags a point rests on it first.
function scrolls(down, now, rests = false) {
  const [across, along] = [now.clientX - down.clientX, now.clientY - down.clientY].map(Math.abs);
  return along > across && (!rests || now.timeStamp - down.timeStamp < REST);
}

const REST = 150; // ms

// Knows of each pointer on the node whether it has become the browser's: it scrolls.
export class Yielding {
  // `rests`: as in `scrolls`.
  constructor(node, rests = false) {
    Object.assign(this, { node, rests });
  }

  // `open`: it may still become the browser's; `held`: it has not.
  begin(event, open = event.pointerType === "touch" && scrollerOf(this.node) !== null) {
    Object.assign(this, { from: event, open, held: true });
  }

  end() {
    this.open = this.held = false;
  }

  // Decided once, by the first move that is no tremor.
  yields(event) {
    if (!this.open || !moves(this.from, event)) return false;
    this.open = false;
    this.held = !scrolls(this.from, event, this.rests);
    return !this.held;
  }
}

// What a finger does on the node is the board's, not the browser's: it neither scrolls (touch-action is ignored on
// children of an SVG) nor begins a fling, which would swallow the next tap. `wanted` may leave some of it to the browser,
// and `yielding` a finger that scrolls: this is known with its first move.
export function keepTouch(node, { wanted = () => true, yielding = null } = {}) {
  const keep = (event) => event.cancelable && wanted(event) && event.preventDefault();
  node.addEventListener("touchstart", (event) => yielding?.open || keep(event), { passive: false });
  if (yielding) node.addEventListener("touchmove", (event) => yielding.held && event.cancelable && event.preventDefault(), { passive: false });
}
