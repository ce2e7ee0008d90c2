// "Numbers": what the pictures on show are drawn from, in tables. Made when it is opened, so a drag costs nothing.
import { html } from "../dom/elements.js";
import { fmt } from "../dom/numbers.js";
import { latticeOf, placedOn, pointName } from "../plot/frame.js";
import { tablesOf } from "./mark_tables.js";

const WIDE = 12; // columns that a window has room for
export const NUMBERS_ICON = "M4 5h14v12H4zM4 9h14M4 13h14M9 5v12M14 5v12";

export class Numbers {
  // `panels()` are those on show, `hidden()` names what of them is not; `units` writes the numbers of the axes.
  constructor(root, { panels, hidden, points, units }) {
    Object.assign(this, { panels, hidden, points, units });
    this.dialog = html("dialog", { class: "sheet numbers", "aria-label": "Numbers" }, root);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    this.dialog.textContent = "";
    const body = html("div", { class: "sheet-body numbers-body" }, this.dialog);
    const close = html("button", { type: "button", class: "sheet-close", "aria-label": "Close", text: "\u00d7" }, body);
    close.addEventListener("click", () => this.dialog.close());
    for (const panel of this.panels()) this.section(body, panel);
    this.dialog.showModal();
  }

  section(body, panel) {
    const points = panel.points ? placedOn(panel, this.points()).map(({ x, y }) => ({ x: x + (panel.moved ?? 0), y })) : [];
    const tables = tablesOf(panel, this.writer(panel), points, this.hidden());
    const section = html("section", { class: "sheet-wide", "data-numbers": panel.id }, body);
    html("h2", { text: panel.title || "Plot" }, section);
    if (!tables.length) html("p", { text: panel.note || "Nothing is on show yet." }, section);
    for (const table of tables) this.table(section, table);
  }

  // Rows with names stand in place of the numbers of y.
  writer(panel) {
    const [x, y] = [panel.x_title, panel.y_title].map((title) => this.units.axis(title));
    const { rows } = latticeOf(panel);
    const [low, high] = panel.y;
    const row = (value) => rows[Math.floor(((value - low) / (high - low)) * rows.length)] ?? y.text(value);
    const value = ({ quantity }, number) => (quantity ? this.units.number({ kind: quantity, value: number, digits: 2 }) : fmt(number, 2));
    return { value, x: (value) => x.text(value), y: rows.length ? row : (value) => y.text(value), xTitle: x.label, yTitle: y.label, rows, point: pointName(panel) };
  }

  table(parent, { caption, head, rows }) {
    const name = `numbers-scroll${head.length > WIDE ? " walked" : ""}`;
    const table = html("table", {}, html("div", { class: name, tabindex: 0, role: "group", "aria-label": caption || "Table" }, parent));
    if (caption) html("caption", { text: caption }, table);
    const first = html("tr", {}, html("thead", {}, table));
    for (const text of head) html("th", { scope: "col", text }, first);
    const lines = html("tbody", {}, table);
    for (const row of rows) {
      const line = html("tr", {}, lines);
      row.forEach((text, i) => html(i ? "td" : "th", i ? { text } : { scope: "row", text }, line));
    }
  }
}
