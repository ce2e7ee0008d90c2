// One behaviour for everything that slides along x: a query line, a target, the whole data set. Pointer, touch, keyboard.
import { clamp } from "../dom/numbers.js";
import { onMoves } from "./pointer_moves.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };
const LARGER = 10;

// Parts that are seen (`grips`) take the pointer, `focus` takes the keys. `thing` has frame() -> Frame, value() -> x,
// set(x), begin(), end(), and where they differ from the frame's: range() -> [low, high] and step().
export function draggedAlongX({ grips, focus, surface }, thing) {
  let drag = null;

  const range = () => thing.range?.() ?? thing.frame().x;
  const to = (x) => thing.set(clamp(+x.toFixed(4), ...range()));

  const start = (event) => {
    if (event.button !== 0 || drag) return;
    event.preventDefault();
    event.stopPropagation();
    focus.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const frame = thing.frame();
    const { left, width } = surface.getBoundingClientRect();
    const scale = width / frame.width || 1;
    drag = { id: event.pointerId, left, scale, grip: frame.sx(thing.value()) - (event.clientX - left) / scale };
    thing.begin();
    focus.classList.add("dragged");
  };
  const move = (event) => {
    if (drag?.id === event.pointerId) to(thing.frame().dataX((event.clientX - drag.left) / drag.scale + drag.grip));
  };
  const finish = (event) => {
    if (drag?.id !== event.pointerId) return;
    drag = null;
    focus.classList.remove("dragged");
    thing.end();
  };
  for (const node of grips) {
    node.addEventListener("pointerdown", start);
    onMoves(node, move);
    node.addEventListener("pointerup", finish);
    node.addEventListener("pointercancel", finish);
    // touch-action is ignored on children of an SVG, so the page would scroll under the finger.
    node.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
  }
  focus.addEventListener("keydown", (event) => {
    const [low, high] = range();
    const step = (thing.step?.() ?? span(thing.frame()) / 300) * (event.shiftKey ? LARGER : 1);
    const jump = { Home: low, End: high }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!(event.key in ARROWS) && jump === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) thing.begin();
    to(jump ?? thing.value() + ARROWS[event.key] * step);
    thing.end();
  });
}

const span = ({ x }) => x[1] - x[0];
