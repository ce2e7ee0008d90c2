// Where the parts of a story stand: everything fits the window, and the stage takes what the others leave.
import { html } from "../dom/elements.js";
import { hideSurroundings, restoreSurroundings } from "../presenter/surroundings.js";
import { Letters } from "../presenter/letters.js";

const LOWEST = 220; // of the stage
const GAP = 8; // below a picture beside the stage
const NARROW = 760; // pixels of width: below, one column
const HIGH = 780; // of height: from here on two pictures fit one above the other
const LOW = 600; // of a window's height, as in the style sheet
const READABLE = 160; // of a picture's
const DIAGRAM = 280; // of one with boxes and their names
const LINE = 22; // pixels of a legend's line
const TIGHT = ["tight", "tighter"]; // classes of a card that has less room than it needs
const FEW = 5; // rows of cells that fingers press in half of its height
const BOTH = 440; // of a phone's height, for the stage and a picture
const CELLS = 480; // and where that has cells
const WIDE = 1100; // from here on three, for steps that need room for their pictures

export class StorySize {
  // `changed()` follows another height of the stage or of the pictures beside it.
  constructor(root, { card, layout, changed }) {
    Object.assign(this, { root, card, layout, changed, on: false });
    this.letters = new Letters(root, { card, heads: (zoom) => this.heads(zoom) });
    this.tabs = html("div", { class: "story-tabs", role: "group", "aria-label": "What is on show" });
    this.buttons = [["stage", "Plot"], ["pictures", "More plots"]].map(([name, text]) => {
      const button = html("button", { type: "button", "data-picture": name, text }, this.tabs);
      button.addEventListener("click", () => this.show(name));
      return button;
    });
    layout.left.prepend(this.tabs);
    const touched = (event) => event.composedPath().some((node) => node === layout.left || node === card.root || node === card.pictures);
    for (const type of ["pointerdown", "keydown"]) root.addEventListener(type, (event) => touched(event) && this.hold(), true);
    this.sizes = new ResizeObserver(() => this.measureSoon());
    this.watched = [];
    this.onResize = () => {
      this.release();
      this.measureSoon();
    };
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
    this.release();
    this.on = false;
    this.layout.grid.insertBefore(this.layout.places.lens, this.layout.spill);
    this.stageHeight = this.sideHeight = null;
    restoreSurroundings();
    this.changed();
  }

  // From a person's first touch of a step on, the plot keeps its size, so that the next touch hits what it aims at.
  hold() {
    if (!this.on || this.held) return;
    this.measure();
    const { root, card } = this;
    this.held = true;
    const zoom = Number(root.style.zoom) || 1;
    root.style.setProperty("--card", `${Math.ceil(card.root.getBoundingClientRect().height / zoom)}px`);
  }

  // Another step begins with its plot: what is to be done is done there. `later`: its pictures come with its outcome;
  // `finished`: how it was laid out when that came (`finishedLayout`).
  beginStep({ later, finished }) {
    Object.assign(this, { later, finished });
    this.release();
    this.show("stage");
  }

  // The height of the card above which the step's picture stands, 0 where tabs part them; undefined where no window of
  // that kind has been open. A step that is opened again looks like that, though its card says more or less than then.
  finishedLayout() {
    const { root } = this;
    if (!root.classList.contains("narrow") || innerHeight / (Number(root.style.zoom) || 1) < HIGH) return undefined;
    this.finished ??= root.classList.contains("stacked") ? parseFloat(root.style.getPropertyValue("--card")) : 0;
    return this.finished;
  }

  // Another step, or another window: the parts share the room anew.
  release() {
    this.held = false;
    this.buttons[1].classList.remove("new");
    this.root.classList.remove(...TIGHT);
    this.root.style.removeProperty("--card");
  }

  // What a card that keeps its height has no room for: the text, read by now, then what was guessed; beyond that it is scrolled.
  fitCard() {
    const { root, card } = this;
    const over = () => card.root.scrollHeight - card.root.clientHeight > 1;
    const limited = Boolean(root.style.getPropertyValue("--card"));
    // What gave way stays away while numbers change in a drag, so that the verdict stays where it is.
    const words = [card.verdict.root.hidden, card.verdict.rest.hidden, card.root.dataset.done].join();
    if (words !== this.words || !this.held) root.classList.remove(...TIGHT);
    this.words = words;
    if (!limited || !root.classList.contains("narrow")) return;
    for (const name of TIGHT) if (over()) root.classList.add(name);
    if (over()) card.root.scrollTop += Math.max(0, card.verdict.root.getBoundingClientRect().bottom - card.root.getBoundingClientRect().bottom);
  }

  // On a phone, below the legend, for what a shift adds to it.
  reserveLine(zoom) {
    const { root, layout } = this;
    if (this.held) return;
    const list = layout.stage.root.querySelector(":scope > .legend");
    const { hides = "", later = "" } = root.dataset;
    const shifts = !hides.split(" ").includes("shift") || later.split(" ").includes("shift");
    const wanted = root.classList.contains("narrow") && shifts && list?.lastChild;
    const high = wanted ? (list.lastChild.getBoundingClientRect().bottom - list.getBoundingClientRect().top) / zoom : 0;
    if (list) list.style.minHeight = high ? `${Math.ceil(high) + LINE}px` : "";
  }

  // On a phone the stage and the pictures take turns.
  show(name) {
    if (this.root.dataset.picture === name) return;
    this.root.dataset.picture = name;
    if (name === "pictures") this.buttons[1].classList.remove("new");
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
    const parts = [...boxes, ...card.root.children, ...layout.left.children, ...this.pictures.flatMap(words)];
    if (sameNodes(parts, this.watched)) return;
    this.sizes.disconnect();
    for (const node of parts) this.sizes.observe(node); // each is reported once as it begins
    this.watched = parts;
  }

  // On a phone, too, what a hand moves and what one watches are there at once: a picture with a ring that is dragged, and
  // the one picture of a step where something is done, if the card leaves room for both.
  stacks(tall) {
    const { root, card, layout, pictures } = this;
    if (this.finished !== undefined) return this.finished > 0;
    const hides = (root.dataset.hides ?? "").split(" ");
    if (this.later || card.pictures.hidden || hides.includes("stage")) return false; // no one has seen how high they are
    if (pictures.some((one) => one.querySelector(".place"))) return true;
    if (pictures.some(drawn)) return false; // a diagram, or pictures with their names, need the height
    if (pictures.some((one) => Number(one.querySelector(".heat.editable")?.dataset.rows) > FEW)) return false; // and so do fingers
    if (layout.left.querySelector(".sliders:not([hidden])")) return false; // and so does a slider
    if (pictures.length !== 1 || layout.stage.panel?.lattice || layout.stage.panel?.equal) return false; // nor has a plane its width
    const others = [root.querySelector(".lesson-bar"), card.root, card.nav];
    const needed = pictures[0].querySelector(".heat") ? CELLS : BOTH;
    return tall(root) - others.reduce((sum, node) => sum + tall(node), 0) > needed;
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
    const stacked = this.held ? root.classList.contains("stacked") : narrow && innerHeight / zoom >= HIGH && this.stacks(tall);
    root.classList.toggle("stacked", stacked);
    if (!this.held && stacked && this.finished) root.style.setProperty("--card", `${this.finished}px`);
    this.tabs.hidden = !narrow || card.pictures.hidden || stacked;
    const later = (root.dataset.hides ?? "").split(" ").includes("pictures"); // after the guess
    // What a guess has just brought stands behind the other tab.
    const hidden = root.dataset.picture === "stage" && this.buttons[1].disabled;
    if (hidden && !later && this.held) this.buttons[1].classList.add("new");
    this.buttons[1].disabled = later;
    if (this.tabs.hidden || !root.dataset.picture) this.show("stage");
    this.press(later ? "stage" : root.dataset.picture); // what was chosen comes back
    this.letters.fit(this.held);
    this.fitCard();
    this.reserveLine(zoom);
    const free = Math.max(LOWEST, Math.floor(tall(layout.left) - this.aroundStage(zoom)));
    const stage = this.held ? this.stageHeight : free;
    // In a low window the card is scrolled: the room beside the stage is as high as the pictures, not the other way round.
    const low = !narrow && innerHeight / zoom <= LOW;
    const readable = this.pictures.some((one) => one.querySelector(".box")) ? DIAGRAM : READABLE;
    const side = low ? readable : Math.max(80, this.heightBeside(zoom));
    if (near(stage, this.stageHeight) && near(side, this.sideHeight)) return;
    Object.assign(this, { stageHeight: stage, sideHeight: side });
    this.changed();
  }

  // Of each picture beside the stage, without its heading and its legend.
  heightBeside(zoom) {
    const { paddingTop, paddingBottom } = getComputedStyle(this.card.pictures);
    const padding = (parseFloat(paddingTop) || 0) + (parseFloat(paddingBottom) || 0);
    const room = this.card.pictures.getBoundingClientRect().height / zoom - padding;
    const heads = this.heads(zoom);
    if (this.root.classList.contains("stacked")) return Math.floor(room - Math.max(0, ...heads)); // side by side
    return Math.floor((room - heads.reduce((sum, each) => sum + each, 0)) / Math.max(1, heads.length));
  }

  // Of each picture beside the stage, all but what is drawn.
  heads(zoom) {
    return this.pictures.map((panel) => words(panel).reduce((sum, node) => sum + node.getBoundingClientRect().height / zoom, GAP));
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

// Without axes.
const drawn = (panel) => panel.querySelector(".box") || (panel.querySelector("svg.plot") && !panel.querySelector("svg.plot .tick"));

// Heading and legend of a picture.
const words = (panel) => [...panel.children].filter((node) => !node.classList.contains("body"));

const sameNodes = (a, b) => a.length === b.length && a.every((node, i) => node === b[i]);

const near = (a, b) => b !== null && b !== undefined && Math.abs(a - b) < 2;
