// One framed picture: heading, one or more bodies (plot, heat maps, bars, tables) and a legend.
import { Bars } from "./bars.js";
import { attrs, html, setText } from "../dom/elements.js";
import { short } from "../dom/numbers.js";
import { HeatMap } from "./heatmap.js";
import { entries, Legend, sketchEntries } from "./legend.js";
import { modelColour } from "../plot/palette.js";
import { hullOf } from "../marks/field.js";
import { isPlotted } from "../marks/painters.js";
import { Plot } from "../plot/plot.js";
import { Table } from "../plot/table.js";

const HIGHEST = 560; // pixels, of a drawing that is higher than wide

export class PanelView {
  // `services` are what its bodies need, each its own part of them; `stageHeight(width)` is the height of the stage.
  constructor(panel, area, services, stageHeight) {
    Object.assign(this, { area, services, stageHeight });
    this.root = html("section", { class: `panel ${area}`, role: "group", "data-panel": panel.id });
    this.head = html("header", {}, this.root);
    this.title = html("h2", {}, this.head);
    this.note = html("p", { class: "note" }, this.head);
    this.body = html("div", { class: "body" }, this.root);
    this.legend = new Legend(this.root);
    if (area === "stage") this.plot = new Plot(this.body, area, services);
    this.heats = [];
    this.bars = [];
    this.tables = [];
  }

  paint(panel, width) {
    this.panel = panel;
    this.width = width;
    setText(this.title, panel.title);
    setText(this.note, panel.note);
    this.note.hidden = !panel.note;
    attrs(this.root, { style: `--c:${modelColour(panel.model)}`, "aria-label": panel.title });
    this.root.classList.toggle("of-model", Boolean(panel.model));
    this.root.classList.toggle("without-points", !panel.points);
    this.root.classList.toggle("waiting", Boolean(panel.stale));
    if (panel.model) attrs(this.root, { "data-model": panel.model });
    if (!width) return;
    this.paintPlot(panel, width);
    this.paintAll(this.heats, panel.marks.filter((m) => m.kind === "heatmap"), HeatMap);
    this.paintAll(this.bars, panel.marks.filter((m) => m.kind === "bars"), Bars);
    this.paintAll(this.tables, panel.marks.filter((m) => m.kind === "table"), Table);
    this.paintVacant(panel, width);
    if (this.area !== "multiple") this.legend.show(this.entries(), this.fieldScales());
  }

  paintPlot(panel, width) {
    const needed = panel.points || panel.marks.some(isPlotted);
    if (!needed && !this.plot) return;
    this.plot ??= new Plot(this.body, this.area, this.services);
    this.plot.paint(panel, width, this.height(width));
    const { svg } = this.plot;
    if (this.area !== "stage") attrs(svg, { "aria-label": `${panel.title}. ${panel.note}` });
  }

  // While there is nothing to plot, why: where a story shows the panel, in the room that the plot will have.
  paintVacant(panel, width) {
    const vacant = !panel.marks.length && !panel.points;
    if (!vacant && !this.vacant) return;
    this.vacant ??= html("p", { class: "vacant" }, this.body);
    this.words ??= html("span", {}, this.vacant); // one box, so that terms in it do not break its lines
    this.vacant.hidden = !vacant;
    setText(this.words, panel.note);
    if (vacant) attrs(this.vacant, { style: `height:${this.height(width)}px` });
  }

  height(width) {
    if (this.area === "stage" || this.area === "large") return this.stageHeight(width);
    if (this.area === "strip") return 150;
    if (this.area === "multiple") return Math.round(Math.min(220, Math.max(150, width * 0.72)));
    const { drawing, x, y } = this.panel;
    const [share, most] = drawing ? [(y[1] - y[0]) / (x[1] - x[0]), HIGHEST] : [0.6, 260];
    return this.services.sideHeight() ?? Math.round(Math.min(most, Math.max(190, width * share)));
  }

  paintAll(views, marks, Kind) {
    while (views.length < marks.length) views.push(new Kind(this.body, this.area, this.services));
    for (const gone of views.splice(marks.length)) {
      gone.destroy();
      gone.root.remove();
    }
    marks.forEach((mark, i) => views[i].paint(mark, this.panel, this.width));
  }

  entries() {
    const items = entries(this.panel, this.area === "stage");
    const sketch = this.area === "stage" && this.services.sketched();
    if (sketch) items.push(...sketchEntries(sketch));
    return this.area === "stage" || items.length > 1 || items.some((i) => i.glyph !== "band") ? items : [];
  }

  // Of all colours: a heat map has its scale beside it, which a picture file has not.
  scales() {
    return [...this.fieldScales(), ...this.heats.flatMap((heat) => heat.scales())];
  }

  // Of the picture under the marks.
  fieldScales() {
    const field = this.panel.marks.find((mark) => mark.kind === "field" && mark.label);
    if (!field) return [];
    const { units, palette } = this.services;
    const written = (value) => (field.quantity ? units.number({ kind: field.quantity, value, digits: 2 }) : short(+value.toPrecision(2)));
    const [low, high] = field.span.map(written);
    const label = field.quantity && units.z.named ? `${field.label}, ${units.z.label}` : field.label;
    const stops = palette.stops(modelColour(field.model), field.diverging);
    return [{ low, high, stops, label, hatched: hullOf(field, units)?.outside }];
  }

  movePoints() {
    this.plot?.paintPoints();
  }

  highlight(index, id) {
    this.plot?.highlight(index, id);
    for (const part of [...this.heats, ...this.bars]) part.highlight(index);
  }

  destroy() {
    for (const part of [...this.heats, ...this.bars, ...this.tables]) part.destroy();
  }
}
