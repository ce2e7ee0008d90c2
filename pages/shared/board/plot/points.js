// The drawn context points of one plot: editable and focusable on the stage, plain copies elsewhere.
import { attrs, svg } from "../dom/elements.js";
import { outlineOf } from "./shapes.js";

const CROWD = 40; // points, of which the dots would hide the band
const RIM = 2.5; // pixels: paper about the dark outline of a point that has a colour, so that it is seen on every ground
const REST = 150; // ms: a screen reader would read out every name that a moving point goes through

export class PointLayer {
  // `editable` is null where the points cannot be edited, else it has points(), describe(point) and errorOf(point).
  constructor(group, radius, editable) {
    Object.assign(this, { group, radius, editable });
    this.nodes = new Map();
    this.selected = new Set();
  }

  // One of them is called `name`; `withheld` are the numbers of those that no model is given; `fixed` ones cannot be
  // moved; `kinds` have shapes.
  paint(points, frame, moved, { name, withheld, fixed, kinds }) {
    Object.assign(this, { pointName: name, withheld, kinds });
    const kind = fixed ? "measurement" : "movable";
    const seen = new Set();
    const radius = points.length > CROWD ? this.radius * 0.65 : this.radius;
    points.forEach((point, i) => {
      seen.add(point.id);
      const node = this.nodes.get(point.id) ?? this.create(point.id, this.nodes.get(points[i + 1]?.id));
      this.place(node, point, frame, moved);
      node.g.classList.toggle("withheld", withheld.includes(i));
      if (this.editable) attrs(node.g, { "aria-roledescription": kind });
      attrs(node.dot, { r: radius });
      attrs(node.rim, { r: radius + RIM });
      this.shape(node, kinds[i], radius);
    });
    for (const [id, node] of this.nodes) {
      if (seen.has(id)) continue;
      node.g.remove();
      this.nodes.delete(id);
    }
    if (this.editable) this.name(points);
  }

  // Points whose value has a colour; the others are drawn in ink.
  colour(points, colours) {
    points.forEach(({ id }, i) => {
      const { g } = this.nodes.get(id);
      g.classList.toggle("valued", i in colours);
      if (i in colours) g.style.setProperty("--value", colours[i]);
    });
  }

  // In place of the dot, where the points are of several kinds.
  shape(node, kind, radius) {
    node.g.classList.toggle("shaped", Boolean(kind));
    if (!kind) return;
    node.shape ??= svg("path", { class: "shape" }, node.g);
    attrs(node.shape, { d: outlineOf(kind, radius), transform: `translate(${node.at.join(" ")})` });
  }

  // In front of the next point's node: Tab goes through the points in their order, also after an undo.
  create(id, next) {
    const g = svg("g", { class: "point", "data-id": id });
    this.group.insertBefore(g, next?.g ?? null);
    const node = { g, circles: [], bar: this.editable && svg("line", { class: "error-bar" }, g) };
    const circle = (attributes) => node.circles.push(svg("circle", attributes, g));
    if (this.editable) {
      attrs(g, { tabindex: 0, role: "button" });
      circle({ class: "hit", r: 17 });
      circle({ class: "halo", r: 13 });
      circle({ class: "ring", r: 10 });
    }
    const role = this.editable ? "context" : "context-copy";
    circle({ class: "rim" });
    node.rim = node.circles.at(-1);
    circle({ class: "dot", "data-role": role });
    node.dot = node.circles.at(-1);
    this.nodes.set(id, node);
    return node;
  }

  place(node, point, frame, moved) {
    const cx = frame.sx(point.x + moved).toFixed(1);
    const cy = frame.sy(point.y).toFixed(1);
    const error = this.editable?.errorOf(point) ?? 0;
    const state = `${cx} ${cy} ${point.x} ${point.y} ${error}`;
    if (state === node.state) return;
    node.state = state;
    node.at = [cx, cy];
    for (const circle of node.circles) attrs(circle, { cx, cy });
    if (node.bar) {
      attrs(node.bar, { x1: cx, x2: cx, y1: frame.sy(point.y - error).toFixed(1), y2: frame.sy(point.y + error).toFixed(1) });
      node.bar.toggleAttribute("hidden", !error);
    }
    node.g.classList.toggle("outside", !frame.holds(+cx, +cy));
    const { x, y } = point.drawn ?? point; // what a link holds, also where y is measured
    if (this.editable) attrs(node.dot, { "data-x": x, "data-y": y });
  }

  // A new point has its name at once, the others when they rest.
  name(points) {
    clearTimeout(this.naming);
    const write = (wanted) => {
      points.forEach((point, i) => {
        const node = this.nodes.get(point.id);
        if (node && wanted(node)) attrs(node.g, { "aria-label": this.nameOf(point, i, points.length) });
      });
    };
    write((node) => !node.g.hasAttribute("aria-label"));
    this.naming = setTimeout(() => write(() => true), REST);
  }

  nameOf(point, i, count) {
    const selected = this.selected.has(point.id) ? ", selected" : "";
    const withheld = this.withheld.includes(i) ? ", hidden from the models" : "";
    const kind = this.kinds[i] ? `, ${this.kinds[i]}` : "";
    return `${this.pointName} ${i + 1} of ${count}, ${this.editable.describe(point)}${kind}${withheld}${selected}`;
  }

  select(ids) {
    this.selected = ids;
    for (const [id, node] of this.nodes) node.g.classList.toggle("selected", ids.has(id));
    this.name(this.editable.points());
  }

  highlight(id) {
    for (const [key, node] of this.nodes) node.g.classList.toggle("lit", key === id);
  }

  node(id) {
    return this.nodes.get(id)?.g;
  }
}
