// What is dragged in two dimensions at once: by its grip, by a press on the ground below it, or with the arrow keys.
import { clamp } from "../dom/numbers.js";
import { keepTouch, onMoves } from "./pointer_moves.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowDown: [0, -1], ArrowUp: [0, 1] };
const SHARE = 1 / 100; // of the plane, for one arrow key
const LARGER = 10;

// `thing` has frame() -> Frame, value() -> [x, y], ends() -> of x and of y, step() -> 0 or the distance of places, set([x, y]),
// begin() and end(). Without `ground` only the grip takes the pointer.
export function draggedOverPlane({ grip, ground, focus, surface }, thing) {
  let drag = null;

  const to = (at) => {
    const step = thing.step();
    const placed = at.map((value, i) => {
      const [low, high] = thing.ends()[i];
      const inside = clamp(value, low, high);
      return +(step ? low + Math.round((inside - low) / step) * step : inside).toFixed(4);
    });
    thing.set(placed);
  };
  const pixels = (event) => {
    const box = surface.getBoundingClientRect();
    const scale = box.width / thing.frame().width || 1;
    return [(event.clientX - box.left) / scale, (event.clientY - box.top) / scale];
  };
  const under = (event) => {
    const [x, y] = pixels(event);
    return [thing.frame().dataX(x + drag.grip[0]), thing.frame().dataY(y + drag.grip[1])];
  };
  const begin = () => {
    drag.moved = true;
    thing.begin();
    focus.classList.add("dragged");
  };
  const start = (event) => {
    if (event.button !== 0 || drag) return;
    event.preventDefault();
    event.stopPropagation();
    focus.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const held = event.currentTarget === grip;
    const [x, y] = thing.value();
    const [px, py] = pixels(event);
    const offset = held ? [thing.frame().sx(x) - px, thing.frame().sy(y) - py] : [0, 0];
    drag = { id: event.pointerId, from: event, grip: offset };
    if (held) return;
    begin(); // a press on the ground brings it there
    to(under(event));
  };
  const move = (event) => {
    if (drag?.id !== event.pointerId) return;
    if (!drag.moved) {
      if (Math.hypot(event.clientX - drag.from.clientX, event.clientY - drag.from.clientY) < 1) return; // a click on it does nothing
      begin();
    }
    to(under(event));
  };
  const finish = (event) => {
    if (drag?.id !== event.pointerId) return;
    const { moved } = drag;
    drag = null;
    if (!moved) return;
    focus.classList.remove("dragged");
    thing.end();
  };
  for (const node of [grip, ground].filter(Boolean)) {
    node.addEventListener("pointerdown", start);
    onMoves(node, move);
    node.addEventListener("pointerup", finish);
    node.addEventListener("pointercancel", finish);
    keepTouch(node);
  }
  focus.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in ARROWS)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) thing.begin();
    const at = thing.value().map((value, i) => {
      const [low, high] = thing.ends()[i];
      return value + ARROWS[event.key][i] * (thing.step() || (high - low) * SHARE) * (event.shiftKey ? LARGER : 1);
    });
    to(at);
    thing.end();
  });
}
