// A heat map: cells on a canvas, everything written or outlined in an SVG above it.
import { attrs, html, svg } from "../dom/elements.js";
import { ceiling, fmt, short } from "../dom/numbers.js";
import { HeatMapInput } from "./heatmap_input.js";
import { heatMapFrame } from "./heatmap_frame.js";
import { HeatMapLabels, LETTER } from "./heatmap_labels.js";
import { Legend } from "./legend.js";
import { legible, modelColour, shade } from "../plot/palette.js";

const SCALE = 112; // pixels that the scale takes, and what the sample of a forbidden cell adds
const FORBIDDEN = 96;
const TICK = 75; // pixels from one number below the columns to the next

export class HeatMap {
  constructor(host, area, { palette, ...services }) {
    Object.assign(this, { area, palette, sideHeight: services.sideHeight });
    this.root = html("div", { class: "heat" }, host);
    this.canvas = html("canvas", { "data-role": "heatmap", "aria-hidden": "true" }, this.root);
    this.svg = svg("svg", { class: "heat-over", tabindex: 0 }, this.root);
    this.labels = new HeatMapLabels(this.svg);
    this.active = svg("rect", { class: "active-row", rx: 2 }, this.svg);
    this.activeColumn = svg("rect", { class: "active-row", rx: 2 }, this.svg);
    this.column = svg("rect", { class: "lit-column", rx: 2 }, this.svg);
    this.cursor = svg("rect", { class: "cursor", rx: 2 }, this.svg);
    this.legend = new Legend(this.root);
    this.input = new HeatMapInput(this, services);
  }

  paint(mark, panel, width) {
    this.mark = mark;
    const most = this.area === "lens" ? this.sideHeight() : null;
    this.frame = heatMapFrame(mark, width, this.area, panel.x, most);
    this.span = span(mark.values, mark.diverging);
    this.spans = mark.values.map((row) => (mark.by_row ? span([row], mark.diverging) : this.span));
    attrs(this.canvas, { "data-model": mark.model });
    attrs(this.root, { "data-rows": mark.values.length });
    this.root.classList.toggle("stale", Boolean(mark.stale));
    this.root.classList.toggle("editable", Boolean(mark.edit));
    this.root.classList.toggle("roomy", this.roomy(width));
    this.place(width);
    this.labels.write(this.frame, mark, this.frame.labelled && mark.columns_at ? this.ticks(panel.x) : null);
    this.fill();
    this.input.refresh(panel.title);
    this.legend.show([], this.scales());
  }

  // Numbers of the x axis below columns that are places on it.
  ticks([from, to]) {
    const { left, right } = this.frame;
    const { marks, ending } = this.input.units.x.ticks(from, to, Math.max(3, (right - left) / TICK), 7, (right - left) / LETTER);
    return { marks: marks.map(({ at, text }) => ({ at: left + ((at - from) / (to - from)) * (right - left), text })), ending };
  }

  place(width) {
    const { frame, mark } = this;
    attrs(this.svg, { width, height: frame.height, viewBox: `0 0 ${width} ${frame.height}` });
    const box = { x: frame.left, width: frame.right - frame.left };
    const row = mark.active_row;
    this.active.style.display = row === null || row >= frame.rows ? "none" : "";
    if (row !== null && row < frame.rows) {
      const y = frame.down[row];
      attrs(this.active, { ...box, y: y - 0.5, height: frame.down[row + 1] - y + 1 });
    }
    this.placeColumn(mark.active_column ?? null);
    this.highlight(this.lit ?? null); // the point that was highlighted may have another column now, of another size
  }

  placeColumn(column) {
    const { frame } = this;
    const seen = column !== null && column < frame.columns;
    this.activeColumn.style.display = seen ? "" : "none";
    if (!seen) return;
    const [x, next] = frame.across.slice(column, column + 2);
    attrs(this.activeColumn, { x: x - 0.5, width: next - x + 1, y: frame.top - 0.5, height: frame.bottom - frame.top + 1 });
  }

  fill() {
    const { canvas, frame, mark } = this;
    const scale = globalThis.devicePixelRatio || 1;
    const [w, h] = [frame.right - frame.left, frame.bottom - frame.top];
    const size = [Math.max(1, Math.round(w * scale)), Math.max(1, Math.round(h * scale))];
    if (canvas.width !== size[0] || canvas.height !== size[1]) [canvas.width, canvas.height] = size;
    attrs(canvas, { style: `left:${frame.left}px;top:${frame.top}px;width:${w}px;height:${h}px` });
    const ink = canvas.getContext("2d");
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.clearRect(0, 0, ...size);
    if (!frame.rows || !frame.columns) return; // a model without null token, and nothing is drawn
    const table = this.palette.table(modelColour(mark.model), mark.diverging);
    const x = frame.across.map((v) => Math.round((v - frame.left) * scale));
    const y = frame.down.map((v) => Math.round((v - frame.top) * scale));
    const many = frame.rows > 40 || frame.columns > 40;
    if (many && !mark.mask) {
      this.image(ink, table, x, y);
      return this.divide(ink, x, y, Math.round(scale));
    }
    const hatch = mark.mask && this.hatch(ink, scale);
    const gap = many ? 0 : Math.max(1, Math.round(scale));
    mark.values.forEach((row, r) => row.forEach((value, c) => {
      if (c === mark.gap) return;
      const box = [x[c], y[r], x[c + 1] - x[c] - gap, y[r + 1] - y[r] - gap];
      const colour = shade(table, value, ...this.spans[r]);
      ink.fillStyle = `rgb(${colour})`;
      ink.fillRect(...box);
      const hidden = mark.mask && !mark.mask[r][c];
      if (hidden) {
        ink.fillStyle = hatch;
        ink.fillRect(...box);
      }
      if (mark.marked?.[r][c]) this.outline(ink, box, scale);
      if (!mark.show_numbers || box[2] < 22 * scale) return;
      this.number(ink, cellText(mark, r, c), box, colour, scale);
    }));
  }

  // Many cells: one pixel per cell, enlarged without smoothing.
  image(ink, table, x, y) {
    const { rows, columns } = this.frame;
    const picture = new ImageData(columns, rows);
    this.mark.values.forEach((row, r) => row.forEach((value, c) => {
      const at = 4 * (r * columns + c);
      picture.data.set(shade(table, value, ...this.spans[r]), at);
      picture.data[at + 3] = c === this.mark.gap ? 0 : 255;
    }));
    const small = (this.small ??= document.createElement("canvas"));
    [small.width, small.height] = [columns, rows];
    small.getContext("2d").putImageData(picture, 0, 0);
    ink.imageSmoothingEnabled = columns > x.at(-1) - x[0] || rows > y.at(-1) - y[0];
    ink.drawImage(small, x[0], y[0], x.at(-1) - x[0], y.at(-1) - y[0]);
  }

  // Rows whose cells are several columns wide: neighbours of one value are two cells all the same.
  divide(ink, x, y, gap) {
    const { starts } = this.mark;
    if (!starts.length) return;
    ink.fillStyle = `rgb(${this.palette.rgb("var(--bg)")})`;
    starts.forEach((columns, r) => {
      ink.fillRect(x[0], y[r + 1] - gap, x.at(-1) - x[0], gap);
      for (const c of columns) ink.fillRect(x[c] - gap, y[r], gap, y[r + 1] - y[r]);
    });
  }

  hatch(ink, scale) {
    const tile = document.createElement("canvas");
    const size = Math.round(7 * scale);
    tile.width = tile.height = size;
    const pen = tile.getContext("2d");
    pen.strokeStyle = `rgba(${this.palette.rgb("var(--ink)")},.42)`;
    pen.lineWidth = scale;
    pen.beginPath();
    for (const shift of [-size, 0, size]) {
      pen.moveTo(shift, size);
      pen.lineTo(shift + size, 0);
    }
    pen.stroke();
    return ink.createPattern(tile, "repeat");
  }

  outline(ink, [x, y, w, h], scale) {
    ink.strokeStyle = `rgb(${this.palette.rgb("var(--bad)")})`;
    ink.lineWidth = 3 * scale;
    ink.strokeRect(x + 1.5 * scale, y + 1.5 * scale, w - 3 * scale, h - 3 * scale);
  }

  number(ink, text, [x, y, w, h], colour, scale) {
    this.font ??= getComputedStyle(this.root).fontFamily;
    ink.font = `500 ${Math.round(Math.min(12, w / scale / 2.75) * scale)}px ${this.font}`;
    ink.textAlign = "center";
    ink.textBaseline = "middle";
    // No hatching behind the letters.
    ink.strokeStyle = `rgb(${colour})`;
    ink.lineWidth = 4 * scale;
    ink.strokeText(text, x + w / 2, y + h / 2 + scale / 2);
    ink.fillStyle = `rgb(${legible(colour)})`;
    ink.fillText(text, x + w / 2, y + h / 2 + scale / 2);
  }

  highlight(index) {
    this.lit = index;
    const column = index === null ? -1 : this.mark?.keys.indexOf(index) ?? -1;
    const shown = column >= 0;
    this.column.style.display = shown ? "" : "none";
    if (!shown) return;
    const { frame } = this;
    const x = frame.across[column];
    const size = { width: frame.across[column + 1] - x + 1, height: frame.bottom - frame.top + 1 };
    attrs(this.column, { x: x - 0.5, y: frame.top - 0.5, ...size });
  }

  // Whether the scale has room beside the title of the columns.
  roomy(width) {
    const { frame, mark } = this;
    const title = (frame.left + frame.right + mark.column_title.length * LETTER) / 2;
    const needed = title + SCALE + (mark.mask ? FORBIDDEN : 0);
    this.root.style.setProperty("--aside", `${Math.max(4, width - Math.max(frame.right, needed + 4)).toFixed()}px`);
    return needed < width;
  }

  destroy() {
    this.input.destroy();
  }

  scales() {
    const { mark } = this;
    if (mark.marked) return []; // what counts there are the outlines
    const ends = this.span.map((v) => short(+v.toPrecision(2)));
    const [low, high] = mark.by_row ? [mark.diverging ? "\u2212" : "0", "largest of its row"] : ends;
    const stops = this.palette.stops(modelColour(mark.model), mark.diverging);
    return [{ low, high, stops, hatched: mark.mask?.flat().includes(false) ? "forbidden" : "" }];
  }
}

// A forbidden weight is exactly 0 (it is the score that is minus infinity); all others have two decimals.
export function cellText(mark, row, column) {
  return mark.mask && !mark.mask[row][column] ? "0" : fmt(mark.values[row][column]);
}

function span(rows, diverging) {
  let low = 0;
  let high = 0;
  for (const row of rows) {
    for (const v of row) {
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  if (!diverging) return [low, Math.max(high, ceiling(high))];
  high = Math.max(1, high);
  const most = Math.max(-low, high);
  return [-most, most];
}
