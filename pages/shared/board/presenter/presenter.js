// Presenter mode: the stage fills the screen in large type, and keys control it. The board is laid out for a small
// screen and magnified as a whole, so that type, strokes and what can be grasped grow alike on any projector.
import { held } from "../room/held.js";
import { openPage } from "../transport/open_page.js";
import { ActionLog } from "./action_log.js";
import { Blackout } from "./blackout.js";
import { KeyHelp } from "./key_help.js";
import { LETTERS, STEPS, keyFor } from "./key_table.js";
import { PresenterKeys, guessing } from "./keys.js";
import { KeyLog } from "./key_log.js";
import { mode, modeWords, noteMode, otherScheme } from "./mode.js";
import { EARLIER, NO_SOLUTION, Notice, UNGUESSED, VOTED, VOTING, isEarlier } from "./notice.js";
import { QrSheet } from "./qr_code.js";
import { Talk } from "./talk.js";
import { restoreSurroundings, hideSurroundings } from "./surroundings.js";

const SCREEN = [900, 506]; // laid out for this many pixels
const STORY_SCREEN = [1120, 630]; // a story has its own large type
const LOWEST = 190; // of the stage
const AROUND = 34; // gaps and padding
const PARTS = {
  lens: ["side panels", "M3 5h16v12H3zM12.5 5v12M15 8.5h1.5M15 11h1.5"],
  readings: ["readings", "M4 6h14M4 11h14M4 16h9"],
  multiples: ["small panels", "M4 4h6v6H4zM12 4h6v6h-6zM4 12h6v6H4zM12 12h6v6h-6z"],
  settings: ["settings", "M3 7h7M14 7h5M3 15h3M10 15h9M12 5v4M8 13v4"],
};
const ARROWS = { ArrowRight: "\u2192", ArrowLeft: "\u2190", PageDown: "Page Down", PageUp: "Page Up" };
const HANDS = "Show of hands: A to {last} choose what most say, Enter again shows the outcome, Escape ends it.";
const WITHOUT = {
  see: () => "There is no outcome here: nothing is guessed at this step.",
  do: () => "There is no outcome here: this step is done on the stage.",
  prove: NO_SOLUTION,
};
const ENDS = "The talk ends here.";
const BEGINS = "The talk begins here.";
const ICONS = {
  present: "M3 5h16v11H3zM8 20h6M11 16v4",
  help: "M8 8.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M11 17v.2",
  code: "M4 4h5v5H4zM13 4h5v5h-5zM4 13h5v5H4zM13 13h2v2M18 13v5h-5",
  reveal: "M3 11c4-7 12-7 16 0c-4 7-12 7-16 0M11 8.5a2.5 2.5 0 1 0 .1 0",
};

// The page of a lab as a state of a talk sets it, presented as this one is.
function ofLab({ address, says }) {
  const url = new URL(`${address || "."}?${says}`, document.baseURI);
  url.searchParams.set("present", modeWords());
  return url;
}

const talk = new Talk(); // outlives the board, as the mode does

export class Presenter {
  // `areas` are the nodes left, readings, multiples, story, bar, tools, stage and plot (the stage's SVG); `linkHere` has the
  // link to what is seen; `resizeStage()` follows another `height`.
  // `repaint()` paints in other colours; `selected()` says whether points are selected; `hall()` is the lecture's room.
  constructor({ root, story, areas, addButton, hasSidePanels, resizeStage, repaint, selected, linkHere, hall }) {
    Object.assign(this, { root, story, areas, hasSidePanels, resizeStage, repaint, selected, hall });
    this.log = new KeyLog();
    this.blackout = new Blackout(root);
    this.notice = new Notice(root);
    this.help = new KeyHelp(root);
    this.qr = new QrSheet(root, linkHere);
    this.addButtons(addButton);
    const actions = new ActionLog(root, (key, meaning) => mode.on && this.log.add(key, meaning));
    this.listeners = [
      [document, "keydown", (event) => mode.on && actions.pressed(event)],
      [window, "resize", () => this.fit()],
      [document, "fullscreenchange", () => this.fullscreenChanged()],
    ];
    for (const [node, ...listener] of this.listeners) node.addEventListener(...listener);
    this.keys = new PresenterKeys(this, hall); // after the log, which reads what the stage has done with a key
    this.sizes = new ResizeObserver(() => this.fit());
    for (const name of ["story", "left", "readings", "multiples"]) this.sizes.observe(areas[name]);
  }

  // Each does what a key does; those of the mode are shown in it alone.
  addButtons(addButton) {
    const add = (group, name, label, title, icon, act) => addButton({ group, name, label, title, icon, act });
    this.parts = Object.entries(PARTS).map(([part, [meaning, icon]]) => {
      const title = `${meaning[0].toUpperCase()}${meaning.slice(1)} (${keyFor(part)})`;
      return [part, add("parts", part, "", title, icon, () => this.show(part))];
    });
    add("parts", "code", "", "QR code with the link to this state (Q)", ICONS.code, () => this.showCode());
    add("mode", "reveal", "", "The outcome, also without a guess (R)", ICONS.reveal, () => this.reveal());
    add("mode", "present", "Present", "Presenter mode (P)", ICONS.present, () => this.toggle("P"));
    add("mode", "help", "Keys", "Keys and links (?)", ICONS.help, () => this.openHelp());
  }

  // Of the stage while presenting; null leaves it to the page.
  get height() {
    return mode.on ? this.stageHeight ?? LOWEST : null;
  }

  update(data) {
    this.data = data;
    if (!mode.on) return;
    this.enter();
    const stop = talk.arrival(data.lesson);
    if (stop) this.arrive(stop);
  }

  step(name) {
    const { number } = this.story;
    this.turn(STEPS[name]);
    if (mode.on && !this.plan && this.story.number !== number) this.log.add(ARROWS[name], this.story.name);
  }

  // The next step, or in a talk its next state: what a key does, the buttons of the card do.
  turn(by) {
    if (this.plan) this.goOn(by);
    else this.story.step(by);
  }

  get gives() {
    return mode.on && talk.on && !held.othersTalk;
  }

  // Of a talk that is given here, or elsewhere with this page as its remote: whether its first state is on show; null where
  // none is.
  get plan() {
    if (this.gives) return { first: talk.begins(this.place) };
    return mode.on && this.remote ? { first: false } : null;
  }

  // Where the talk is, in its plan or beside it.
  get place() {
    return { lesson: this.story.lesson, step: this.story.on ? this.story.number : null };
  }

  get remote() {
    return Boolean(this.hall?.()?.remote);
  }

  // Whether keys lead on: in a story, and in a talk in a lab, too.
  get turns() {
    return this.story.on || Boolean(this.plan);
  }

  // `warned`: a remote has said already where no one has guessed.
  goOn(by, warned = false) {
    if (by > 0 && !warned && this.holdsBack()) return;
    if (!this.gives) return held.turn(by);
    const stop = talk.move(by, this.place);
    if (!stop) return this.notice.show(by > 0 ? ENDS : BEGINS);
    if (stop.step === null) return location.assign(ofLab(stop)); // a new session reads all that its link sets
    if (stop.lesson !== this.data.lesson) return openPage(`${stop.address || "."}?step=${stop.step}`);
    this.arrive(talk.arrival(stop.lesson));
  }

  arrive(stop) {
    if (stop.step !== null) return this.story.openStop(stop);
    this.story.switchMode(true);
    talk.inform(stop.lesson, null);
  }

  // Before an audience no question is skipped unsaid.
  holdsBack() {
    const said = this.warned === this.story.number && this.notice.open;
    this.warned = this.story.number;
    if (!mode.on || said || !this.story.awaitsGuess) return false;
    const votes = held.votesAt(this.data.lesson, this.story.number);
    if (votes?.settled) return false;
    this.notice.show(votes?.voted ? VOTED(votes) : UNGUESSED());
    return true;
  }

  // While the room votes on the step, no guess that is made here ends that; a show of hands does, and the outcome.
  holdsGuess() {
    const holds = mode.on && !this.hands && held.votesOn(this.place);
    if (holds) this.notice.show(VOTING());
    return holds;
  }

  // While a show of hands is open, letters are votes; else they are the keys of the lecture.
  showHands(on) {
    this.hands = on;
    this.root.toggleAttribute("data-hands", on);
    const last = LETTERS[guessing(this.story).options - 1]?.toUpperCase();
    this.notice.show(on ? HANDS.replace("{last}", last) : "");
    if (on) this.log.add("Enter", "show of hands");
  }

  // Another step is open, perhaps with an outcome that was found then. In a room all are of that room.
  stepOpened(foundAt) {
    this.showHands(false);
    this.notice.show(mode.on && isEarlier(foundAt, { room: held.code, talk: talk.began, mode: mode.since }) ? EARLIER() : "");
    if (mode.on && this.data) talk.inform(this.story.lesson, this.story.number);
  }

  reveal() {
    if (!this.story.awaitsOutcome) return this.notice.show(this.story.on && !this.story.kept.verdict?.done ? WITHOUT[this.story.current.kind]?.() ?? "" : "");
    this.log.add("R", "outcome");
    this.showHands(false);
    this.story.reveal();
  }

  changeScheme() {
    otherScheme(this.root.dataset.theme);
    this.log.add("T", mode.scheme);
    this.enter();
    this.repaint();
  }

  enlarge() {
    mode.large = !mode.large;
    this.log.add("Z", mode.large ? "larger text" : "usual text");
    this.enter();
  }

  show(part) {
    const [meaning] = PARTS[part];
    if (!this.has(part)) return;
    const shown = !mode.shown.has(part);
    if (shown) mode.shown.add(part);
    else mode.shown.delete(part);
    this.log.add(keyFor(part), shown ? meaning : `${meaning} away`);
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
    if (mode.on) this.log.add("Q", "link");
    this.qr.toggle();
  }

  // ---- the mode ------------------------------------------------------------------------------
  toggle(key) {
    mode.on = !mode.on;
    if (mode.on) {
      mode.since = Date.now();
      this.enter();
      this.goFull();
      this.log.add(key, "presenter");
    } else this.leave();
    if (talk.on) this.story.refresh();
  }

  enter() {
    const { root, data, areas } = this;
    mode.owner = this;
    root.dataset.presents = ["stage", ...mode.shown].join(" ");
    root.classList.toggle("large", mode.large);
    if (mode.scheme) root.dataset.scheme = mode.scheme;
    root.classList.toggle("embedded", mode.embedded);
    noteMode();
    for (const [part, button] of this.parts) button.setAttribute("aria-pressed", mode.shown.has(part));
    const controls = data && mode.shown.has("settings") ? document.querySelector(`.st-key-${data.lesson}-controls`) : null;
    hideSurroundings(root, controls);
    this.log.standIn(this.story.on ? areas.bar : areas.tools);
    this.log.show();
    this.fit();
  }

  leave() {
    const { root } = this;
    mode.owner = null;
    noteMode();
    delete root.dataset.presents;
    delete root.dataset.scheme;
    root.classList.remove("large");
    this.repaint();
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
    for (const [node, ...listener] of this.listeners) node.removeEventListener(...listener);
    this.notice.destroy();
    this.keys.destroy();
    this.sizes.disconnect();
    this.log.destroy();
    cancelAnimationFrame(this.frame);
    if (mode.owner === this) restoreSurroundings();
  }
}
