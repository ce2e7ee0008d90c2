// What takes the hand on a dial: turning it sets a control of the board. Lines of the same panel draw the dial.
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { keepTouch, moves, onMoves } from "../input/pointer_moves.js";

const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 };
const STEP = Math.PI / 18; // of a dial under an arrow key
const SLOW = 1 / 60; // of the range: the most that one key changes it
const LARGER = 10;
const NUMBER = 11; // pixels that a digit is high

export class DialPainter {
  constructor(mark, layers, nth, changes) {
    this.changes = changes;
    this.surface = layers.svg;
    this.group = svg("g", { class: "dial", tabindex: 0, role: "slider", "data-dial": nth }, layers.handles);
    this.hit = svg("circle", { class: "dial-hit" }, this.group);
    this.number = svg("text", { class: "dial-number" }, this.group);
    this.number.textContent = nth + 1;
    this.nodes = [this.group];
    this.take();
  }

  paint(mark, { frame, across }) {
    Object.assign(this, { mark, frame, across });
    const [cx, cy] = [frame.sx(mark.x), frame.sy(mark.y)];
    const r = Math.abs(frame.sx(mark.x + mark.radius) - cx);
    attrs(this.hit, { cx: cx.toFixed(1), cy: cy.toFixed(1), r: r.toFixed(1) });
    attrs(this.number, { x: (cx - r).toFixed(1), y: (cy - r + NUMBER).toFixed(1) }); // in the corner that the rim leaves free
    const [low, high] = mark.ends;
    const value = this.value;
    const range = { "aria-valuemin": low, "aria-valuemax": high, "aria-valuenow": +value.toFixed(3) };
    attrs(this.group, { "aria-label": mark.label, ...range });
  }

  get value() {
    return this.changes.value(this.mark.edit) ?? this.mark.value;
  }

  set(value) {
    this.changes.set(this.mark.edit, clamp(+value.toFixed(4), ...this.mark.ends));
  }

  // Clockwise from the top, as the hand of a clock.
  angle(event) {
    const { left, top, width } = this.surface.getBoundingClientRect();
    const scale = width / this.frame.width || 1;
    const x = (event.clientX - left) / scale - this.frame.sx(this.mark.x);
    const y = (event.clientY - top) / scale - this.frame.sy(this.mark.y);
    return Math.atan2(x, -y);
  }

  take() {
    const { hit, group, changes } = this;
    let drag = null;
    const start = (event) => {
      if (event.button !== 0 || drag) return;
      event.preventDefault();
      event.stopPropagation();
      group.focus({ preventScroll: true });
      hit.setPointerCapture(event.pointerId);
      drag = { id: event.pointerId, from: event, at: this.angle(event), value: clamp(this.value, ...this.mark.ends) };
    };
    const move = (event) => {
      if (drag?.id !== event.pointerId || (!drag.moved && !moves(drag.from, event))) return;
      if (!drag.moved) changes.begin();
      const at = this.angle(event);
      // The shorter way round, so that several turns add up.
      drag.value = clamp(drag.value + Math.atan2(Math.sin(at - drag.at), Math.cos(at - drag.at)) / this.mark.rate, ...this.mark.ends);
      Object.assign(drag, { moved: true, at });
      group.classList.add("dragged");
      this.set(drag.value);
    };
    const finish = (event) => {
      if (drag?.id !== event.pointerId) return;
      if (drag.moved) changes.end();
      drag = null;
      group.classList.remove("dragged");
    };
    hit.addEventListener("pointerdown", start);
    onMoves(hit, move);
    hit.addEventListener("pointerup", finish);
    hit.addEventListener("pointercancel", finish);
    keepTouch(hit);
    group.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    if (!(event.key in ARROWS) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const [low, high] = this.mark.ends;
    const step = Math.min(STEP / this.mark.rate, (high - low) * SLOW) * (event.shiftKey ? LARGER : 1);
    if (!event.repeat) this.changes.begin();
    this.set(this.value + ARROWS[event.key] * step);
    this.changes.end();
  }
}
