// A table beside the plots: what is compared by what, a bar behind the numbers that have one.
import { attrs, html, svg } from "../dom/elements.js";
import { modelColour } from "./palette.js";

const ROW = [17, 28]; // pixels, lowest and highest
const LETTER = 7.4;
const KEY = 14; // the mark in the model's colour, with the gap behind it
const GAP = 10;

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
    attrs(this.svg, { width, height, viewBox: `0 0 ${width} ${height}`, "aria-label": inWords(mark) });
    this.svg.textContent = "";
    const names = KEY + GAP + LETTER * Math.max(mark.heading.length, ...mark.rows.map(({ label }) => label.length));
    const ends = columnEnds(mark, names, width);
    this.line({ label: mark.heading, cells: mark.columns.map((text) => ({ text })) }, 0, row, ends);
    mark.rows.forEach((each, i) => this.line(each, i + 1, row, ends));
  }

  line({ label, model, cells }, nth, row, ends) {
    const group = svg("g", { transform: `translate(0 ${nth * row})`, style: `--c:${modelColour(model)}`, "data-row": model ?? "" }, this.svg);
    const middle = row / 2 + 4.5;
    const own = nth ? "table-name" : "table-head";
    if (nth) svg("line", { class: "table-rule", x1: 0, x2: ends.at(-1), y1: 0, y2: 0 }, group);
    if (nth) svg("rect", { class: "table-key", x: 0, y: row / 2 - 5, width: 8, height: 10, rx: 2 }, group);
    svg("text", { class: own, x: nth ? KEY : 0, y: middle, text: label }, group);
    cells.forEach(({ text, tone, share }, i) => {
      const x = ends[i];
      if (share) svg("rect", { class: "table-bar", x, y: 3, width: share * (ends[i + 1] - x - 4), height: row - 6, rx: 2 }, group);
      svg("text", { class: nth ? tone || "" : own, x: x + 4, y: middle, text }, group);
    });
  }

  destroy() {}
}

// Where each column begins, and the last one ends: as wide as its longest text, and an equal part of what is left.
const columnEnds = ({ columns, rows }, from, to) => {
  const needed = columns.map((text, i) => LETTER * Math.max(text.length, ...rows.map(({ cells }) => cells[i].text.length)));
  const spare = (to - from - needed.reduce((sum, each) => sum + each, 0)) / Math.max(1, columns.length);
  return needed.reduce((ends, each) => [...ends, ends.at(-1) + Math.max(1, each + spare)], [from]);
};

const inWords = ({ columns, rows }) =>
  rows.map(({ label, cells }) => `${label}: ${cells.map(({ text }, i) => `${columns[i]} ${text}`).join(", ")}`).join("; ");
