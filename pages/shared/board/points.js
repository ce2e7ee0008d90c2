// The drawn context points of one plot: editable and focusable on the stage, plain copies elsewhere.
import { attrs, fmt, svg } from "./dom.js";

export class PointLayer {
  constructor(group, editable, radius) {
    Object.assign(this, { group, editable, radius });
    this.nodes = new Map();
  }

  paint(points, frame, moved) {
    const seen = new Set();
    points.forEach((point, i) => {
      seen.add(point.id);
      const node = this.nodes.get(point.id) ?? this.create(point.id);
      this.place(node, point, frame, moved, i, points.length);
    });
    for (const [id, node] of this.nodes) {
      if (seen.has(id)) continue;
      node.g.remove();
      this.nodes.delete(id);
    }
  }

  create(id) {
    const g = svg("g", { class: "point", "data-id": id }, this.group);
    const node = { g, circles: [] };
    if (this.editable) {
      attrs(g, { tabindex: 0, role: "button", "aria-roledescription": "context point" });
      node.circles.push(svg("circle", { class: "hit", r: 17 }, g), svg("circle", { class: "halo", r: 13 }, g));
    }
    const role = this.editable ? "context" : "context-copy";
    node.dot = svg("circle", { class: "dot", "data-role": role, r: this.radius }, g);
    node.circles.push(node.dot);
    this.nodes.set(id, node);
    return node;
  }

  place(node, point, frame, moved, i, count) {
    const cx = frame.sx(point.x + moved).toFixed(1);
    const cy = frame.sy(point.y).toFixed(1);
    const state = `${cx} ${cy} ${point.x} ${point.y} ${i} ${count}`;
    if (state === node.state) return;
    node.state = state;
    for (const circle of node.circles) attrs(circle, { cx, cy });
    node.g.classList.toggle("outside", !frame.holds(+cx, +cy));
    if (!this.editable) return;
    attrs(node.dot, { "data-x": point.x, "data-y": point.y });
    node.g.setAttribute("aria-label", `Point ${i + 1} of ${count}, x ${fmt(point.x)}, y ${fmt(point.y)}`);
  }

  light(id) {
    for (const [key, node] of this.nodes) node.g.classList.toggle("lit", key === id);
  }

  node(id) {
    return this.nodes.get(id)?.g;
  }
}
