// A room of a lecture beside the board: the sheets, and the step that the phones follow while this page presents.
import { html, setText } from "../dom/elements.js";
import { held } from "./held.js";
import { RoomSheet } from "./room_sheet.js";
import { VotesSheet } from "./votes_sheet.js";

const WATCHED = ["data-presents", "data-mode", "data-step", "data-done"];

export class Hall {
  // `lesson()` names the lesson on the board; `openStop({step, points, controls})` opens a step as no one has seen it yet.
  constructor(root, lesson, openStop) {
    Object.assign(this, { root, lesson, openStop, twins: new Set() });
    this.room = new RoomSheet(root, held);
    this.votes = new VotesSheet(root, held, () => this.poseTwin());
    this.chip = html("span", { class: "hall-chip", hidden: "" });
    root.querySelector(".lesson-place").after(this.chip);
    this.steps = new MutationObserver(() => {
      this.follow();
      this.close();
    });
    this.steps.observe(root, { attributes: true, subtree: true, attributeFilter: WATCHED });
    this.unwatch = held.watch(() => this.refresh());
    held.resume();
  }

  get presents() {
    return this.root.isConnected && "presents" in this.root.dataset;
  }

  // ---- keys (presenter/key_table.js says which) -----------------------------------------------
  get held() {
    return Boolean(held.code);
  }

  // The sheet that is open, if one of them is.
  get open() {
    return [this.room, this.votes].find((sheet) => sheet.dialog.open);
  }

  act(does) {
    const { open } = this;
    if (does === "letters") this.pose(open);
    else this.turnTo(does === "room" ? this.room : this.votes, open);
  }

  turnTo(sheet, open) {
    if (open && open !== sheet) open.toggle();
    sheet.toggle();
  }

  pose(open) {
    held.send({ kind: "letters", count: 4 });
    if (open !== this.votes) this.turnTo(this.votes, open);
  }

  // ---- the room ------------------------------------------------------------------------------
  // What the phones are to show; null while this page does not present.
  get place() {
    if (!this.presents) return null;
    const inStory = this.root.dataset.mode === "story";
    const number = Number(this.root.querySelector("[data-testid=story]")?.dataset.step);
    const step = inStory && number ? number : null;
    return { lesson: this.lesson(), step, twin: this.twins.has(`${this.lesson()} ${step}`) };
  }

  follow() {
    const { place } = this;
    const key = JSON.stringify(place);
    if (!place || !held.view || key === this.sent) return;
    Object.assign(this, { sent: key, drawn: false });
    held.send({ kind: "show", ...place });
  }

  // What comes true is on this screen now, and was not when the step was opened: phones may show it, too.
  close() {
    const { place } = this;
    if (!place) return;
    const key = JSON.stringify(place);
    const done = this.root.querySelector("[data-testid=story]")?.dataset.done === "true";
    if (!done) return void (this.undone = key);
    const poll = held.votesAt(place.lesson, place.step);
    if (this.undone === key && poll && !poll.settled && poll.kind !== "prove") held.send({ kind: "close", on: true });
    this.undone = null;
  }

  // The question of the step on another drawing, or the first one again.
  poseTwin() {
    const { lesson, step, twin } = this.place;
    this.votes.toggle();
    this.twins[twin ? "delete" : "add"](`${lesson} ${step}`);
    if (twin) this.openStop({ step });
    this.follow();
  }

  // The room has the drawing of a twin: it is opened here, once.
  drawTwin({ lesson, step, twin }) {
    const here = this.place;
    if (!twin || this.drawn || !here?.twin || here.lesson !== lesson || here.step !== step) return;
    this.drawn = true;
    this.openStop({ step, ...twin });
  }

  // After a pause of the connection the room may show another step, or be a new one.
  refresh() {
    const { view, code, lost } = held;
    if (lost && view && !held.fault) {
      held.lost = false;
      const { place } = this;
      const same = place && view.place?.lesson === place.lesson && view.place.step === place.step;
      if (!same) this.sent = null;
      else if (view.place.twin) this.twins.add(`${place.lesson} ${place.step}`);
    }
    if (!code) this.sent = null;
    if (view) this.follow();
    if (view?.place) this.drawTwin(view.place);
    this.chip.hidden = !code && !held.fault;
    this.chip.classList.toggle("fault", Boolean(held.fault));
    const votes = view?.poll ? ` \u00b7 ${view.poll.voted} ${view.poll.kind === "prove" ? "solved" : "voted"}` : "";
    setText(this.chip, held.fault || `Room ${code} \u00b7 ${view?.here ?? 0} here${votes}`);
    this.room.refresh();
    this.votes.refresh();
  }

  destroy() {
    this.steps.disconnect();
    this.unwatch();
  }
}
