// A room of a lecture beside the board: the sheets, and the step that the phones follow while this page presents.
import { html, setText } from "../dom/elements.js";
import { keyFor } from "../presenter/key_table.js";
import { progress } from "../story/progress.js";
import { openPage } from "../transport/open_page.js";
import { Advice } from "./advice.js";
import { held } from "./held.js";
import { RoomSheet } from "./room_sheet.js";
import { Together, keyOf } from "./together.js";
import { VotesSheet } from "./votes_sheet.js";

const AGAIN = 1000; // milliseconds until a message that may be on its way is sent again
const WATCHED = ["data-presents", "data-mode", "data-step", "data-done"];
const together = new Together(); // outlives the board, as the room does

export class Hall {
  // `lesson()` names the lesson on the board; `presenter` has its story, and gives a talk, if one runs here.
  constructor(root, lesson, presenter) {
    Object.assign(this, { root, lesson, presenter, story: presenter.story });
    this.room = new RoomSheet(root, held);
    this.votes = new VotesSheet(root, held, () => this.poseTwin());
    this.advice = new Advice();
    this.chip = html("button", { type: "button", class: "hall-chip", hidden: "" });
    this.chip.addEventListener("click", ({ detail }) => {
      if (detail) this.chip.blur(); // a press by hand leaves Enter to the lecture
      this.act(held.code ? "votes" : "room");
    });
    root.querySelector(".lesson-place").after(this.chip);
    this.steps = new MutationObserver(() => {
      this.talk();
      this.lead();
      this.settle();
    });
    this.steps.observe(root, { attributes: true, subtree: true, attributeFilter: WATCHED });
    this.unwatch = held.watch(() => this.refresh());
    held.resume();
    this.turnCourse(); // before the first step is open
    this.showChip();
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
    this.poses = true;
    if (open !== this.votes) this.turnTo(this.votes, open);
    this.putAloud();
  }

  // Not before the room is there and has this page's step, which would take the place of the question.
  putAloud() {
    const { place } = this;
    if (!this.poses || !held.view || held.lost || !place || together.sent !== keyOf(place)) return;
    this.poses = false;
    held.send({ kind: "letters", count: 4 });
  }

  // ---- the room ------------------------------------------------------------------------------
  // What the phones are to show; null while this page does not present.
  get place() {
    if (!this.presents) return null;
    const inStory = this.root.dataset.mode === "story";
    const number = Number(this.root.querySelector("[data-testid=story]")?.dataset.step);
    const step = inStory && number ? number : null;
    return { lesson: this.lesson(), step, twin: step !== null && Boolean(this.story.kept.twin) };
  }

  // What this page goes to by itself the room shows.
  lead() {
    const { place } = this;
    if (!place || !held.view || held.lost || !together.leads(place, Date.now())) return;
    this.drawn = false;
    // A remote, or a page that took the room over, may not have seen what was settled.
    held.show(place, place.step !== null && this.story.awaitsGuess && !this.remote && !held.linked);
  }

  // ---- a talk and its remote -------------------------------------------------------------------
  // Another page gives a talk, and this one of the lecturer's, a phone perhaps, turns it and follows.
  get remote() {
    return this.presents && held.othersTalk;
  }

  talk() {
    const { presenter, remote } = this;
    if (!held.view || held.lost) return;
    if (presenter.gives !== held.gives) {
      held.gives = presenter.gives;
      held.send({ kind: "lead", talk: held.gives });
    }
    const due = held.gives ? held.due() : 0;
    for (let i = 0; i < Math.abs(due); i++) presenter.goOn(Math.sign(due), true);
    this.follow();
    if (remote !== this.wasRemote) presenter.story.refresh(); // its buttons are others
    this.wasRemote = remote;
  }

  // Where a talk runs, to the place that another of the lecturer's pages has gone to.
  follow() {
    const { place, remote, presenter } = this;
    if (!place) return;
    const to = together.follow(held.view, { page: held.page, here: place, remote, now: Date.now() });
    if (!to || !(remote || presenter.gives)) return;
    if (to.lesson !== place.lesson) openPage(to.address.replace(/^\?/, ".?")); // the first page's has no name
    else if (to.step === null) this.story.switchMode(true);
    else this.goTo(to);
  }

  // A step of this lesson as it was left here; where its question is open in the room, as no one has seen it.
  goTo({ step, twin, settled }) {
    this.drawn = false;
    this.story.openStop({ step, twin: Boolean(twin) }, !settled);
  }

  // ---- what came true --------------------------------------------------------------------------
  // Of what was done, this page shows what was done in this room, and in its votes that are not forgotten.
  turnCourse() {
    const { code, view } = held;
    const cleared = view && view.clears > (this.clears ?? view.clears);
    this.clears = view?.clears;
    if (!progress.turnTo(code) && !(cleared && progress.forgetRoom())) return;
    this.unseen = null;
    if (this.story.on) this.story.open(this.story.number, "jump");
  }

  // What comes true is public in the room or not, and here alike: where the question is settled, the outcome; where it is open,
  // the step as no one has seen it. Where it was open here and its outcome is on show now, the lecturer has shown it.
  settle() {
    const { place, story, presenter } = this;
    const shown = held.view?.place;
    if (!place || place.step === null || held.lost) return;
    const key = keyOf(place);
    if (story.awaitsGuess) this.unseen = key;
    if (!shown?.question || keyOf(shown) !== key) return;
    if (shown.settled) {
      this.unseen = null;
      if (!story.awaitsOutcome || story.kept.acts) return;
      presenter.notice.show(""); // of a question that was open
      story.reveal();
    } else if (!story.awaitsGuess && this.unseen !== key) this.poseAnew(place);
    else if (!story.awaitsGuess && Date.now() - (this.settledAt ?? 0) > AGAIN) {
      this.settledAt = Date.now();
      held.settle(shown.question);
    }
  }

  poseAnew({ lesson, step, twin }) {
    this.drawn = false;
    progress.pose(lesson, step, { twin, fresh: true });
    if (twin) this.drawTwin(held.view.place);
    else this.story.open(step, "jump");
  }

  // The question of the step on another drawing, or the first one again.
  poseTwin() {
    const { step, twin } = this.place;
    this.votes.toggle();
    this.story.openStop({ step, twin: !twin }, true);
    this.lead();
  }

  // The room has the drawing of a twin: it is opened here, once, unless it is on show with what came of it.
  drawTwin(to) {
    const { place, story } = this;
    if (this.drawn || !to.twin || !place || keyOf(place) !== keyOf(to)) return;
    this.drawn = true;
    if (!story.kept.ended) story.openStop({ step: to.step, twin: true, ...to.twin }, true);
  }

  // After a pause of the connection the room may show another step, or be a new one.
  refresh() {
    const { view, code, lost } = held;
    this.turnCourse();
    if (lost && view && !held.fault) {
      held.lost = false;
      const { place } = this;
      if (place && !view.place) this.unseen = keyOf(place); // a new room: what is on show here is public in it
      const same = place && view.place?.lesson === place.lesson && view.place.step === place.step;
      const adopts = same && view.place.twin && !place.twin;
      if (adopts) this.goTo(view.place);
      together.begin(adopts || (same && keyOf(place) === keyOf(view.place)) ? keyOf(view.place) : null);
    }
    if (!code) this.poses = false;
    this.talk();
    this.lead();
    this.putAloud();
    if (view?.place) this.drawTwin(view.place); // before its outcome
    this.settle();
    this.showChip();
    this.room.refresh();
    this.votes.follow(this.presents, () => this.turnTo(this.votes, this.open));
    this.votes.refresh();
    this.advice.give(view);
  }

  showChip() {
    const { view, code } = held;
    const hidden = !code && !held.fault;
    if (this.chip.hidden !== hidden) this.story.size.measureSoon(); // on a phone it takes a line
    this.chip.hidden = hidden;
    this.chip.classList.toggle("fault", Boolean(held.fault));
    const votes = view?.poll ? ` \u00b7 ${view.poll.voted} ${view.poll.kind === "prove" ? "solved" : "voted"}` : "";
    this.chip.title = code ? `The votes (${keyFor("votes")})` : `A room for this lecture (${keyFor("room")})`;
    setText(this.chip, held.fault || `Room ${code} \u00b7 ${view?.here ?? 0} here${votes}`);
  }

  destroy() {
    this.advice.end();
    this.steps.disconnect();
    this.unwatch();
  }
}
