// A picture under the other marks of a plot: one pixel for each cell, enlarged; isolines; hatched where it extrapolates;
// its number under the pointer.
import { attrs, html, setText, svg } from "../dom/elements.js";
import { clamp, fmt } from "../dom/numbers.js";
import { modelColour, shade } from "../plot/palette.js";
import { hatching } from "../plot/hatching.js";
import { levels, segments } from "../plot/isolines.js";
import { unchanged } from "./unchanged.js";

const BYTE = 255;
const FADE = 24; // of 255: how much each of the lowest levels covers
const LARGE = 6; // screen pixels: from this size on the cells themselves are to be seen
const WHERE = [0.5, 0.3, 0.7]; // of the width: where lines are labelled, one after the other
const CLEAR = 20; // pixels between a label and a point, or another label
const [HALF_READ, ABOVE] = [32, 14]; // pixels: of the number under the pointer, and between both
const NAME = [34, 32]; // half as wide, and below a point as high, as its name takes with a label beside it

export class FieldPainter {
  constructor(mark, layers) {
    this.image = svg("image", { "data-role": "field", preserveAspectRatio: "none" }, layers.pictures);
    this.outside = svg("path", { class: "hatching", "data-role": "hatching" }, layers.pictures);
    this.lines = svg("g", { class: "isolines" }, layers.pictures);
    this.read = svg("text", { class: "field-read", "text-anchor": "middle" }, layers.dots); // the axes clear the layer above
    this.edge = svg("rect", { class: "field-edge" }, layers.pictures); // of a map that is white so far, too
    this.nodes = [this.image, this.outside, this.edge, this.lines, this.read];
    this.drawn = unchanged();
    this.placed = unchanged();
    this.joined = unchanged();
    this.hatched = unchanged();
    layers.svg.addEventListener("pointermove", (event) => this.hover(event, layers.svg));
    layers.svg.addEventListener("pointerleave", () => this.readAt(null));
  }

  paint(mark, { frame, palette, units, points }) {
    const { rows, columns, x, y } = mark;
    const table = palette.table(modelColour(mark.model), mark.diverging);
    const same = this.drawn(mark.levels, table, rows);
    if (!same) attrs(this.image, { href: picture(mark, table) });
    Object.assign(this, { mark, frame, units, points });
    if (!same && this.at) this.readAt(this.at);
    if (mark.isolines && !this.joined(mark.levels, String(mark.span), frame, units.key)) this.join();
    const [left, right] = edges(x, columns).map((at) => frame.sx(at));
    const [bottom, top] = edges(y, rows).map((at) => frame.sy(at));
    const hull = hullOf(mark, units);
    if (!this.hatched(frame, String(x), String(y), String(hull?.corners))) {
      const corners = hull?.corners.map(([across, upward]) => [frame.sx(across), frame.sy(upward)]);
      this.outside.setAttribute("d", hull ? hatching({ left, right, top, bottom }, corners) : "");
    }
    if (this.placed(frame, String(x), String(y), rows, columns)) return;
    const large = (right - left) / columns >= LARGE;
    const place = { x: left, y: top, width: right - left, height: bottom - top };
    attrs(this.image, { ...place, class: large ? "cells" : "" });
    attrs(this.edge, place);
  }

  // The number of a cell as people read it.
  written(value) {
    const { quantity } = this.mark;
    return quantity ? this.units.number({ kind: quantity, value, digits: 2 }) : fmt(value, 2);
  }

  join() {
    const { mark, frame, units } = this;
    const values = valuesOf(mark);
    const sx = (column) => frame.sx(along(mark.x, mark.columns, column));
    const sy = (row) => frame.sy(along(mark.y, mark.rows, row));
    this.lines.textContent = "";
    const [points, taken] = [this.points.map(({ x, y }) => [frame.sx(x), frame.sy(y)]), []];
    const named = ([x, y], px, py) => Math.abs(px - x) < NAME[0] && py > y - CLEAR && py < y + NAME[1];
    const free = ([px, py]) => taken.every(([x, y]) => Math.hypot(px - x, py - y) > CLEAR) && !points.some((one) => named(one, px, py));
    levels(mark.span, units.z, mark.quantity !== "at_z", mark.diverging ? 12 : 8).forEach(({ at, text }, i) => {
      const found = segments(values, mark.rows, mark.columns, at).map(([a, b, c, d]) => [sx(a), sy(b), sx(c), sy(d)]);
      if (!found.length) return;
      const d = found.map((ends) => ends.map((pixel) => pixel.toFixed(1))).map(([a, b, c, e]) => `M${a} ${b}L${c} ${e}`);
      svg("path", { class: "isoline", d: d.join("") }, this.lines);
      const aim = frame.left + WHERE[i % WHERE.length] * (frame.right - frame.left);
      const [px, py] = found.filter(free).sort((one, other) => Math.abs(one[0] - aim) - Math.abs(other[0] - aim))[0] ?? [];
      if (px === undefined) return;
      taken.push([px, py]);
      svg("text", { class: "isoline-label", x: px, y: py + 3.5, "text-anchor": "middle", text }, this.lines);
    });
  }

  hover(event, surface) {
    if (!this.image.isConnected || !this.mark?.label) return;
    if (event.pointerType === "mouse" && event.buttons) return this.readAt(null); // a drag waits for no layout
    const box = surface.getBoundingClientRect();
    this.readAt([event.clientX - box.left, event.clientY - box.top]);
  }

  // The number in the cell under the pointer, also when the map changes; null: the pointer is elsewhere.
  readAt(at) {
    this.at = at;
    if (!at) return setText(this.read, "");
    const [{ mark, frame }, [px, py]] = [this, at];
    const column = Math.round(((frame.dataX(px) - mark.x[0]) / (mark.x[1] - mark.x[0])) * (mark.columns - 1));
    const row = Math.round(((frame.dataY(py) - mark.y[0]) / (mark.y[1] - mark.y[0])) * (mark.rows - 1));
    const inside = column >= 0 && row >= 0 && column < mark.columns && row < mark.rows;
    attrs(this.read, { x: clamp(px, frame.left + HALF_READ, frame.right - HALF_READ), y: Math.max(frame.top + 15, py - ABOVE) });
    setText(this.read, inside ? `${mark.label} ${this.written(valuesOf(mark)[row * mark.columns + column])}` : "");
  }
}

// What a map of data is hatched outside of: of points that are no data, a hand may put one there at once.
export const hullOf = ({ hull }, units) => (hull && !units.plain ? hull : null);

// The position of a column, or of a row, which need not be whole.
const along = ([first, last], count, number) => first + (number / Math.max(1, count - 1)) * (last - first);

// From 0 to 1: a byte each; with isolines two, the lower one first.
function sharesOf({ levels, isolines }) {
  const bytes = Uint8Array.from(atob(levels), (letter) => letter.charCodeAt(0));
  if (!isolines) return Array.from(bytes, (level) => level / BYTE);
  return Array.from({ length: bytes.length / 2 }, (_, i) => (bytes[2 * i] + 256 * bytes[2 * i + 1]) / (257 * BYTE));
}

// The numbers of all cells, row after row, as finely as they travel.
export function valuesOf(mark) {
  const [low, high] = mark.span;
  return sharesOf(mark).map((share) => low + share * (high - low));
}

// The colour of each drawn point that has a value, in the colours of the picture.
export function coloursOfPoints(marks, palette) {
  const mark = marks.find(({ kind, measured }) => kind === "field" && measured?.length);
  if (!mark) return [];
  const table = palette.table(modelColour(mark.model), mark.diverging);
  return mark.measured.map((value) => `rgb(${shade(table, value, ...mark.span)})`);
}

// The outer edges of cells whose first and last middle are given.
function edges([first, last], count) {
  const half = count > 1 ? (last - first) / (count - 1) / 2 : 0.5;
  return [first - half, last + half];
}

function picture(mark, table) {
  const { rows, columns, diverging } = mark;
  const colours = sharesOf(mark).map((share) => Math.round(BYTE * share));
  const pixels = new ImageData(columns, rows);
  colours.forEach((level, i) => {
    const row = rows - 1 - Math.floor(i / columns); // the first row is the lowest
    const at = 4 * (row * columns + (i % columns));
    pixels.data.set(table[level], at);
    pixels.data[at + 3] = diverging ? BYTE : Math.min(BYTE, level * FADE); // where there is nothing, the plot is seen
  });
  const canvas = html("canvas", { width: columns, height: rows });
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}
