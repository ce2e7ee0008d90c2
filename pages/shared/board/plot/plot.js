// One plot: axes, marks and points in an SVG. Its nodes persist from one response to the next.
import { Axes } from "./axes.js";
import { attrs, svg } from "../dom/elements.js";
import { HandlePainter } from "../marks/draggable_marks.js";
import { columnOf, Frame, latticeOf, LogFrame, measuredOf, placedOn, pointName, rowOf, withheldOf } from "./frame.js";
import { coloursOfPoints } from "../marks/field.js";
import { FOLLOWING, isPlotted, painterOf } from "../marks/painters.js";
import { PointLayer } from "./points.js";
import { kindsOf } from "./shapes.js";

const CLIPPED = ["pictures", "bands", "lines", "threads", "dots", "copies"];
// In the order of painting, and of Tab: points first, then what else can be moved. Points lie above the lines and targets
// that take the pointer, so these have their place for the keys, and what lies outside the frame, in the last layer.
const LAYERS = ["under", "pictures", "snap", "bands", "lines", "threads", "dots", "rails", "over", "targets", "copies", "points", "handles"];

const WORDS = 100; // pixels that the words at a handle take
const AIR = 0.04; // above and below points that lie outside the usual interval of y, as a share of what is shown

let clips = 0;

export class Plot {
  // `points()` are the drawn ones; marks that can be dragged go through `changes`.
  constructor(host, area, { changes, interval, units, points, palette, tooltip }) {
    Object.assign(this, { area, changes, interval, units, points, palette, tooltip });
    this.svg = svg("svg", { class: "plot", role: "group" }, host);
    this.layers = { svg: this.svg };
    const id = `board-clip-${++clips}`;
    this.clip = svg("rect", {}, svg("clipPath", { id }, svg("defs", {}, this.svg)));
    for (const name of LAYERS) {
      this.layers[name] = svg("g", { class: name }, this.svg);
      if (CLIPPED.includes(name)) this.layers[name].setAttribute("clip-path", `url(#${id})`);
    }
    this.axes = new Axes(this.layers.under, this.layers.over);
    const editable = area === "stage" ? { points, describe: (point) => this.describe(point), errorOf: (point) => units.errorOf(point) } : null;
    this.pointLayer = new PointLayer(this.layers.points, { stage: 6, multiple: 3 }[area] ?? 4, editable);
    this.marks = [];
  }

  // `panel` is the wire form of a Panel; `points` what is drawn now.
  paint(panel, width, height) {
    Object.assign(this, { panel, width, height });
    const x = this.interval.of(panel, this.area);
    const box = new (panel.log_y ? LogFrame : Frame)(width, height, panel.drawing ? "drawing" : this.area, x, this.reaching(panel));
    const frame = !panel.equal ? box : panel.drawing ? box.even() : box.equal();
    if (!frame.same(this.frame)) this.resize(frame);
    this.axes.draw(this.frame, panel, this.units);
    this.paintMarks(panel.marks.filter(isPlotted));
    this.paintPoints();
  }

  // The interval of y: the panel's own, and where drawn points lie above or below it, so far that they are seen.
  reaching({ y: [low, high], lattice, points, drawing }) {
    const values = points && !lattice && !drawing ? this.placed().map(({ y }) => y) : [];
    const [least, most] = [Math.min(low, ...values), Math.max(high, ...values)];
    const air = AIR * (most - least);
    return [least < low ? least - air : low, most > high ? most + air : high];
  }

  // The view has moved: the same marks in the new frame, until the response comes.
  redrawView() {
    if (this.panel && String(this.frame.x) !== String(this.interval.of(this.panel, this.area))) {
      this.paint(this.panel, this.width, this.height);
    }
  }

  resize(frame) {
    this.frame = frame;
    const size = { width: frame.width, height: frame.height };
    attrs(this.svg, { viewBox: `0 0 ${frame.width} ${frame.height}`, ...size, "data-view": frame.x });
    const box = { x: frame.left, y: frame.top, width: frame.right - frame.left, height: frame.bottom - frame.top };
    attrs(this.clip, box);
  }

  paintMarks(marks) {
    const counts = {};
    marks.forEach((mark, i) => {
      const key = [mark.kind, mark.role, mark.model, mark.edit].join();
      const group = `${mark.kind} ${mark.role}`;
      const nth = (counts[group] = (counts[group] ?? -1) + 1);
      if (this.marks[i]?.key !== key) this.replace(i, key, mark, nth);
      const painter = this.marks[i].painter;
      painter.paint(mark, this.paintInputs());
      for (const node of painter.nodes) node.classList.toggle("stale", Boolean(mark.stale));
    });
    for (const gone of this.marks.splice(marks.length)) remove(gone);
    this.separateHandles();
  }

  // Of two handles that stand close together the left one has its words on its left.
  separateHandles() {
    const handles = this.marks.map(({ painter }) => painter).filter((painter) => painter instanceof HandlePainter);
    for (const one of handles) {
      one.beside = () => handles.some(({ px }) => px > one.px && px - one.px < WORDS) && one.px - this.frame.left > WORDS;
      one.side(one.beside());
    }
  }

  // A mark of another kind at the same place: later marks are made anew too, so that the drawing order stays theirs.
  replace(i, key, mark, nth) {
    for (const gone of this.marks.splice(i)) remove(gone);
    this.marks[i] = { key, painter: new (painterOf(mark))(mark, this.layers, nth, this.changes, this.tooltip) };
  }

  placed() {
    return placedOn(this.panel, this.points());
  }

  // A point in words: its row and step where these have names, else its numbers; and in one word.
  describe(point) {
    const { rows, columns } = latticeOf(this.panel);
    if (!rows.length) return this.units.describe(point);
    return `${columns ? `step ${columnOf(columns, point.x) + 1}` : `x ${this.units.x.text(point.x)}`}, ${this.label(point)}`;
  }

  label({ x, y }) {
    const { rows } = latticeOf(this.panel);
    return rows.length ? rows[rowOf(this.panel.y, rows, y)] : x.toFixed(1);
  }

  paintInputs() {
    const shown = this.panel.points ? this.placed() : [];
    const moved = shown.length ? this.panel.moved : 0;
    const { frame, palette, units, panel } = this;
    const [across, upward] = [units.axis(panel.x_title, panel.x_quantity), units.axis(panel.y_title, panel.y_quantity)];
    return { frame, palette, units, columns: latticeOf(this.panel).columns, across, upward, points: shown, moved };
  }

  // Called for every move of the pointer: points, their names and connecting lines follow at once, the rest waits for the response.
  paintPoints() {
    if (!this.frame) return;
    const shown = this.panel.points ? this.placed() : [];
    const { marks, moved } = this.panel;
    const named = { name: pointName(this.panel), withheld: withheldOf(this.panel), fixed: Boolean(measuredOf(this.panel)), kinds: kindsOf(marks) };
    this.pointLayer.paint(shown, this.frame, moved, named);
    this.pointLayer.colour(shown, coloursOfPoints(this.panel.marks, this.palette));
    for (const { painter } of this.marks) {
      if (FOLLOWING.some((kind) => painter instanceof kind) && painter.mark) painter.paint(painter.mark, this.paintInputs());
    }
  }

  highlight(index, id) {
    this.pointLayer.highlight(id);
    for (const { painter } of this.marks) painter.highlight?.(index);
  }
}

function remove(entry) {
  for (const node of entry?.painter.nodes ?? []) node.remove();
}
