// Pointer and keys in a heat map: reading a cell, highlighting its point, and painting cells where the mask is editable.
import { attrs } from "../dom/elements.js";
import { clamp, fmt, nameOf } from "../dom/numbers.js";
import { cellAt } from "./heatmap_frame.js";
import { AtRest } from "../dom/at_rest.js";

const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class HeatMapInput {
  constructor(heat, { changes, units, tooltip, points, highlight, announce }) {
    Object.assign(this, { heat, changes, units, tooltip, points, highlight, announce, cell: null, stroke: null });
    this.naming = new AtRest((title) => this.name(title));
    const on = (name, handler) => heat.svg.addEventListener(name, handler);
    on("pointermove", (event) => this.move(event));
    on("pointerleave", () => !this.stroke && this.leave());
    on("pointerdown", (event) => this.down(event));
    on("pointerup", () => this.up());
    on("pointercancel", () => this.up());
    on("focus", () => heat.svg.matches(":focus-visible") && this.point(this.cell ?? [0, 0], true));
    on("blur", () => this.leave());
    on("keydown", (event) => this.key(event));
  }

  get mark() {
    return this.heat.mark;
  }

  refresh(title) {
    const { heat } = this;
    this.naming.later(title);
    if (this.resized() && this.cell && !this.focused && !this.stroke) this.leave(); // another cell is under the pointer now
    if (this.cell) this.point(this.cell, this.focused);
    else heat.cursor.style.display = "none";
  }

  resized() {
    const { frame } = this.heat;
    const size = String([frame.left, frame.top, frame.right, frame.bottom]);
    const other = this.size !== undefined && this.size !== size;
    this.size = size;
    return other;
  }

  // The name of the whole map for screen readers: its size, where its largest weight is, and how to read the rest.
  name(title) {
    const { mark, heat } = this;
    const { rows, columns } = heat.frame;
    const what = `${title}: ${rows} rows (${mark.row_title || "row"}) by ${columns} columns (${mark.column_title}).`;
    const most = largest(mark);
    const top = most ? ` Largest: ${this.describe(...most)}.` : "";
    const how = mark.edit ? "Arrow keys move, Space switches a cell." : "Arrow keys read the cells.";
    const role = { role: "application", "aria-roledescription": "heat map" };
    attrs(heat.svg, { ...role, "aria-label": `${what}${top} ${how}` });
  }

  at(event) {
    const { svg, frame } = this.heat;
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.clientWidth || 1; // presenter mode magnifies the board
    const cell = cellAt(frame, (event.clientX - box.left) / scale, (event.clientY - box.top) / scale);
    return cell?.[1] === this.mark.gap ? null : cell;
  }

  move(event) {
    const cell = this.at(event);
    if (!cell) return this.leave();
    if (this.stroke) this.paint(cell);
    if (String(cell) !== String(this.cell) || this.focused) this.point(cell, false);
  }

  // Show one cell: outline, tip, and the point whose column it is.
  point([r, c], focused) {
    const { frame, cursor } = this.heat;
    if (!frame.rows || !frame.columns) return this.leave();
    const row = clamp(r, 0, frame.rows - 1);
    const column = clamp(c, 0, frame.columns - 1);
    this.cell = [row, column];
    this.focused = focused;
    const [x, y] = [frame.across[column], frame.down[row]];
    const [width, height] = [frame.across[column + 1] - x, frame.down[row + 1] - y];
    cursor.style.display = "";
    attrs(cursor, { x, y, width: Math.max(2, width - 1), height: Math.max(2, height - 1) });
    const text = this.describe(row, column);
    this.tooltip.show(this.heat.svg, x + width / 2, this.mark.edit ? frame.top : y, text); // over no cell that may be clicked
    if (focused) this.announce(text);
    this.highlight(this.points()[this.mark.keys[column] ?? -1]?.id ?? null);
  }

  describe(row, column) {
    const { mark } = this;
    const at = mark.columns_at ? `x ${this.units.x.text(mark.columns_at[column])}` : nameOf(mark.column_labels, mark.column_title, column);
    const hidden = mark.mask && !mark.mask[row][column];
    return `${nameOf(mark.row_labels, mark.row_title, row)}, ${at}: ${hidden ? "forbidden, 0" : fmt(mark.values[row][column], 3)}`;
  }

  leave() {
    if (!this.cell) return;
    this.cell = null;
    this.focused = false;
    this.heat.cursor.style.display = "none";
    this.tooltip.hide();
    this.highlight(null);
  }

  down(event) {
    const cell = this.at(event);
    if (!this.switches(cell) || event.button !== 0) return;
    // On a touch screen a finger that slides scrolls the page; a tap switches one cell.
    if (event.pointerType !== "touch") this.heat.svg.setPointerCapture(event.pointerId);
    this.changes.begin();
    this.stroke = { adds: !this.has(cell), seen: new Set() };
    this.paint(cell);
    if (event.pointerType === "touch") this.up();
  }

  up() {
    if (!this.stroke) return;
    this.stroke = null;
    this.changes.end();
  }

  // Whether this cell is one that a person may switch: the first `fixed` columns are not.
  switches(cell) {
    return Boolean(this.mark.edit && cell && cell[1] >= this.mark.fixed);
  }

  list() {
    return this.changes.value(this.mark.edit) ?? [];
  }

  has(cell) {
    return this.list().some((c) => String(c) === String(this.counted(cell)));
  }

  // The cell as the control counts it: in the whole matrix, of which the first rows may be missing here, without the
  // fixed columns.
  counted([row, column]) {
    return [row + this.mark.first_row, column - this.mark.fixed];
  }

  // One stroke adds cells or takes them away, by what it did to its first cell.
  paint(cell) {
    const { adds, seen } = this.stroke;
    if (!this.switches(cell) || seen.has(String(cell))) return;
    seen.add(String(cell));
    const chosen = this.counted(cell);
    const rest = this.list().filter((c) => String(c) !== String(chosen));
    this.changes.set(this.mark.edit, adds ? [...rest, chosen] : rest);
  }

  key(event) {
    const move = MOVES[event.key];
    if (move) {
      event.preventDefault();
      const [r, c] = this.cell ?? [0, 0];
      const over = c + move[1] === this.mark.gap ? 2 : 1; // a gap is no cell
      this.point(this.cell ? [r + move[0], c + over * move[1]] : [0, 0], true);
    } else if ((event.key === " " || event.key === "Enter") && this.mark.edit) {
      event.preventDefault();
      if (!this.switches(this.cell ?? [0, 0])) return;
      this.changes.begin();
      this.stroke = { adds: !this.has(this.cell ?? [0, 0]), seen: new Set() };
      this.paint(this.cell ?? [0, 0]);
      this.up();
    } else if (event.key === "Escape") this.leave();
  }

  destroy() {
    this.naming.destroy();
  }
}

// The cell [row, column] of largest magnitude, among those that may be attended.
function largest({ values, mask }) {
  let found = null;
  let most = -1;
  values.forEach((row, r) => row.forEach((value, c) => {
    if (Math.abs(value) <= most || (mask && !mask[r][c])) return;
    most = Math.abs(value);
    found = [r, c];
  }));
  return found;
}
