// What is written around a heat map: labels of rows and columns as far as there is room, and the two titles.
import { attrs, setText, svg } from "../dom/elements.js";
import { short } from "../dom/numbers.js";
import { ticks } from "../plot/frame.js";
import { brief, differing } from "../state/dates.js";

export const LETTER = 6.4; // pixels, on average
const MANY = 12; // rows from which a scale of round numbers reads better than every third label
const ROW = 13; // pixels that a row's label needs
const MARGIN = 4; // to the right of the cells
const BEYOND = 24; // of a row title, above and below the cells together

export class HeatMapLabels {
  constructor(layer) {
    this.group = svg("g", {}, layer);
  }

  // While a point is dragged one label changes: the others' nodes are left alone. `scale` are the
  // ticks that stand in place of the columns' labels, and the ending of their title, where there are some.
  write(frame, mark, scale = null) {
    const key = JSON.stringify([frame, scale, mark.row_labels, mark.column_labels, mark.row_title, mark.column_title]);
    if (key === this.written) return;
    this.written = key;
    this.used = 0;
    for (const { at, text } of rowMarks((frame.narrow ? brief : differing)(mark.row_labels), frame.down)) {
      this.put({ class: "tick", x: frame.left - 6, y: at + 4, "text-anchor": "end", transform: "" }, text);
    }
    for (const { at, text } of within(scale?.marks ?? columnMarks(differing(mark.column_labels), frame.across), frame.right + MARGIN)) {
      this.put({ class: "tick", x: at, y: frame.bottom + 14, "text-anchor": "middle", transform: "" }, text);
    }
    const title = { x: (frame.left + frame.right) / 2, y: frame.bottom + (frame.labelled ? 31 : 17) };
    this.put({ class: "axis", ...title, "text-anchor": "middle", transform: "" }, mark.column_title + (scale?.ending ?? ""));
    const turn = `translate(13 ${(frame.top + frame.bottom) / 2}) rotate(-90)`;
    this.put({ class: "axis", x: 0, y: 0, "text-anchor": "middle", transform: turn }, fitting(mark.row_title, frame.bottom - frame.top + BEYOND));
    while (this.group.childElementCount > this.used) this.group.lastChild.remove();
  }

  put(attributes, text) {
    const node = this.group.children[this.used++] ?? svg("text", {}, this.group);
    setText(attrs(node, attributes), text);
  }
}

// The whole title, or in a low picture what stands before its bracket.
export function fitting(title, room) {
  const short = title.replace(/ \(.*\)$/, "");
  return [title, short].find((text) => LETTER * text.length <= room) ?? "";
}

export function rowMarks(labels, edges) {
  const values = scale(labels);
  if (values) return roundMarks(values, edges, 34);
  const upwards = scale([...labels].reverse()); // a scale that grows upwards, as that of a plot
  if (upwards) return roundMarks(upwards, [...edges].reverse(), 34);
  const step = Math.max(1, Math.ceil(ROW / ((edges.at(-1) - edges[0]) / Math.max(1, edges.length - 1))));
  return everyNth(labels, edges, step);
}

export function columnMarks(labels, edges) {
  const values = scale(labels);
  if (values) return roundMarks(values, edges, 48);
  const count = Math.min(labels.length, edges.length - 1);
  const apart = (i, step) => middle(edges, i + step) - middle(edges, i);
  const needs = (i, step) => ((labels[i].length + labels[i + step].length) / 2) * LETTER + 6;
  let step = 1;
  while (step < count && some(count - step, (i) => i % step === 0 && needs(i, step) > apart(i, step))) step++;
  return everyNth(labels, edges, step);
}

// Those at the ends moved inwards as far as they need, without one that would lie over its neighbour then.
function within(marks, right) {
  const ends = marks.map(({ at, text }) => {
    const half = (LETTER * text.length) / 2;
    const middle = Math.max(half, Math.min(at, right - half));
    return { at: middle, text, from: middle - half, to: middle + half };
  });
  return ends.filter(({ from }, i) => i === 0 || from >= ends[i - 1].to);
}

// Labels that are many numbers in order, as numbers; null for all others.
function scale(labels) {
  if (labels.length <= MANY) return null;
  const values = labels.map((text) => Number(text.replace("\u2212", "-") || NaN));
  return some(values.length - 1, (i) => !(values[i + 1] >= values[i])) ? null : values;
}

// Round numbers at their places between the middles of the cells, one about every `apart` pixels.
function roundMarks(values, edges, apart) {
  const wanted = Math.max(2, Math.abs(edges.at(-1) - edges[0]) / apart);
  return ticks(values[0], values.at(-1), wanted).map((value) => {
    const next = Math.max(1, values.findIndex((v) => v >= value));
    const part = (value - values[next - 1]) / (values[next] - values[next - 1] || 1);
    return { at: middle(edges, next - 1) * (1 - part) + middle(edges, next) * part, text: short(value) };
  });
}

function everyNth(labels, edges, step) {
  const found = [];
  for (let i = 0; i < Math.min(labels.length, edges.length - 1); i += step) {
    found.push({ at: middle(edges, i), text: labels[i].replace(/^-(?=[\d.])/, "\u2212") });
  }
  return found;
}

const middle = (edges, i) => (edges[i] + edges[i + 1]) / 2;

const some = (count, test) => Array.from({ length: Math.max(0, count) }, (_, i) => i).some(test);
