// One behaviour for everything that slides along one axis: a query line, a target, its value, the whole data set.
// Pointer, touch, keyboard.
import { clamp } from "../dom/numbers.js";
import { keepTouch, moves, onMoves, Yielding } from "./pointer_moves.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };
const LARGER = 10;
const ACROSS = {
  client: "clientX",
  start: "left",
  pixel: (frame, value) => frame.sx(value),
  data: (frame, pixel) => frame.dataX(pixel),
  range: (frame) => frame.x,
};
const UPWARDS = {
  client: "clientY",
  start: "top",
  pixel: (frame, value) => frame.sy(value),
  data: (frame, pixel) => frame.dataY(pixel),
  range: (frame) => frame.y,
};
const CLICK = "boardclick"; // of what can be dragged: the stage takes it as a click on the ground below

// A click on something that slides moves nothing: `act(event)` has the pointer's event. A finger is no click: it covers
// what it came down on, and aims at the handle.
export function onClicksThrough(surface, act) {
  surface.addEventListener(CLICK, ({ detail }) => act(detail));
}

// Parts that are seen (`grips`) take the pointer, `focus` takes the keys. `thing` has frame() -> Frame, value() -> x,
// set(x), begin(), end(), and where they differ from the frame's: range() -> [low, high] and step().
export const draggedAlongX = (nodes, thing) => dragged(nodes, thing, ACROSS);

// The same up and down: value() and set() are of y.
export const draggedAlongY = (nodes, thing) => dragged(nodes, thing, UPWARDS);

function dragged({ grips, focus, surface }, thing, axis) {
  let drag = null;
  const touch = axis === ACROSS ? new Yielding(surface) : null;

  const range = () => thing.range?.() ?? axis.range(thing.frame());
  const to = (x) => thing.set(clamp(+x.toFixed(4), ...range()));

  const start = (event) => {
    if (event.button !== 0 || drag) return;
    touch?.begin(event);
    event.preventDefault();
    event.stopPropagation();
    focus.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    const frame = thing.frame();
    const box = surface.getBoundingClientRect();
    const scale = box.width / frame.width || 1;
    const origin = box[axis.start];
    const grip = axis.pixel(frame, thing.value()) - (event[axis.client] - origin) / scale;
    drag = { id: event.pointerId, from: event, origin, scale, grip };
  };
  // It begins with the first move that is no tremor.
  const begins = (event) => {
    if (drag.moved || !moves(drag.from, event)) return drag.moved;
    if (touch?.yields(event)) return void (drag = null);
    drag.moved = true;
    thing.begin();
    focus.classList.add("dragged");
    return true;
  };
  const move = (event) => {
    if (drag?.id !== event.pointerId || !begins(event)) return;
    to(axis.data(thing.frame(), (event[axis.client] - drag.origin) / drag.scale + drag.grip));
  };
  const finish = (event) => {
    if (drag?.id !== event.pointerId) return;
    const { moved } = drag;
    drag = null;
    if (moved) {
      focus.classList.remove("dragged");
      thing.end();
    } else if (event.type === "pointerup" && event.pointerType !== "touch") surface.dispatchEvent(new CustomEvent(CLICK, { detail: event }));
  };
  for (const node of grips) {
    node.addEventListener("pointerdown", start);
    onMoves(node, move);
    node.addEventListener("pointerup", finish);
    node.addEventListener("pointercancel", finish);
    keepTouch(node, { yielding: touch });
  }
  focus.addEventListener("keydown", (event) => {
    const [low, high] = range();
    const step = (thing.step?.() ?? span(axis.range(thing.frame())) / 300) * (event.shiftKey ? LARGER : 1);
    const jump = { Home: low, End: high }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!(event.key in ARROWS) && jump === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) thing.begin();
    to(jump ?? thing.value() + ARROWS[event.key] * step);
    thing.end();
  });
}

const span = ([low, high]) => high - low;
