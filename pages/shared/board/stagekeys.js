// Editing on the stage by keyboard: a cursor that adds points, and points that move.
import { attrs, fmt, svg } from "./dom.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const STEP = 0.01; // of the view
const HELP =
  "Drawing board. The arrow keys move a cursor, Enter or N adds a point there. Tab reaches the points: " +
  "arrow keys move one, with Shift further, Delete removes it. Control Z undoes.";

export class StageKeys {
  constructor(stage, board) {
    Object.assign(this, { stage, board, cursor: null });
    const { surface, plot } = stage;
    attrs(surface, { tabindex: 0, role: "application", "aria-roledescription": "drawing board", "aria-label": HELP });
    this.cross = svg("path", { class: "cross" }, plot.layers.handles);
    surface.addEventListener("keydown", (event) => this.key(event));
    surface.addEventListener("focusout", (event) => surface.contains(event.relatedTarget) || this.hide());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const point = this.stage.pointAt(event);
    const act = point ? this.onPoint(event, point) : this.onGround(event);
    if (!act) return;
    event.preventDefault();
    act();
  }

  onPoint(event, point) {
    const move = MOVES[event.key];
    if (move) return () => this.nudge(point, move, event);
    if (event.key === "Delete" || event.key === "Backspace") return () => this.stage.remove(point.id);
    if (event.key.toLowerCase() === "n") return () => this.add(this.stepped([point.x, point.y], [1, 0], 5 * STEP));
    return event.key === "Escape" ? () => this.stage.surface.focus({ preventScroll: true }) : null;
  }

  onGround(event) {
    const move = MOVES[event.key];
    if (move) return () => this.steer(move, event);
    if (event.key.toLowerCase() !== "n" && event.key !== "Enter" && event.key !== " ") return null;
    return () => {
      this.add(this.cursor ?? this.middle());
      this.show();
    };
  }

  add(place) {
    this.board.changes.edit(() => this.stage.add(place));
  }

  stepped([x, y], [dx, dy], step) {
    const { frame } = this.stage;
    return this.stage.kept(x + dx * step * (frame.x[1] - frame.x[0]), y + dy * step * (frame.y[1] - frame.y[0]));
  }

  // A key held down is one step of undo.
  nudge(point, move, event) {
    const { changes } = this.board;
    const change = () => {
      changes.drawing.move(point.id, ...this.stepped([point.x, point.y], move, event.shiftKey ? 5 * STEP : STEP));
      changes.changed();
    };
    if (event.repeat) change();
    else changes.edit(change);
    this.board.say(`x ${fmt(point.x)}, y ${fmt(point.y)}`);
  }

  steer(move, event) {
    this.cursor = this.stepped(this.cursor ?? this.middle(), move, event.shiftKey ? 10 * STEP : 2 * STEP);
    this.show();
    this.board.say(`Cursor x ${fmt(this.cursor[0])}, y ${fmt(this.cursor[1])}`);
  }

  middle() {
    const { x, y } = this.stage.frame;
    return [(x[0] + x[1]) / 2 - this.stage.moved, (y[0] + y[1]) / 2];
  }

  show() {
    const { frame, moved } = this.stage;
    this.cursor ??= this.middle();
    const [px, py] = [frame.sx(this.cursor[0] + moved), frame.sy(this.cursor[1])];
    this.cross.setAttribute("d", `M${px} ${frame.top}V${frame.bottom}M${frame.left} ${py}H${frame.right}`);
    this.cross.classList.add("on");
  }

  hide() {
    this.cross.classList.remove("on");
  }
}
