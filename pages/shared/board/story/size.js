// Where the parts of a story stand: everything fits the window, and the stage takes what the others leave.
import { html } from "../dom/elements.js";
import { hideSurroundings, restoreSurroundings } from "../presenter/surroundings.js";

const LOWEST = 220; // of the stage
const GAP = 8; // below a picture beside the stage
const NARROW = 760; // pixels of width: below, one column
const HIGH = 780; // of height: from here on two pictures fit one above the other
const WIDE = 1100; // from here on three, for steps that need room for their pictures

export class StorySize {
  // `changed()` follows another height of the stage or of the pictures beside it.
  constructor(root, { card, layout, changed }) {
    Object.assign(this, { root, card, layout, changed, on: false });
    this.tabs = html("div", { class: "story-tabs", role: "group", "aria-label": "What is on show" });
    this.buttons = [["stage", "Plot"], ["pictures", "More plots"]].map(([name, text]) => {
      const button = html("button", { type: "button", "data-picture": name, text }, this.tabs);
      button.addEventListener("click", () => this.show(name));
      return button;
    });
    layout.left.prepend(this.tabs);
    this.sizes = new ResizeObserver(() => this.measureSoon());
    this.watched = [];
    this.onResize = () => this.measureSoon();
    window.addEventListener("resize", this.onResize);
  }

  begin() {
    if (!this.on) this.card.pictures.append(this.layout.places.lens);
    this.on = true;
    hideSurroundings(this.root, null);
    this.watch();
    this.measureSoon();
  }

  end() {
    if (!this.on) return;
    this.on = false;
    this.layout.grid.insertBefore(this.layout.places.lens, this.layout.spill);
    this.stageHeight = this.sideHeight = null;
    restoreSurroundings();
    this.changed();
  }

  // On a phone the stage and the pictures take turns.
  show(name) {
    if (this.root.dataset.picture === name) return;
    this.root.dataset.picture = name;
    this.press(name);
    this.measureSoon();
  }

  press(name) {
    for (const button of this.buttons) button.setAttribute("aria-pressed", button.dataset.picture === name);
  }

  // The parts that share the room, also those that come with what is painted: a picture, a line of words, a legend. The
  // browser reports when one has another size; to read all sizes for every response would stall every frame of a drag.
  watch() {
    if (!this.on) return;
    const { root, card, layout } = this;
    const boxes = [root, card.root, card.pictures, layout.left, layout.places.lens];
    const parts = [...boxes, ...layout.left.children, ...this.pictures.flatMap(words)];
    if (sameNodes(parts, this.watched)) return;
    this.sizes.disconnect();
    for (const node of parts) this.sizes.observe(node); // each is reported once as it begins
    this.watched = parts;
  }

  // Whether the step's one picture has a ring that is dragged.
  get draggable() {
    const { pictures } = this;
    return pictures.length === 1 && !this.card.pictures.hidden && Boolean(pictures[0].querySelector(".place"));
  }

  get pictures() {
    return [...this.layout.places.lens.children].filter((node) => node.classList.contains("panel"));
  }

  measureSoon() {
    if (!this.on) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.on && this.measure());
  }

  measure() {
    const { root, layout, card } = this;
    const zoom = Number(root.style.zoom) || 1;
    const tall = (node) => node.getBoundingClientRect().height / zoom;
    const narrow = innerWidth / zoom < NARROW;
    root.classList.toggle("narrow", narrow);
    root.classList.toggle("wide", innerWidth / zoom >= WIDE);
    // What is dragged on a picture is seen on the stage: on a phone, too, both are there at once.
    const stacked = narrow && innerHeight / zoom >= HIGH && this.draggable && !(root.dataset.hides ?? "").split(" ").includes("stage");
    root.classList.toggle("stacked", stacked);
    this.tabs.hidden = !narrow || card.pictures.hidden || stacked;
    const later = (root.dataset.hides ?? "").split(" ").includes("pictures"); // after the guess
    this.buttons[1].disabled = later;
    if (this.tabs.hidden || !root.dataset.picture) this.show("stage");
    this.press(later ? "stage" : root.dataset.picture); // what was chosen comes back
    const stage = Math.max(LOWEST, Math.floor(tall(layout.left) - this.aroundStage(zoom)));
    const side = Math.max(80, this.heightBeside(tall));
    if (near(stage, this.stageHeight) && near(side, this.sideHeight)) return;
    Object.assign(this, { stageHeight: stage, sideHeight: side });
    this.changed();
  }

  // Of each picture beside the stage, without its heading and its legend.
  heightBeside(tall) {
    const { pictures } = this;
    const { paddingTop, paddingBottom } = getComputedStyle(this.card.pictures);
    const room = tall(this.card.pictures) - (parseFloat(paddingTop) || 0) - (parseFloat(paddingBottom) || 0);
    const around = (panel) => words(panel).reduce((sum, node) => sum + tall(node), GAP);
    return Math.floor((room - pictures.reduce((sum, panel) => sum + around(panel), 0)) / Math.max(1, pictures.length));
  }

  // Everything in the stage's column but the stage itself.
  aroundStage(zoom) {
    const { left, stage } = this.layout;
    const inFlow = (node) => node.getBoundingClientRect().height && getComputedStyle(node).position !== "absolute";
    const boxes = [...left.children].filter(inFlow).map((node) => node.getBoundingClientRect());
    if (!boxes.length) return 0;
    const all = boxes.at(-1).bottom - boxes[0].top;
    return (all - stage.plot.svg.getBoundingClientRect().height) / zoom;
  }

  destroy() {
    this.sizes.disconnect();
    window.removeEventListener("resize", this.onResize);
    cancelAnimationFrame(this.frame);
    if (this.on) restoreSurroundings();
  }
}

// Heading and legend of a picture.
const words = (panel) => [...panel.children].filter((node) => !node.classList.contains("body"));

const sameNodes = (a, b) => a.length === b.length && a.every((node, i) => node === b[i]);

const near = (a, b) => b !== null && b !== undefined && Math.abs(a - b) < 2;
