// Copies drawn nodes with their computed styles written into attributes, so that the copy needs no style sheet.
import { svg } from "../dom/elements.js";

const GEOMETRY = ["x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "width", "height", "d", "points", "transform", "id", "clip-path", "shape-rendering", "href", "preserveAspectRatio"];
const PAINTS = ["fill", "stroke"];
// The defaults of SVG: not worth writing down.
const LOOKS = {
  opacity: "1",
  "stroke-width": "1px",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "paint-order": "normal",
  "text-anchor": "start",
  "font-weight": "400",
  "font-size": "",
};
const FOR_TEXT = ["text-anchor", "font-weight", "font-size"];
const NUMBER = "([\\d.eE+-]+)";
const SRGB = new RegExp(`^color\\(srgb ${NUMBER} ${NUMBER} ${NUMBER}(?: / ${NUMBER})?\\)$`);
const RGB = new RegExp(`^rgba?\\(${NUMBER}, ${NUMBER}, ${NUMBER}(?:, ${NUMBER})?\\)$`);

export class PictureStyles {
  constructor(palette) {
    this.palette = palette;
  }

  colour(css) {
    return `rgb(${this.palette.rgb(css).join(", ")})`;
  }

  // A computed colour as {paint, alpha}: editors of SVG files know rgb() alone.
  resolved(css) {
    if (css === "none") return { paint: "none", alpha: 0 };
    const srgb = css.match(SRGB);
    const parts = srgb ?? css.match(RGB);
    if (!parts) return { paint: this.colour(css), alpha: 1 };
    const channels = parts.slice(1, 4).map((v) => Math.round(Number(v) * (srgb ? 255 : 1)));
    return { paint: `rgb(${channels.join(", ")})`, alpha: parts[4] === undefined ? 1 : Number(parts[4]) };
  }

  // What cannot be seen (areas that only catch the pointer, hidden hints) is left out.
  copy(node, parent) {
    const style = getComputedStyle(node);
    const defines = node.closest("defs");
    if (!defines && (style.display === "none" || style.visibility === "hidden" || style.opacity === "0")) return;
    if (node.matches(".hint, .shift, .snap-grid, .ring, .halo, .lasso, .sounding, title, desc")) return;
    const shape = !node.children.length && !defines;
    const paints = shape ? this.paints(style) : {};
    if (shape && !["g", "image"].includes(node.tagName) && !("fill" in paints) && !("stroke" in paints)) return;
    const name = node.tagName === "svg" ? "g" : node.tagName;
    const twin = svg(name, { ...geometry(node), ...(shape ? paints : {}), ...looks(style, node) }, parent);
    if (node.tagName === "text") twin.textContent = node.textContent;
    else for (const child of node.children) this.copy(child, twin);
  }

  // Fill and stroke as they come out; without those that leave no trace, except that "no fill" has to be written.
  paints(style) {
    const found = {};
    for (const name of PAINTS) {
      const { paint, alpha } = this.resolved(style.getPropertyValue(name));
      const strength = alpha * Number(style.getPropertyValue(`${name}-opacity`));
      if (strength === 0 || (name === "stroke" && style.strokeWidth === "0px")) continue;
      found[name] = paint;
      if (strength < 1) found[`${name}-opacity`] = +strength.toFixed(3);
    }
    return "stroke" in found ? { fill: "none", ...found } : found;
  }
}

function geometry(node) {
  const names = GEOMETRY.filter((name) => node.hasAttribute(name) && node.tagName !== "svg");
  return Object.fromEntries(names.map((name) => [name, node.getAttribute(name)]));
}

function looks(style, node) {
  const text = node.tagName === "text";
  const group = Boolean(node.children.length);
  const names = Object.keys(LOOKS).filter((name) => (text || !FOR_TEXT.includes(name)) && (!group || name === "opacity"));
  const written = names.map((name) => [name, style.getPropertyValue(name)]);
  return Object.fromEntries(written.filter(([name, value]) => value && value !== LOOKS[name]));
}
