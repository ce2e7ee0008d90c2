// A table beside the plots: what is compared by what, a bar beside the numbers that have one.
import { attrs, html, svg } from "../dom/elements.js";
import { modelColour } from "./palette.js";

const ROW = [17, 28]; // pixels, lowest and highest
const LETTER = 7.4; // pixels; less where a table of many words would not fit
const KEY = 14; // the mark in the model's colour, with the gap behind it
const GAP = 10;
const INSET = 4; // on both sides of a cell
const WITH_BARS = 3; // parts of what is left that a column with bars takes, where others take one

export class Table {
  constructor(host, area, { sideHeight }) {
    Object.assign(this, { area, sideHeight });
    this.root = html("div", { class: "table" }, host);
    this.svg = svg("svg", { class: "table-plot", role: "img" }, this.root);
  }

  paint(mark, _panel, width) {
    const room = (this.area === "lens" && this.sideHeight()) || ROW[1] * (mark.rows.length + 1);
    const row = Math.max(ROW[0], Math.min(ROW[1], Math.floor(room / (mark.rows.length + 1))));
    const key = JSON.stringify([mark, width, row]);
    if (key === this.key) return;
    this.key = key;
    const height = row * (mark.rows.length + 1);
    this.root.dataset.least = ROW[0] * (mark.rows.length + 1);
    attrs(this.svg, { width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": inWords(mark) });
    this.svg.textContent = "";
    const names = Math.max(mark.heading.length, ...mark.rows.map(({ label }) => label.length));
    const numbers = mark.columns.map((_, i) => Math.max(...mark.rows.map(({ cells }) => cells[i].text.length)));
    const letters = mark.columns.map((text, i) => Math.max(text.length, numbers[i]));
    const letter = Math.min(LETTER, (width - KEY - GAP) / (names + sum(letters)));
    this.svg.style.setProperty("--fits", letter / LETTER);
    const ends = columnEnds(mark, letters.map((count) => letter * count), KEY + GAP + letter * names, width);
    const bars = ends.slice(0, -1).map((end, i) => end + INSET + GAP + letter * numbers[i]);
    const lengths = bars.map((bar, i) => ends[i + 1] - bar - INSET).filter((_, i) => mark.rows.some(({ cells }) => cells[i].share));
    const at = { row, ends, bars, reach: Math.max(0, Math.min(...lengths)) };
    this.line({ label: mark.heading, cells: mark.columns.map((text) => ({ text })) }, 0, at);
    mark.rows.forEach((each, i) => this.line(each, i + 1, at));
  }

  // `bars` is where those of each column begin: right of its longest number. All are as long for one share as for another.
  line({ label, model, cells }, nth, { row, ends, bars, reach }) {
    const group = svg("g", { transform: `translate(0 ${nth * row})`, style: `--c:${modelColour(model)}`, "data-row": model ?? "" }, this.svg);
    const middle = row / 2 + 4.5;
    const own = nth ? "table-name" : "table-head";
    if (nth) svg("line", { class: "table-rule", x1: 0, x2: ends.at(-1), y1: 0, y2: 0 }, group);
    if (nth) svg("rect", { class: "table-key", x: 0, y: row / 2 - 5, width: 8, height: 10, rx: 2 }, group);
    svg("text", { class: own, x: nth ? KEY : 0, y: middle, text: label }, group);
    cells.forEach(({ text, tone, share }, i) => {
      const x = ends[i];
      if (share) svg("rect", { class: "table-bar", x: bars[i], y: 3, width: share * reach, height: row - 6, rx: 2 }, group);
      svg("text", { class: nth ? tone || "" : own, x: x + INSET, y: middle, text }, group);
    });
  }

  destroy() {}
}

const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

// Where each column begins, and the last one ends: as wide as it needs, and a part of what is left.
const columnEnds = ({ columns, rows }, needed, from, to) => {
  const left = to - from - sum(needed);
  const parts = columns.map((_, i) => (left > 0 && rows.some(({ cells }) => cells[i].share) ? WITH_BARS : 1));
  return needed.reduce((ends, each, i) => [...ends, ends.at(-1) + Math.max(1, each + (left * parts[i]) / sum(parts))], [from]);
};

const inWords = ({ columns, rows }) =>
  rows.map(({ label, cells }) => `${label}: ${cells.map(({ text }, i) => `${columns[i]} ${text}`).join(", ")}`).join("; ");
