// Presenter mode: the stage fills the screen in large type, and keys control it. The board is laid out for a small
// screen and magnified as a whole, so that type, strokes and what can be grasped grow alike on any projector.
import { openPage } from "../transport/open_page.js";
import { ActionLog } from "./action_log.js";
import { KeyHelp } from "./key_help.js";
import { KeyLog } from "./key_log.js";
import { QrSheet } from "./qr_code.js";
import { restoreSurroundings, hideSurroundings } from "./surroundings.js";

const SCREEN = [900, 506]; // laid out for this many pixels
const STORY_SCREEN = [1120, 630]; // a story has its own large type
const LOWEST = 190; // of the stage
const AROUND = 34; // gaps and padding
const PARTS = {
  l: ["lens", "side panels", "M3 5h16v12H3zM12.5 5v12M15 8.5h1.5M15 11h1.5"],
  g: ["readings", "readings", "M4 6h14M4 11h14M4 16h9"],
  m: ["multiples", "small panels", "M4 4h6v6H4zM12 4h6v6h-6zM4 12h6v6H4zM12 12h6v6h-6z"],
  s: ["settings", "settings", "M3 7h7M14 7h5M3 15h3M10 15h9M12 5v4M8 13v4"],
};
const STEPS = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 };
const ARROWS = { ArrowRight: "\u2192", ArrowLeft: "\u2190", PageDown: "Page Down", PageUp: "Page Up" };
const TAKES_ARROWS = "input, [role=radio], [role=radiogroup], [role=listbox], [role=menu], [role=slider]";
const ICONS = {
  present: "M3 5h16v11H3zM8 20h6M11 16v4",
  help: "M8 8.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M11 17v.2",
  code: "M4 4h5v5H4zM13 4h5v5h-5zM4 13h5v5H4zM13 13h2v2M18 13v5h-5",
};

// Outlives the board: another page goes on with it.
const mode = { on: false, shown: new Set(), full: false, owner: null };

export class Presenter {
  // `areas` are the nodes left, readings, multiples, story, stage and plot (the stage's SVG); `commit()` hands the drawing
  // to Python, `requestLink(count)` makes Python send the link to it; `resizeStage()` follows another `height`.
  constructor({ root, story, areas, addButton, hasSidePanels, resizeStage, commit, requestLink }) {
    Object.assign(this, { root, story, areas, hasSidePanels, resizeStage, commit });
    this.log = new KeyLog(areas.stage);
    this.help = new KeyHelp(root);
    this.requests = 0;
    this.qr = new QrSheet(root, () => requestLink(++this.requests));
    this.addButtons(addButton);
    const actions = new ActionLog(root, (key, meaning) => mode.on && this.log.add(key, meaning));
    this.listeners = [
      [document, "keydown", (event) => mode.on && actions.pressed(event)],
      [document, "keydown", (event) => this.key(event)],
      [window, "resize", () => this.fit()],
      [document, "fullscreenchange", () => this.fullscreenChanged()],
    ];
    for (const [node, name, handler] of this.listeners) node.addEventListener(name, handler);
    this.sizes = new ResizeObserver(() => this.fit());
    for (const name of ["story", "left", "readings", "multiples"]) this.sizes.observe(areas[name]);
  }

  // Each does what a key does; those of the mode are shown in it alone.
  addButtons(addButton) {
    const add = (group, name, label, title, icon, act) => addButton({ group, name, label, title, icon, act });
    this.parts = Object.entries(PARTS).map(([key, [part, meaning, icon]]) => {
      const title = `${meaning[0].toUpperCase()}${meaning.slice(1)} (${key.toUpperCase()})`;
      return [part, add("parts", part, "", title, icon, () => this.show(key))];
    });
    add("parts", "code", "", "QR code with the link to this state (Q)", ICONS.code, () => this.showCode());
    add("mode", "present", "Present", "Presenter mode (P)", ICONS.present, () => this.toggle("P"));
    add("mode", "help", "Keys", "Keys and links (?)", ICONS.help, () => this.openHelp());
  }

  // Of the stage while presenting; null leaves it to the page.
  get height() {
    return mode.on ? this.stageHeight ?? LOWEST : null;
  }

  update(data) {
    this.data = data;
    this.qr.update(data.share);
    if (mode.on) this.enter();
  }

  // ---- keys ----------------------------------------------------------------------------------
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || writes(event)) return;
    const act = this.command(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  command(event) {
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (name === "?") return () => this.openHelp();
    if (this.help.open) return null;
    if (name === "p") return () => this.toggle("P");
    if (this.story.on && this.stepKey(event, name)) return () => this.step(name);
    return mode.on ? this.presenting(event, name) : null;
  }

  // What takes arrow keys itself keeps them; points and handles have claimed the event by now.
  stepKey(event, name) {
    return name in STEPS && !document.querySelector("dialog[open]") && !(name.startsWith("Arrow") && at(event, TAKES_ARROWS));
  }

  presenting(event, name) {
    if (name === "q") return () => this.showCode();
    if (this.qr.open) return null;
    if (name === "Escape") return () => this.toggle("Esc");
    if (name in PARTS) return () => this.show(name);
    if (/^[1-9]$/.test(name)) return () => this.openPage(Number(name));
    return null;
  }

  step(name) {
    this.story.step(STEPS[name]);
    if (mode.on) this.log.add(ARROWS[name], this.story.name);
  }

  show(name) {
    const [part, meaning] = PARTS[name];
    if (!this.has(part)) return;
    const shown = !mode.shown.has(part);
    if (shown) mode.shown.add(part);
    else mode.shown.delete(part);
    this.log.add(name.toUpperCase(), shown ? meaning : `${meaning} away`);
    this.enter();
    if (shown && part === "multiples") this.areas.multiples.scrollIntoView({ block: "start" });
  }

  // Not every page has side panels.
  has(part) {
    return part !== "lens" || this.hasSidePanels();
  }

  openPage(number) {
    const lesson = this.data?.story?.course[number - 1];
    if (!lesson) return;
    this.log.add(String(number), lesson.title);
    if (lesson.name !== this.data.lesson) openPage(lesson.address);
  }

  openHelp() {
    this.help.toggle(this.data?.parts);
  }

  showCode() {
    this.log.add("Q", "link");
    if (!this.qr.open) this.commit();
    this.qr.toggle();
  }

  // ---- the mode ------------------------------------------------------------------------------
  toggle(key) {
    mode.on = !mode.on;
    if (mode.on) {
      this.enter();
      this.goFull();
      this.log.add(key, "presenter");
    } else this.leave();
  }

  enter() {
    const { root, data } = this;
    mode.owner = this;
    root.dataset.presents = ["stage", ...mode.shown].join(" ");
    for (const [part, button] of this.parts) button.setAttribute("aria-pressed", mode.shown.has(part));
    const controls = mode.shown.has("settings") ? document.querySelector(`.st-key-${data.lesson}-controls`) : null;
    hideSurroundings(root, controls);
    this.log.show();
    this.fit();
  }

  leave() {
    const { root } = this;
    mode.owner = null;
    delete root.dataset.presents;
    root.style.zoom = "";
    document.documentElement.style.removeProperty("--presents-zoom");
    this.surround();
    if (mode.full) document.exitFullscreen?.().catch(() => {});
    mode.full = false;
    this.resizeStage();
  }

  // A story has the screen to itself, presented or not.
  surround() {
    if (mode.on) this.enter();
    else if (this.story.on) hideSurroundings(this.root, null);
    else restoreSurroundings();
  }

  // Requested, never needed: where the browser forbids it the mode works in the window.
  goFull() {
    document.documentElement.requestFullscreen?.().then(() => (mode.full = true), () => {});
  }

  // The browser keeps Escape for itself in fullscreen: leaving that leaves the mode too.
  fullscreenChanged() {
    if (document.fullscreenElement || !mode.full) return;
    mode.full = false;
    if (mode.on && mode.owner === this) this.toggle("Esc");
  }

  // ---- sizes ---------------------------------------------------------------------------------
  fit() {
    if (!mode.on || mode.owner !== this) return;
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.measure());
  }

  // What the steps, headings and readings leave over belongs to the stage.
  measure() {
    const { root, areas } = this;
    const [wide, high] = this.story.on ? STORY_SCREEN : SCREEN;
    const zoom = Math.max(1, Math.min(innerWidth / wide, innerHeight / high));
    root.style.zoom = zoom.toFixed(3);
    document.documentElement.style.setProperty("--presents-zoom", zoom.toFixed(3));
    const tall = (node) => node.getBoundingClientRect().height / zoom;
    const screen = Math.floor((innerHeight - root.getBoundingClientRect().top) / zoom);
    root.style.setProperty("--screen", `${screen}px`);
    if (this.story.on) return this.story.size.measureSoon();
    const room = Math.floor(screen - tall(areas.story) - AROUND);
    root.style.setProperty("--room", `${room}px`);
    const around = tall(areas.left) - tall(areas.plot) + tall(areas.readings) + tall(areas.multiples);
    const height = Math.max(LOWEST, Math.floor(room - around));
    if (Math.abs(height - (this.stageHeight ?? 0)) < 2) return;
    this.stageHeight = height;
    this.resizeStage();
  }

  destroy() {
    for (const [node, name, handler] of this.listeners) node.removeEventListener(name, handler);
    this.sizes.disconnect();
    this.log.destroy();
    cancelAnimationFrame(this.frame);
    if (mode.owner === this) restoreSurroundings();
  }
}

// Letters typed into a field are no commands.
function writes(event) {
  const [target] = event.composedPath();
  if (!(target instanceof Element)) return false;
  const types = ["range", "button", "checkbox", "radio"];
  if (target.isContentEditable || at(event, "textarea, select, [role=grid]")) return true;
  return target.matches("input") && !types.includes(target.type);
}

const at = (event, selector) => Boolean(event.composedPath()[0].closest?.(selector));
