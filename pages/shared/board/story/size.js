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
const TOOLS = 44; // and of the buttons beside it
const TIGHT = "tight"; // class of a card that has less room than it needs
const KEYED = ["keyed", "lean"]; // classes of a board whose legends have room where stage and picture are there together
const FEW = 5; // rows of cells that fingers press in half of its height
const BOTH = 440; // of a phone's height, for the stage and a picture
const CELLS = 480; // and where that has cells
const SPARE = 12; // of which a legend may take so much
const WIDE = 1100; // from here on three, for steps that need room for their pictures; below, these stand under the stage
const SHARED = 700; // if the window is so high

export class StorySize {
  // `changed()` follows another height of the stage or of the pictures beside it.
  constructor(root, { card, layout, changed }) {
    Object.assign(this, { root, card, layout, changed, on: false });
    this.letters = new Letters(root, { card, heads: (zoom) => this.heads(zoom), least: () => this.least });
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
    // It stands above the plot, which would move if it lost a line; for one that it gains, the picture below gives way.
    if (root.classList.contains("keyed") && this.legend) this.legend.style.minHeight = `${this.legend.getBoundingClientRect().height / zoom}px`;
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
    this.root.classList.remove(TIGHT);
    this.legend?.style.removeProperty("min-height");
    this.root.style.removeProperty("--card");
  }

  // A card that keeps its height is scrolled: no text goes that may still be read. What has just come is in view.
  fitCard() {
    const { root, card } = this;
    const over = () => card.root.scrollHeight - card.root.clientHeight > 1;
    const limited = Boolean(root.style.getPropertyValue("--card"));
    // What came once is not scrolled to again while numbers change in a drag, nor while somebody reads.
    const { verdict, hints } = card;
    const words = [verdict.root.hidden, verdict.rest.hidden, card.root.dataset.done, hints.textContent].join();
    const other = words !== this.words;
    if (other || !this.held) root.classList.remove(TIGHT);
    this.words = words;
    if (!limited || !root.classList.contains("narrow") || (!over() && !root.classList.contains(TIGHT))) return;
    root.classList.add(TIGHT);
    if (!other) return;
    card.root.scrollTop = 0;
    const lowest = Math.max(...[verdict.root, hints].map((node) => node.getBoundingClientRect().bottom));
    card.root.scrollTop = hints.hidden ? card.root.scrollHeight : lowest - card.root.getBoundingClientRect().bottom;
  }

  // On a phone, below the legend, for what a shift adds to it.
  reserveLine(zoom) {
    const { root, legend: list } = this;
    if (this.held || !list) return;
    list.style.minHeight = "";
    const { hides = "", later = "" } = root.dataset;
    const shifts = !hides.split(" ").includes("shift") || later.split(" ").includes("shift");
    if (!root.classList.contains("narrow") || !shifts || !list.getClientRects().length) return;
    list.style.minHeight = `${Math.ceil(list.getBoundingClientRect().height / zoom) + LINE}px`;
  }

  // On a phone the stage and the pictures take turns.
  show(name) {
    if (this.root.dataset.picture === name) return;
    this.root.dataset.picture = name;
    if (name === "pictures") this.buttons[1].classList.remove("new");
    this.press(name);
    this.measureSoon();
  }

  // To the pictures, where they take turns with the stage.
  turn() {
    if (!this.tabs.hidden) this.show("pictures");
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
    return this.roomForBoth(tall) > this.neededForBoth;
  }

  roomForBoth(tall) {
    const others = [this.root.querySelector(".lesson-bar"), this.card.root, this.card.nav];
    return tall(this.root) - others.reduce((sum, node) => sum + tall(node), 0);
  }

  get neededForBoth() {
    return this.pictures.some((one) => one.querySelector(".heat")) ? CELLS : BOTH;
  }

  // Where stage and picture are there together, their legends are, too, if there is room: the stage's first line beside
  // its buttons. Else they are lean, without what titles and other steps say; or there is none.
  fitLegends(stacked, tall, zoom) {
    if (this.held) return;
    const { classList } = this.root;
    classList.remove(...KEYED);
    for (const name of stacked ? KEYED : []) {
      classList.add(name); // to be measured
      this.reserveLine(zoom);
      if (this.roomForBoth(tall) + SPARE >= this.neededForBoth + this.heightOfLegends(tall)) return;
    }
    classList.remove(...KEYED);
  }

  // What they add: those of pictures below their titles, the stage's as far as it is no longer beside its buttons.
  heightOfLegends(tall) {
    const { root, legend, pictures } = this;
    const heading = tall(legend.parentNode.querySelector("h2"));
    const lead = Math.max(0, Math.ceil(heading + tall(legend)) - TOOLS);
    root.style.setProperty("--lead", `${lead}px`);
    const below = pictures.map((one) => [...one.querySelectorAll(".legend")].reduce((sum, list) => sum + tall(list), 0));
    return lead + Math.max(0, ...below);
  }

  // The one of the stage.
  get legend() {
    return this.layout.stage.root.querySelector(":scope > .legend");
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
    this.unlimit();
    root.classList.toggle("below", !narrow && innerWidth / zoom < WIDE && innerHeight / zoom >= SHARED && this.fillsBelow);
    const stacked = this.held ? root.classList.contains("stacked") : narrow && innerHeight / zoom >= HIGH && this.stacks(tall);
    root.classList.toggle("stacked", stacked);
    if (!this.held && stacked && this.finished) root.style.setProperty("--card", `${this.finished}px`);
    this.fitLegends(stacked, tall, zoom);
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
    if (narrow && !stacked) this.limitCard(tall, zoom);
    if (this.held && root.classList.contains("keyed")) this.heightOfLegends(tall);
    const free = Math.max(LOWEST, Math.floor(tall(layout.left) - this.aroundStage(zoom)));
    // Where a legend needs another line, that of a phone gives way once: the card would cover a slider below it.
    const covered = narrow && free < this.stageHeight && !near(free, this.stageHeight);
    const stage = this.held && !covered ? this.stageHeight : free;
    // In a low window the card is scrolled: the room beside the stage is as high as the pictures, not the other way round.
    const low = !narrow && innerHeight / zoom <= LOW;
    const readable = this.pictures.some((one) => one.querySelector(".box")) ? DIAGRAM : READABLE;
    const side = low ? readable : Math.max(80, this.heightBeside(zoom));
    if (near(stage, this.stageHeight) && near(side, this.sideHeight)) return;
    Object.assign(this, { stageHeight: stage, sideHeight: side });
    this.changed();
  }

  // On a phone whose window has changed, or where a finished step is opened: with its verdict the card may leave the stage
  // less than it needs. Then the card gives way, as it does where it keeps its height.
  limitCard(tall, zoom) {
    const { root, card, layout } = this;
    const below = (root.scrollHeight - root.clientHeight) / zoom;
    const short = layout.left.getClientRects().length ? Math.max(below, LOWEST + this.aroundStage(zoom) - tall(layout.left)) : 0;
    if (this.held || short <= 0) return;
    this.limited = true;
    root.style.setProperty("--card", `${Math.floor(tall(card.root) - short)}px`);
    this.fitCard();
  }

  unlimit() {
    if (this.held || !this.limited) return;
    this.limited = false;
    this.root.style.removeProperty("--card");
  }

  // Of each picture beside the stage, without its heading and its legend.
  heightBeside(zoom) {
    const { paddingTop, paddingBottom } = getComputedStyle(this.card.pictures);
    const padding = (parseFloat(paddingTop) || 0) + (parseFloat(paddingBottom) || 0);
    const room = this.card.pictures.getBoundingClientRect().height / zoom - padding;
    const heads = this.heads(zoom);
    if (this.inRow) return Math.floor(room - Math.max(0, ...heads));
    return Math.floor((room - heads.reduce((sum, each) => sum + each, 0)) / Math.max(1, heads.length));
  }

  // Whether the pictures stand side by side.
  get inRow() {
    return this.root.matches(".stacked, .below");
  }

  // Whether a step that needs room for its pictures has some on show, and its stage above them.
  get fillsBelow() {
    return this.root.matches('.beside:not([data-hides~="stage"])') && !this.card.pictures.hidden;
  }

  // Of each picture beside the stage, all but what is drawn.
  heads(zoom) {
    return this.pictures.map((panel) => words(panel).reduce((sum, node) => sum + node.getBoundingClientRect().height / zoom, GAP));
  }

  // And what of it must be there for it to be whole: a table has all its rows.
  get least() {
    return this.pictures.map((panel) => Number(panel.querySelector(".table")?.dataset.least ?? 0));
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
