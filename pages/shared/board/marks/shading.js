// A column of probabilities: a cell for each of the panel's rows, the darker the larger.
import { attrs, svg } from "../dom/elements.js";
import { modelColour } from "../plot/palette.js";

const LEAST = 0.004; // of the whole colour: less cannot be seen

export class ShadingPainter {
  constructor(mark, layers) {
    this.group = svg("g", { class: "shading", style: `--c:${modelColour(mark.model)}`, "data-model": mark.model }, layers.bands);
    this.nodes = [this.group];
  }

  paint({ ends, values, full }, { frame }) {
    const { group } = this;
    while (group.children.length < values.length) svg("rect", { "data-role": "shading" }, group);
    while (group.children.length > values.length) group.lastChild.remove();
    const [left, right] = ends.map((x) => frame.sx(x));
    const tall = (frame.bottom - frame.top) / values.length;
    values.forEach((value, i) => {
      const share = value / full;
      // As in heat maps: small values differ visibly from none.
      const opacity = share < LEAST ? 0 : (share ** 0.7).toFixed(3);
      const box = { x: left.toFixed(1), y: (frame.bottom - (i + 1) * tall).toFixed(1), width: (right - left).toFixed(1), height: tall.toFixed(1) };
      attrs(group.children[i], { ...box, "fill-opacity": opacity, "data-value": value });
    });
  }
}
