// The buttons for adding, selecting, snapping and the view: each does what a key or the wheel does.
const ZOOM = 1.5;
const ICONS = {
  add: "M11 4v14M4 11h14",
  lasso: "M11 4c4.4 0 7.5 1.9 7.5 4.7S15.4 13.5 11 13.5 3.5 11.5 3.5 8.7 6.6 4 11 4M7 13c-1.6.8-1.4 2.4 0 2.7s1.6 1.6.6 2.8",
  snap: "M4 7.5h14M4 14.5h14M7.5 4v14M14.5 4v14",
  out: "M9.5 4a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13.6 13.6l4.4 4.4M7.2 9.5h4.6",
  fit: "M4 8V4h4M14 4h4v4M18 14v4h-4M8 18H4v-4M7.5 11h7M9 9.2 7.2 11 9 12.8M13 9.2l1.8 1.8-1.8 1.8",
  in: "M9.5 4a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11M13.6 13.6l4.4 4.4M7.2 9.5h4.6M9.5 7.2v4.6",
};

export function addViewButtons({ toolbar, editor, interval, points, announce }) {
  const add = (group, name, label, title, icon, act) => toolbar.add({ group, name, label, title, icon, act });
  add("edit", "add", "Add", "Add points, also beside others", ICONS.add, () => editor.addNear(!editor.adding));
  const lasso = "Select by drawing around points (Shift and drag)";
  add("select", "lasso", "Select", lasso, ICONS.lasso, () => editor.lasso(!editor.lassoing));
  const latch = () => toolbar.press("snap", editor.snapping.latch());
  add("select", "snap", "Snap", "Snap to the grid (hold Alt)", ICONS.snap, latch);
  const showAll = () => {
    const xs = points().map((p) => p.x + editor.moved);
    interval.fit(xs);
    const [low, high] = interval.x;
    const all = xs.every((x) => x >= low && x <= high);
    announce(all ? "All points in view." : "The points lie too far apart for one view.");
  };
  add("view", "zoom-out", "", "Zoom out (\u2212)", ICONS.out, () => interval.zoom(ZOOM));
  add("view", "fit", "Fit", "Show all points (0: where this page starts)", ICONS.fit, showAll);
  add("view", "zoom-in", "", "Zoom in (+)", ICONS.in, () => interval.zoom(1 / ZOOM));
  for (const name of ["add", "lasso", "snap"]) toolbar.press(name, false);
}
