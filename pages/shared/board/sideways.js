// One behaviour for everything that slides along x: a query line, a target. Pointer, touch and keyboard.
import { clamp } from "./dom.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };

// `thing` has frame() -> Frame, value() -> x, set(x), begin(), end(). Works on any SVG node.
export function slides(node, surface, thing) {
  let drag = null;

  const to = (x) => {
    const [low, high] = thing.frame().x;
    thing.set(clamp(+x.toFixed(4), low, high));
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || drag) return;
    event.preventDefault();
    event.stopPropagation();
    node.focus({ preventScroll: true });
    node.setPointerCapture(event.pointerId);
    const left = surface.getBoundingClientRect().left;
    drag = { id: event.pointerId, left, grip: thing.frame().sx(thing.value()) - (event.clientX - left) };
    thing.begin();
    node.classList.add("dragged");
  });
  node.addEventListener("pointermove", (event) => {
    if (drag?.id === event.pointerId) to(thing.frame().dataX(event.clientX - drag.left + drag.grip));
  });
  const finish = (event) => {
    if (drag?.id !== event.pointerId) return;
    drag = null;
    node.classList.remove("dragged");
    thing.end();
  };
  node.addEventListener("pointerup", finish);
  node.addEventListener("pointercancel", finish);
  // touch-action is ignored on children of an SVG, so the page would scroll under the finger.
  node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  node.addEventListener("keydown", (event) => {
    const [low, high] = thing.frame().x;
    const step = ((high - low) / 300) * (event.shiftKey ? 10 : 1);
    const jump = { Home: low, End: high }[event.key];
    if (!(event.key in ARROWS) && jump === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) thing.begin();
    to(jump ?? thing.value() + ARROWS[event.key] * step);
    thing.end();
  });
}
