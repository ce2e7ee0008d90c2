// Colours for the canvas, read from the CSS custom properties, and the choice between light and dark.
import { html } from "../dom/elements.js";

const STEPS = 256;

export class Palette {
  constructor(root) {
    this.root = root;
    this.probe = html("span", { class: "probe", "aria-hidden": "true" }, root);
    const canvas = html("canvas", { width: 1, height: 1 });
    this.ink = canvas.getContext("2d", { willReadFrequently: true });
    this.tables = new Map();
    this.known = new Map();
  }

  // True when the theme has changed since the last call.
  refresh() {
    const style = getComputedStyle(this.root);
    const key = ["--st-background-color", "--st-text-color", "--st-primary-color"].map((v) => style.getPropertyValue(v)).join();
    if (key === this.key) return false;
    this.key = key;
    this.tables.clear();
    this.known.clear();
    this.root.dataset.theme = luminance(this.rgb("var(--bg)")) < 0.25 ? "dark" : "light";
    this.known.clear();
    return true;
  }

  // Any CSS colour as [r, g, b] in 0..255.
  rgb(colour) {
    if (this.known.has(colour)) return this.known.get(colour);
    this.probe.style.color = colour;
    this.ink.fillStyle = getComputedStyle(this.probe).color;
    this.ink.fillRect(0, 0, 1, 1);
    const found = [...this.ink.getImageData(0, 0, 1, 1).data.subarray(0, 3)];
    this.known.set(colour, found);
    return found;
  }

  // 256 colours from "nothing" to "all" (or from -1 to 1 when diverging).
  table(colour, diverging) {
    const key = `${colour} ${diverging}`;
    if (this.tables.has(key)) return this.tables.get(key);
    const paper = this.rgb("var(--bg)");
    const ink = this.rgb("var(--ink)");
    // One way, the least there is has a tint; both ways, colours rise from the paper, which has the two middle ones.
    const ramp = (end, t, least) => blend(paper, blend(end, ink, 0.25 * t), least + (1 - least) * t ** 0.7);
    const [low, high] = diverging ? [this.rgb("var(--negative)"), this.rgb("var(--positive)")] : [null, this.rgb(colour)];
    const table = Array.from({ length: STEPS }, (_, i) => {
      if (!diverging) return ramp(high, i / (STEPS - 1), 0.03);
      const t = (Math.abs(2 * i - (STEPS - 1)) - 1) / (STEPS - 2);
      return ramp(2 * i < STEPS ? low : high, t, 0);
    });
    this.tables.set(key, table);
    return table;
  }

  // Colours of a scale, evenly spaced.
  stops(colour, diverging) {
    const table = this.table(colour, diverging);
    return Array.from({ length: 9 }, (_, i) => `rgb(${table[Math.round((i * (STEPS - 1)) / 8)].map(Math.round).join(", ")})`);
  }
}

export function shade(table, value, low, high) {
  const step = Math.round(((value - low) / (high - low)) * (STEPS - 1));
  return table[Math.max(0, Math.min(STEPS - 1, step)) || 0];
}

function luminance([r, g, b]) {
  const linear = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

// Black or white, whichever is read better on a colour: the worse of the colours in between still has a contrast of 4.5.
export function legible(colour) {
  return luminance(colour) > 0.179 ? [0, 0, 0] : [255, 255, 255];
}

const blend = (a, b, t) => a.map((v, i) => Math.round(v + (b[i] - v) * t));

// ---- which CSS custom property holds the colour of a model or of a line's role --------------
const ROLES = ["signal", "density", "residual", "here", "there"];
const MANY = ["bump", "wave"];

export function modelColour(model) {
  if (!model) return "var(--accent)";
  const name = model.replaceAll(".", "\\."); // as in "np-z2-beta0.1": a bare dot would end it
  return `var(--model-${name}, var(--model-${model.split("-")[0]}, var(--accent)))`;
}

// `nth` counts the lines of one role in a panel, so that each RBF or sinusoid keeps a hue of its own.
export function lineColour(mark, nth) {
  if (mark.model) return modelColour(mark.model);
  if (MANY.includes(mark.role)) return `oklch(var(--many) ${Math.round(nth * 137.5 + 250) % 360})`;
  return ROLES.includes(mark.role) ? `var(--role-${mark.role})` : modelColour(mark.role);
}
