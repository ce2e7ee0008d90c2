// Editing on the stage by keyboard: a cursor that adds points, points that move, a view that is zoomed.
import { attrs, svg } from "../dom/elements.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP = 0.01; // of the view
const LARGER = 5;
const CURSOR = 2; // the cursor's steps are so much longer than a point's
const ZOOM = 1.25;
const HELP =
  "Drawing board. The arrow keys move a cursor, Enter or N adds a point there. Tab reaches the points: " +
  "arrow keys move one, with Shift further, Space selects it, Delete removes it. Control A selects all points, " +
  "Escape none. Plus and minus zoom, 0 goes back. Control Z undoes.";

export class KeyboardInput {
  constructor(editor, { changes, interval, points, announce }) {
    Object.assign(this, { editor, changes, interval, points, announce, cursor: null, pending: "" });
    const { surface, plot } = editor;
    attrs(surface, { tabindex: 0, role: "application", "aria-roledescription": "drawing board", "aria-label": HELP });
    this.cross = svg("path", { class: "cross" }, plot.layers.handles);
    surface.addEventListener("keydown", (event) => this.key(event));
    surface.addEventListener("keyup", () => this.speak());
    surface.addEventListener("focusout", (event) => surface.contains(event.relatedTarget) || this.leave());
  }

  key(event) {
    if (event.altKey || event.defaultPrevented || !this.editor.frame) return;
    const act = event.ctrlKey || event.metaKey ? this.withControl(event) : this.plain(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  withControl(event) {
    return event.key.toLowerCase() === "a" ? () => this.editor.selection.all() : null;
  }

  plain(event) {
    const { interval } = this;
    if (event.key === "+" || event.key === "=") return () => interval.zoom(1 / ZOOM);
    if (event.key === "-" || event.key === "_") return () => interval.zoom(ZOOM);
    if (event.key === "0") return () => interval.reset();
    const point = this.editor.pointAt(event);
    if (point) return this.onPoint(event, point);
    return event.target === this.editor.surface || event.key === "Escape" ? this.onGround(event) : null;
  }

  onPoint(event, point) {
    const { selection, surface } = this.editor;
    const { key } = event;
    if (key in MOVES) return () => this.nudge(point, MOVES[key], event);
    if (key === "Delete" || key === "Backspace") return () => this.editor.remove(selection.group(point.id));
    if (key === " " || key === "Enter") return () => selection.toggle(point.id);
    if (key.toLowerCase() === "n") return () => this.add(this.stepped([point.x, point.y], [1, 0], LARGER));
    if (key === "Escape") return () => selection.clear() || surface.focus({ preventScroll: true });
    return null;
  }

  // With a selection the keys act on it.
  onGround(event) {
    if (!this.editor.draws) return null;
    const { selection } = this.editor;
    const { key } = event;
    const [first] = selection.ids;
    const leader = this.points().find((p) => p.id === first);
    if (key in MOVES) return leader ? () => this.nudge(leader, MOVES[key], event) : () => this.steer(MOVES[key], event);
    if (leader && (key === "Delete" || key === "Backspace")) return () => this.editor.remove([...selection.ids]);
    if (key === "Escape") return this.escape();
    if (key.toLowerCase() !== "n" && key !== "Enter" && key !== " ") return null;
    return () => {
      this.add(this.cursor ?? this.middle());
      this.show();
    };
  }

  escape() {
    const { editor } = this;
    if (editor.busy) return () => editor.pointer.drop();
    if (editor.selection.size) return () => editor.selection.clear();
    return editor.lassoing ? () => editor.lasso(false) : null;
  }

  add(place) {
    this.changes.edit(() => this.editor.add(place));
  }

  // So many steps further: of the view, or from line to line of the grid.
  stepped([x, y], [dx, dy], steps) {
    const { frame, snapping } = this.editor;
    const [across, up] = [frame.x, frame.y].map(([low, high]) => STEP * (high - low));
    const rows = snapping.rows().length;
    if (rows) return snapping.place([x + dx * steps * (snapping.columns() || across), y + (dy * (frame.y[1] - frame.y[0])) / rows]);
    if (!snapping.on) return [x + dx * steps * across, y + dy * steps * up];
    const grid = snapping.steps();
    return snapping.place([x + dx * grid.x, y + dy * grid.y]);
  }

  // A key held down is one step of undo.
  nudge(leader, move, event) {
    const { editor, changes, interval } = this;
    const group = editor.start(editor.selection.group(leader.id));
    const goal = this.stepped([leader.x, leader.y], move, event.shiftKey ? LARGER : 1);
    const change = () => {
      interval.reveal(goal[0] + editor.moved);
      editor.moveGroup(group, leader.id, goal);
    };
    if (event.repeat) change();
    else changes.edit(change);
    const now = this.points().find((p) => p.id === leader.id);
    this.pending = group.length > 1 ? `${group.length} points, this one at ${editor.units.describe(now)}` : editor.units.describe(now);
  }

  steer(move, event) {
    const { editor, interval } = this;
    const to = this.stepped(this.cursor ?? this.middle(), move, (event.shiftKey ? LARGER : 1) * CURSOR);
    interval.reveal(to[0] + editor.moved);
    this.cursor = editor.kept(...to);
    this.show();
    this.pending = `Cursor ${editor.units.describe({ x: this.cursor[0], y: this.cursor[1] })}`;
  }

  // Once, when the key comes up.
  speak() {
    if (this.pending) this.announce(this.pending);
    this.pending = "";
  }

  middle() {
    const { x, y } = this.editor.frame;
    return [(x[0] + x[1]) / 2 - this.editor.moved, (y[0] + y[1]) / 2];
  }

  show() {
    this.cursor ??= this.middle();
    this.cross.classList.add("on");
    this.place();
  }

  place() {
    if (!this.cursor || !this.cross.classList.contains("on")) return;
    const { frame, moved } = this.editor;
    const [px, py] = [frame.sx(this.cursor[0] + moved), frame.sy(this.cursor[1])];
    attrs(this.cross, { d: `M${px} ${frame.top}V${frame.bottom}M${frame.left} ${py}H${frame.right}` });
  }

  hide() {
    this.cross.classList.remove("on");
  }

  leave() {
    this.hide();
    this.speak();
  }
}
