// Pointer moves without delay. A browser holds them back until the next frame; Chromium also reports them at once, and
// the response to a request made then often comes in time for that frame. One early move per frame is enough: a fast mouse sends
// eight, and the last of them comes with the frame anyway.

const SLACK = { touch: 7, pen: 4, mouse: 3 }; // pixels that a pointer at rest may move

// Whether the pointer has left the place where it came down.
export function moves(down, now) {
  return Math.hypot(now.clientX - down.clientX, now.clientY - down.clientY) >= (SLACK[now.pointerType] ?? SLACK.mouse);
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

// What a finger does on the node is the board's, not the browser's: it neither scrolls (touch-action is ignored on
// children of an SVG) nor begins a fling, which would swallow the next tap. `wanted` may leave some of it to the browser.
export function keepTouch(node, wanted = () => true) {
  node.addEventListener("touchstart", (event) => event.cancelable && wanted(event) && event.preventDefault(), { passive: false });
}
