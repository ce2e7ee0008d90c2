// The whole scene on screen: which panels exist, in which area, and how wide they are.
import { attrs, html } from "./dom.js";
import { entries, Legend } from "./legend.js";
import { PanelView } from "./panel.js";

const AREAS = ["stage", "strip", "lens", "multiple"];
const NARROWEST = 190; // of a small multiple, in pixels

export class View {
  constructor(root, board) {
    this.board = board;
    this.grid = html("div", { class: "grid" }, root);
    const names = ["left", "under", "lenses", "multiples"];
    const [left, ledger, lens, multiples] = names.map((name) => html("div", { class: name }, this.grid));
    const strips = html("div", { class: "strips" });
    this.places = { stage: left, strip: strips, lens, multiple: html("div", { class: "multiples-grid" }, multiples) };
    Object.assign(this, { left, ledger, multiples, strips });
    this.legend = new Legend(multiples);
    this.views = new Map();
    this.sizes = new ResizeObserver((changes) => this.resized(changes));
    this.stage = this.make("stage", { id: "stage" }, "stage");
    left.append(strips);
    this.sizes.observe(multiples);
  }

  paint(scene) {
    this.scene = scene;
    const seen = new Set();
    scene.panels.forEach((panel, i) => {
      const area = i === 0 ? "stage" : AREAS.includes(panel.area) && panel.area !== "stage" ? panel.area : "lens";
      const key = i === 0 ? "stage" : panel.id;
      seen.add(key);
      let view = this.views.get(key);
      if (view && view.area !== area) view = this.drop(key);
      view ??= this.make(key, panel, area);
      attrs(view.root, { "data-panel": panel.id });
      // What the answers left as it was is on screen already.
      if (view.panel !== panel) view.paint(panel, view.width ?? 0);
    });
    for (const key of [...this.views.keys()]) if (!seen.has(key)) this.drop(key);
    this.arrange();
  }

  // Other colours: every panel is to be painted again.
  forget() {
    for (const view of this.views.values()) view.panel = null;
  }

  make(key, panel, area) {
    const view = new PanelView(panel, area, this.board);
    this.places[area].append(view.root);
    this.views.set(key, view);
    view.body.view = view;
    this.sizes.observe(view.body);
    return view;
  }

  drop(key) {
    const view = this.views.get(key);
    this.sizes.unobserve(view.body);
    view.root.remove();
    this.views.delete(key);
  }

  // Which areas are in use, and one legend for all small multiples.
  arrange() {
    const areas = new Set([...this.views.values()].map((v) => v.area));
    this.grid.classList.toggle("with-lens", areas.has("lens"));
    this.places.lens.hidden = !areas.has("lens");
    this.multiples.hidden = !areas.has("multiple");
    const small = [...this.views.values()].filter((v) => v.area === "multiple" && v.panel);
    this.count = small.length;
    if (!small.length) return;
    this.legend.show(shared(small.flatMap((view) => entries(view.panel, false))));
    this.columns();
  }

  // As many columns as fit, evened out so that no picture is left alone in the last row.
  columns() {
    const width = this.multiplesWidth ?? 0;
    const most = Math.max(width < 400 ? 2 : 1, Math.floor(width / NARROWEST));
    const rows = Math.ceil(this.count / most);
    attrs(this.places.multiple, { style: `--columns:${Math.max(1, Math.ceil(this.count / rows))}` });
  }

  // The only place where sizes are read.
  resized(changes) {
    for (const { target, contentRect } of changes) {
      const width = Math.round(contentRect.width);
      if (target === this.multiples) this.multiplesWidth = width;
      else if (width && target.view.width !== width) {
        target.view.width = width;
        if (target.view.panel) target.view.paint(target.view.panel, width);
      }
    }
    if (this.count) this.columns();
  }

  movePoints() {
    for (const view of this.views.values()) view.movePoints();
  }

  light(index, id) {
    for (const view of this.views.values()) view.light(index, id);
  }

  end() {
    this.sizes.disconnect();
  }
}

// The bands are named by their panels' titles. What has another colour in each panel is shown once, in none of them.
function shared(items) {
  const found = new Map();
  for (const item of items.filter((i) => i.glyph !== "band")) {
    const key = `${item.glyph} ${item.text}`;
    const known = found.get(key);
    found.set(key, known && known.colour !== item.colour ? { ...item, colour: "var(--ink)" } : item);
  }
  return [...found.values()];
}
