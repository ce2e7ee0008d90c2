// A picture under the other marks of a plot: one pixel for each cell, enlarged.
import { attrs, html, svg } from "../dom/elements.js";
import { modelColour } from "../plot/palette.js";
import { unchanged } from "./unchanged.js";

const FADE = 24; // of 255: how much each of the lowest levels covers
const LARGE = 6; // screen pixels: from this size on the cells themselves are to be seen

export class FieldPainter {
  constructor(mark, layers) {
    this.image = svg("image", { "data-role": "field", preserveAspectRatio: "none" }, layers.pictures);
    this.nodes = [this.image];
    this.drawn = unchanged();
    this.placed = unchanged();
  }

  paint(mark, { frame, palette }) {
    const { levels, rows, columns, x, y } = mark;
    const table = palette.table(modelColour(mark.model), mark.diverging);
    if (!this.drawn(levels, table, rows)) attrs(this.image, { href: picture(mark, table) });
    if (this.placed(frame, String(x), String(y), rows, columns)) return;
    const [left, right] = edges(x, columns).map((at) => frame.sx(at));
    const [bottom, top] = edges(y, rows).map((at) => frame.sy(at));
    const large = (right - left) / columns >= LARGE;
    attrs(this.image, { x: left, y: top, width: right - left, height: bottom - top, class: large ? "cells" : "" });
  }
}

// The outer edges of cells whose first and last middle are given.
function edges([first, last], count) {
  const half = count > 1 ? (last - first) / (count - 1) / 2 : 0.5;
  return [first - half, last + half];
}

function picture({ levels, rows, columns, diverging }, table) {
  const bytes = Uint8Array.from(atob(levels), (letter) => letter.charCodeAt(0));
  const pixels = new ImageData(columns, rows);
  bytes.forEach((level, i) => {
    const row = rows - 1 - Math.floor(i / columns); // the first row is the lowest
    const at = 4 * (row * columns + (i % columns));
    pixels.data.set(table[level], at);
    pixels.data[at + 3] = diverging ? 255 : Math.min(255, level * FADE); // where there is nothing, the plot is seen
  });
  const canvas = html("canvas", { width: columns, height: rows });
  canvas.getContext("2d").putImageData(pixels, 0, 0);
  return canvas.toDataURL();
}
