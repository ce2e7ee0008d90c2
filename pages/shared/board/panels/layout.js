// The whole scene on screen: which panels exist, in which area, and how wide they are.
import { attrs, html, inOrder } from "../dom/elements.js";
import { scrollerOf } from "../dom/scroller.js";
import { Enlarged } from "./enlarged.js";
import { Group } from "../lab/groups.js";
import { entries, Legend, shared } from "./legend.js";
import { PanelView } from "./panel.js";

const AREAS = ["stage", "strip", "lens", "multiple"];
const NARROWEST = 190; // of a small multiple, in pixels
const TWO_COLUMNS = 840; // as in the style sheet

const LOWEST = 230; // of the stage, in pixels
const LEGEND = 46; // pixels below the stage
const SLACK = 48; // pixels that a move between the columns has to win
const MOST_ON_A_SLIDE = 4;

export class Layout {
  // `services` go to the panels' bodies; `stageHeights()` is {presented, wanted} in pixels, presented null outside the
  // presenter mode and stories; `sideHeight()` is that of a picture beside the stage, null for its own; `sketched()`
  // is the guess that is drawn over the stage, if any, `onStageResize()` follows another width of it.
  constructor(root, services, { stageHeights, sideHeight, sketched, onStageResize }) {
    Object.assign(this, { root, services: { ...services, sideHeight, sketched }, stageHeights, onStageResize });
    this.grid = html("div", { class: "grid" }, root);
    const names = ["left", "under", "lenses", "spill", "multiples"];
    const [left, readings, lens, spill, multiples] = names.map((name) => html("div", { class: name }, this.grid));
    const strips = html("div", { class: "strips" });
    this.places = { stage: left, strip: strips, lens, multiple: null };
    Object.assign(this, { left, readings, spill, multiples, strips, width: 0 });
    for (const [area, name, title] of [[lens, "inside", "Inside the model"], [readings, "numbers", "Numbers"], [multiples, "models", "Model by model"]]) {
      new Group(area, name, title);
    }
    this.places.multiple = html("div", { class: "multiples-grid" }, multiples);
    this.legend = new Legend(multiples);
    this.views = new Map();
    this.leftOut = new Set(); // ids of panels that slides leave out
    this.enlarged = new Enlarged(root, this.forEnlarged());
    this.sizes = new ResizeObserver((changes) => this.resized(changes));
    this.stage = this.make("stage", { id: "stage" }, "stage");
    left.append(strips);
    this.sizes.observe(this.grid);
  }

  forEnlarged() {
    return {
      makePanel: (panel, area) => this.watched(new PanelView(panel, area, this.services, (width) => this.stageHeight(width))),
      dropPanel: (view) => this.remove(view),
      panel: (id) => this.views.get(id),
      arrange: () => this.arrange(),
    };
  }

  // Whether the first panel is another one than is on screen.
  paintStage({ panels: [panel] }) {
    if (!panel || this.stage.panel === panel) return false;
    attrs(this.stage.root, { "data-panel": panel.id });
    this.stage.paint(panel, this.stage.width ?? 0);
    return true;
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
      // What the response left as it was is on screen already.
      if (view.panel !== panel) view.paint(panel, view.width ?? 0);
    });
    for (const key of this.views.keys()) if (!seen.has(key)) this.drop(key);
    // As the scene has them: what another model's scene adds does not go behind what stayed.
    this.views = new Map([...seen].map((key) => [key, this.views.get(key)]));
    for (const area of ["strip", "multiple"]) inOrder(this.places[area], this.rootsOf(area));
    this.arrange();
  }

  // Other colours: every panel is to be painted again.
  forget() {
    for (const view of this.views.values()) view.panel = null;
    this.enlarged.forget();
  }

  make(key, panel, area) {
    const view = new PanelView(panel, area, this.services, (width) => this.stageHeight(width));
    this.places[area].append(view.root);
    this.views.set(key, view);
    if (area === "multiple") this.enlarged.offer(view);
    return this.watched(view);
  }

  watched(view) {
    view.body.view = view;
    this.sizes.observe(view.body);
    return view;
  }

  drop(key) {
    this.remove(this.views.get(key));
    this.views.delete(key);
  }

  remove(view) {
    this.sizes.unobserve(view.body);
    view.destroy();
    view.root.remove();
  }

  rootsOf(area) {
    return [...this.views.values()].filter((view) => view.area === area).map((view) => view.root);
  }

  has(area) {
    return [...this.views.values()].some((view) => view.area === area);
  }

  // The stage and the strips below it, in their order.
  plotted() {
    return [...this.views.values()].filter(({ area, plot, panel }) => panel && plot?.frame && (area === "stage" || area === "strip"));
  }

  // All panels that are seen, the stage first; of the small ones no more than fit beside it.
  onShow() {
    const seen = [...this.views.values()].filter(({ panel, body }) => panel && body.checkVisibility({ visibilityProperty: true }) && body.querySelector("svg, canvas"));
    return seen.filter(({ area }, i) => area === "stage" || i < MOST_ON_A_SLIDE);
  }

  // Those of them that a slide shows: at least one.
  onSlide() {
    const views = this.onShow();
    const chosen = views.filter(({ panel }) => !this.leftOut.has(panel.id));
    return chosen.length ? chosen : views;
  }

  // While presenting, what the screen leaves. Else as the page requires, but more where there is width for it, less
  // where the window is low, and never so flat that slopes cannot be read.
  stageHeight(width) {
    const { presented, wanted } = this.stageHeights();
    if (presented !== null) return presented;
    const height = Math.min(Math.max(wanted, width * 0.5), width * 0.8, this.room * 0.52, 560, this.below);
    return Math.round(Math.max(LOWEST, height));
  }

  // A panel that a text speaks of.
  pointAt(id, on) {
    for (const view of this.views.values()) view.root.classList.toggle("pointed", on && view.panel?.id === id);
  }

  // The pictures beside the stage, with another height.
  repaintSides() {
    for (const view of this.views.values()) if (view.area === "lens" && view.panel && view.width) view.paint(view.panel, view.width);
  }

  // With another height; false when there is nothing on it yet.
  repaintStage() {
    const { stage } = this;
    if (!stage.panel || !stage.width) return false;
    stage.paint(stage.panel, stage.width);
    return true;
  }

  // Which areas are in use, and one legend for all small multiples.
  arrange() {
    const views = [...this.views.values()];
    const areas = new Set(views.map((v) => v.area));
    const small = views.filter((v) => v.area === "multiple" && v.panel);
    const large = this.enlarged.follow(small.map((v) => v.panel), this.places.lens);
    this.grid.classList.toggle("with-lens", areas.has("lens") || large);
    this.grid.classList.toggle("with-large", large);
    this.places.lens.hidden = !areas.has("lens") && !large;
    this.multiples.hidden = !small.length;
    this.count = small.length;
    if (!small.length) return;
    for (const view of small) this.enlarged.name(view);
    this.legend.show(shared(small.flatMap((view) => entries(view.panel, false))));
    this.columns();
  }

  // As many columns as fit, evened out so that no picture is left alone in the last row.
  columns() {
    const most = Math.max(this.width < 400 ? 2 : 1, Math.floor(this.width / NARROWEST));
    const rows = Math.ceil(this.count / most);
    attrs(this.places.multiple, { style: `--columns:${Math.max(1, Math.ceil(this.count / rows))}` });
  }

  // The only place where sizes are read, but for `even`.
  resized(changes) {
    this.room = innerHeight;
    const { top } = this.stage.body.getBoundingClientRect();
    // Of a wide window, below the stage's heading as the page opens; a phone is scrolled anyway.
    this.below = this.width < TWO_COLUMNS ? Infinity : innerHeight - top - (scrollerOf(this.grid)?.scrollTop ?? 0) - LEGEND;
    for (const { target, contentRect } of changes) {
      const width = Math.round(contentRect.width);
      if (target === this.grid) this.width = width;
      else if (width && target.view.width !== width) {
        target.view.width = width;
        if (target.view.panel) target.view.paint(target.view.panel, width);
        if (target.view === this.stage) this.onStageResize();
      }
    }
    if (this.count) this.columns();
    this.even();
  }

  // Where the readings and the last side panels stand, so that neither column leaves a hole. Decided when the parts
  // change, not when their heights do: nothing jumps while somebody draws. With hidden parts there is nothing to even out.
  even() {
    if (!this.scene || !this.stage.width) return;
    const sidePanels = [...this.views.values()].filter((v) => v.area === "lens");
    const { presents, hide } = this.root.dataset;
    const whole = presents === undefined && !hide && this.root.dataset.mode !== "story";
    const parts = [whole, this.width, this.scene.readings.length, this.enlarged.id, ...this.views.keys()].join();
    if (parts === this.parts || !sidePanels.every((v) => v.width || !whole)) return;
    this.parts = parts;
    this.grid.classList.remove("readings-beside");
    inOrder(this.places.lens, sidePanels.map((v) => v.root));
    if (!whole || this.width < TWO_COLUMNS || !sidePanels.length) return;
    const high = (node) => node.getBoundingClientRect().height;
    const large = this.enlarged.large ? [this.enlarged.large.root] : [];
    const heights = [...large, ...sidePanels.map((v) => v.root)].map(high);
    const { beside, spill } = balance(high(this.left), high(this.readings), heights);
    this.grid.classList.toggle("readings-beside", beside);
    if (spill) this.spill.append(...sidePanels.slice(-spill).map((v) => v.root));
  }

  redrawView() {
    for (const view of this.every()) view.plot?.redrawView();
  }

  movePoints() {
    for (const view of this.every()) view.movePoints();
  }

  highlight(index, id) {
    for (const view of this.every()) view.highlight(index, id);
  }

  every() {
    return [...this.views.values(), this.enlarged.large].filter(Boolean);
  }

  destroy() {
    this.sizes.disconnect();
    for (const view of this.every()) view.destroy();
  }
}

// Two columns of about the same height.
// `left`: height of the stage's column without the readings, `readings`: of the readings, `sidePanels`: of each panel
// beside the stage. Returns whether the readings go below the side panels, and how many of the last side panels go below
// the readings.
export function balance(left, readings, sidePanels) {
  let right = sidePanels.reduce((sum, height) => sum + height, 0);
  let all = left + readings;
  if (Math.max(left, right + readings) < Math.max(all, right) - SLACK) return { beside: true, spill: 0 };
  let spill = 0;
  while (spill < sidePanels.length - 1) {
    const height = sidePanels[sidePanels.length - 1 - spill];
    if (Math.max(all + height, right - height) > Math.max(all, right) - SLACK) break;
    all += height;
    right -= height;
    spill++;
  }
  return { beside: false, spill };
}
