// A picture that is painted: by mouse, finger or pen in strokes, or pixel by pixel with the keys. Its text is a control.
import { attrs, svg } from "../dom/elements.js";
import { clamp } from "../dom/numbers.js";
import { keepTouch, onMoves } from "../input/pointer_moves.js";
import { SIDE } from "../state/limits.js";
import { counts, INK, stroked, withInk } from "../state/pixels.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = { " ": INK / 2, Enter: INK / 2, Delete: -INK, Backspace: -INK }; // how much ink they add; beyond the darkest it is none

export class PixelsPainter {
  constructor(mark, layers, nth, changes) {
    Object.assign(this, { changes, surface: layers.svg, cell: [SIDE / 2, SIDE / 2], stroke: null });
    this.group = svg("g", { class: "pixels", "data-role": "pixels", tabindex: 0, role: "application", "aria-roledescription": "painted picture", "data-pixels": mark.edit }, layers.targets);
    this.paper = svg("rect", { class: "pixels-paper" }, this.group);
    this.cells = Array.from({ length: SIDE * SIDE }, () => svg("rect", { class: "pixel", "shape-rendering": "crispEdges" }, this.group));
    this.cursor = svg("rect", { class: "pixels-cursor" }, this.group);
    this.nodes = [this.group];
    const { group } = this;
    group.addEventListener("pointerdown", (event) => this.down(event));
    onMoves(group, (event) => this.move(event));
    for (const type of ["pointerup", "pointercancel"]) group.addEventListener(type, (event) => this.up(event));
    group.addEventListener("keydown", (event) => this.key(event));
    keepTouch(group);
  }

  paint(mark, { frame }) {
    this.mark = mark;
    const [left, right] = mark.x.map((at) => frame.sx(at));
    const [bottom, top] = mark.y.map((at) => frame.sy(at));
    this.box = { left, top, side: (right - left) / SIDE, wide: frame.width };
    attrs(this.paper, { x: left, y: top, width: right - left, height: bottom - top });
    this.cells.forEach((cell, i) => this.place(cell, [i % SIDE, Math.floor(i / SIDE)]));
    this.show();
  }

  place(node, [column, row]) {
    const { left, top, side } = this.box;
    attrs(node, { x: left + column * side, y: top + row * side, width: side, height: side });
  }

  // What was painted last, also while its response is on the way.
  get text() {
    return this.changes.value(this.mark.edit) ?? this.mark.text;
  }

  show() {
    const inks = counts(this.text);
    inks.forEach((ink, i) => attrs(this.cells[i], { "fill-opacity": ink / INK }));
    this.place(this.cursor, this.cell);
    attrs(this.group, { "aria-label": `${this.mark.label}: arrow keys choose a pixel, Space darkens it, Delete clears it` });
  }

  put(text) {
    if (text === this.text) return;
    this.changes.set(this.mark.edit, text);
    this.show();
  }

  // ---- pointer -------------------------------------------------------------------------------
  // Sizes are read as a stroke begins and never while it goes on.
  at({ clientX, clientY }) {
    const { rect } = this.stroke;
    const { left, top, side, wide } = this.box;
    const scale = rect.width / wide || 1;
    return [((clientX - rect.left) / scale - left) / side, ((clientY - rect.top) / scale - top) / side];
  }

  down(event) {
    if (event.button !== 0 || this.stroke) return;
    event.preventDefault();
    event.stopPropagation();
    this.group.focus({ preventScroll: true });
    this.group.setPointerCapture(event.pointerId);
    const erases = "erases" in (this.surface.closest(".board")?.dataset ?? {});
    this.stroke = { id: event.pointerId, rect: this.surface.getBoundingClientRect(), erases };
    this.changes.begin();
    this.stroke.last = this.at(event);
    this.draw(this.stroke.last);
  }

  move(event) {
    if (this.stroke?.id === event.pointerId) this.draw(this.at(event));
  }

  draw(at) {
    const { stroke } = this;
    this.cell = at.map((v) => clamp(Math.floor(v), 0, SIDE - 1));
    this.put(stroked(this.text, stroke.last, at, stroke.erases));
    stroke.last = at;
  }

  up(event) {
    if (this.stroke?.id !== event.pointerId) return;
    this.stroke = null;
    this.changes.end();
  }

  // ---- keys ----------------------------------------------------------------------------------
  key(event) {
    const move = ARROWS[event.key];
    const more = KEYS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || (!move && !more)) return;
    event.preventDefault();
    event.stopPropagation();
    if (move) this.cell = this.cell.map((v, i) => clamp(v + move[i], 0, SIDE - 1));
    else this.darken(more);
    this.show();
    const [column, row] = this.cell;
    this.changes.announce(`Row ${row + 1}, column ${column + 1}: ${counts(this.text)[row * SIDE + column]} of ${INK}`);
  }

  darken(more) {
    const [column, row] = this.cell;
    const ink = counts(this.text)[row * SIDE + column] + more;
    this.changes.edit(() => this.put(withInk(this.text, this.cell, ink > INK ? 0 : Math.max(0, ink))));
  }
}
