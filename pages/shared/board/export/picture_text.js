// Titles, notes and legends of a picture file: text that breaks by itself, and the legend's glyphs as shapes.
import { attrs, svg } from "../dom/elements.js";

const GLYPH = 20;
const SIZE = 12.5;
const RAMP = 90; // pixels of a scale of colours

let pen;
let ramps = 0; // names of gradients differ within a file

function widthOf(text, size, weight) {
  pen ??= document.createElement("canvas").getContext("2d");
  pen.font = `${weight} ${size}px system-ui, sans-serif`;
  return pen.measureText(text).width;
}

// Lines of text below y; returns where they end.
export function paragraph(parent, text, { y, width, size, weight, colour }) {
  if (!text) return y;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word;
    if (lines.at(-1) && widthOf(longer, size, weight) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  const step = size * 1.35;
  lines.forEach((line, i) => {
    svg("text", { x: 0, y: (y + step * (i + 0.8)).toFixed(1), "font-size": size, "font-weight": weight, fill: colour, text: line }, parent);
  });
  return y + step * lines.length;
}

// One line, cut where its end would not fit.
export function line(parent, text, { width, ...style }) {
  let shown = text;
  while (shown && widthOf(shown, style.size, style.weight) > width) shown = `${shown.slice(0, -2)}\u2026`;
  return paragraph(parent, shown, { width: Infinity, ...style });
}

// One entry after another, as many in a row as fit, then the scales of colours; returns where the last row ends.
export function legendOf(items, scales, parent, styles, y, width) {
  let x = 0;
  const placed = (needed) => {
    if (x && x + needed > width) [x, y] = [0, y + 20];
    const group = svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }, parent);
    x += needed + 16;
    return group;
  };
  for (const { glyph, colour, text } of items) {
    const room = glyph === "sign" ? 0 : GLYPH + 7; // such a text begins with its sign
    const item = placed(room + widthOf(text, SIZE, 400));
    GLYPHS[glyph](item, styles.colour(colour), styles);
    svg("text", { x: room, y: 12, "font-size": SIZE, fill: styles.colour("var(--muted)"), text }, item);
  }
  for (const scale of scales) {
    ramp(scale, placed(rampWidth(scale)), styles);
    if (scale.hatched) hatched(scale.hatched, placed(GLYPH + 7 + widthOf(scale.hatched, SIZE, 400)), styles);
  }
  return y + (items.length || scales.length ? 20 : 0);
}

const rampWidth = ({ low, high, label = "" }) => [low, high, label].reduce((sum, text) => sum + 6 + widthOf(text, SIZE, 400), RAMP);

// The colours between the lowest and the highest number, and what the numbers are.
function ramp({ low, high, stops, label }, parent, styles) {
  let x = 0;
  const write = (text) => {
    if (!text) return;
    svg("text", { x: x.toFixed(1), y: 12, "font-size": SIZE, fill: styles.colour("var(--muted)"), text }, parent);
    x += widthOf(text, SIZE, 400) + 6;
  };
  write(low);
  const id = `ramp-${(ramps += 1)}`;
  const gradient = svg("linearGradient", { id }, svg("defs", {}, parent));
  stops.forEach((colour, i) => svg("stop", { offset: i / (stops.length - 1), "stop-color": colour }, gradient));
  svg("rect", { x: x.toFixed(1), y: 3, width: RAMP, height: 10, fill: `url(#${id})` }, parent);
  x += RAMP + 6;
  write(high);
  write(label);
}

// A sample of hatching, and what it says of the colours below it.
function hatched(text, parent, styles) {
  const [stroke, fill] = [styles.colour("var(--muted)"), "none"];
  svg("rect", { x: 0.5, y: 2.5, width: GLYPH - 1, height: 11, fill, stroke }, parent);
  svg("path", { d: [2, 7, 12].map((x) => `M${x} 13L${x + 6} 3`).join(""), fill, stroke }, parent);
  svg("text", { x: GLYPH + 7, y: 12, "font-size": SIZE, fill: stroke, text }, parent);
}

const across = (parent, stroke, more = {}) => svg("line", { x1: 0, x2: GLYPH, y1: 8, y2: 8, stroke, "stroke-width": 2.5, ...more }, parent);
const disc = (parent, fill, stroke) => svg("circle", { cx: GLYPH / 2, cy: 8, r: 5, fill, stroke, "stroke-width": 2 }, parent);

function band(parent, fill) {
  svg("rect", { y: 2, width: GLYPH, height: 12, rx: 2, fill, "fill-opacity": 0.18 }, parent);
  svg("rect", { y: 5, width: GLYPH, height: 6, fill, "fill-opacity": 0.24 }, parent);
  across(parent, fill, { "stroke-width": 2 });
}

function outlined(parent, stroke) {
  const edge = { "stroke-width": 1, "stroke-dasharray": "1 2" };
  across(parent, stroke, { y1: 2.5, y2: 2.5, ...edge });
  across(parent, stroke, { y1: 13.5, y2: 13.5, ...edge });
  across(parent, stroke, { "stroke-width": 2, "stroke-dasharray": "5 3" });
}

const ring = (parent, colour, styles) => disc(parent, styles.colour("var(--bg)"), colour);

const GLYPHS = {
  band,
  "shifted-prediction": outlined,
  limit: outlined,
  line: (parent, colour) => across(parent, colour),
  dashed: (parent, colour) => across(parent, colour, { "stroke-dasharray": "6 4" }),
  threads: (parent, colour) => across(parent, colour, { "stroke-width": 4, "stroke-linecap": "round", "stroke-opacity": 0.7 }),
  cell: (parent, fill) => svg("rect", { x: 4, y: 2, width: 12, height: 12, fill }, parent),
  sign: () => null,
  dot: (parent, colour) => disc(parent, colour, colour),
  hollow: ring,
  held: ring,
  broken: (parent, colour, styles) => attrs(disc(parent, styles.colour("var(--bg)"), colour), { "stroke-dasharray": "4 3" }),
  diamond: (parent, colour, styles) => svg("path", { d: `M${GLYPH / 2} 2l6 6l-6 6l-6 -6z`, fill: styles.colour("var(--bg)"), stroke: colour, "stroke-width": 2 }, parent),
};
