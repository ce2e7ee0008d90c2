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
    const column = Math.max(1, (width - names) / Math.max(1, mark.columns.length));
    this.line({ label: mark.heading, cells: mark.columns.map((text) => ({ text })) }, 0, row, names, column);
    mark.rows.forEach((each, i) => this.line(each, i + 1, row, names, column));
  }

  line({ label, model, cells }, nth, row, names, column) {
    const group = svg("g", { transform: `translate(0 ${nth * row})`, style: `--c:${modelColour(model)}`, "data-row": model ?? "" }, this.svg);
    const [middle, end] = [row / 2 + 4.5, names + column * cells.length];
    const own = nth ? "table-name" : "table-head";
    if (nth) svg("line", { class: "table-rule", x1: 0, x2: end, y1: 0, y2: 0 }, group);
    if (nth) svg("rect", { class: "table-key", x: 0, y: row / 2 - 5, width: 8, height: 10, rx: 2 }, group);
    svg("text", { class: own, x: nth ? KEY : 0, y: middle, text: label }, group);
    cells.forEach(({ text, tone, share }, i) => {
      const x = names + i * column;
      if (share) svg("rect", { class: "table-bar", x, y: 3, width: share * (column - 4), height: row - 6, rx: 2 }, group);
      svg("text", { class: nth ? tone || "" : own, x: x + 4, y: middle, text }, group);
    });
  }

  destroy() {}
}

const inWords = ({ columns, rows }) =>
  rows.map(({ label, cells }) => `${label}: ${cells.map(({ text }, i) => `${columns[i]} ${text}`).join(", ")}`).join("; ");
