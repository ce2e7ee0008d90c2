// The buttons for selecting, snapping and the view: what the keys and the wheel do, where everyone finds it.
const ZOOM = 1.5;
const ICONS = {
  lasso: "M11 4c4.4 0 7.5 1.9 7.5 4.7S15.4 13.5 11 13.5 3.5 11.5 3.5 8.7 6.6 4 11 4M7 13c-1.6.8-1.4 2.4 0 2.7s1.6 1.6.6 2.8",
  snap: "M4 7.5h14M4 14.5h14M7.5 4v14M14.5 4v14",
  out: "M9.5 4a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13.6 13.6l4.4 4.4M7.2 9.5h4.6",
  fit: "M4 8V4h4M14 4h4v4M18 14v4h-4M8 18H4v-4M7.5 11h7M9 9.2 7.2 11 9 12.8M13 9.2l1.8 1.8-1.8 1.8",
  in: "M9.5 4a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13.6 13.6l4.4 4.4M7.2 9.5h4.6M9.5 7.2v4.6",
};

export class ViewButtons {
  constructor(board) {
    this.board = board;
    const { stage, toolbar, viewport } = board;
    const add = (group, name, label, title, icon, act) => toolbar.add({ group, name, label, title, icon, act });
    const lasso = "Select by drawing around points (Shift and drag)";
    this.lasso = add("select", "lasso", "Select", lasso, ICONS.lasso, () => stage.lasso(!stage.lassoing));
    const snap = "Snap to the grid (hold Alt)";
    this.snap = add("select", "snap", "Snap", snap, ICONS.snap, () => this.pressed(this.snap, stage.snapping.latch()));
    add("view", "zoom-out", "", "Zoom out (\u2212)", ICONS.out, () => viewport.zoom(ZOOM));
    this.fit = add("view", "fit", "Fit", "Show all points (0: where this page starts)", ICONS.fit, () => this.showAll());
    add("view", "zoom-in", "", "Zoom in (+)", ICONS.in, () => viewport.zoom(1 / ZOOM));
    for (const button of [this.lasso, this.snap]) this.pressed(button, false);
  }

  pressed(button, on) {
    button.setAttribute("aria-pressed", on);
  }

  showAll() {
    const { viewport, stage } = this.board;
    const xs = this.board.points().map((p) => p.x + stage.moved);
    viewport.fit(xs);
    const [low, high] = viewport.x;
    const all = xs.every((x) => x >= low && x <= high);
    this.board.say(all ? "All points in view." : "The points lie too far apart for one view.");
  }
}
