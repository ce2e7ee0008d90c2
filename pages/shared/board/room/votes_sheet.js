// The votes on the question that is open, for the screen of the hall.
import { attrs, html, setText } from "../dom/elements.js";
import { byFinger } from "../dom/by_finger.js";
import { adviceOn } from "./advice.js";
import { DrawingsView } from "./drawings.js";
import { LETTERS, PollView, tally } from "./poll.js";
import { Sheet } from "./sheet.js";

export class VotesSheet extends Sheet {
  // `onTwin()` poses the question on another drawing, or again on the first one.
  constructor(root, room, onTwin) {
    super(root, "Votes", room);
    this.poll = new PollView(this.body, (option) => this.mark(option));
    this.drawings = new DrawingsView(this.body, (number, on) => room.send({ kind: "hide", number, on }));
    const foot = html("div", { class: "hall-foot" }, this.body);
    this.dialog.addEventListener("click", ({ target }) => target.closest(".poll-option") || this.drop(), true); // something else is done
    this.dialog.addEventListener("keydown", ({ key }) => PRESSES.includes(key) || this.drop(), true);
    this.dialog.addEventListener("close", () => this.drop());
    this.note = html("p", { class: "hall-note", role: "status" }, foot);
    const buttons = html("div", { class: "hall-buttons" }, foot);
    this.reveals = this.button(buttons, "", () => this.reveal());
    this.repeats = this.button(buttons, "Second round", () => room.send({ kind: "again" }));
    this.closes = this.button(buttons, "", () => this.close());
    this.returns = this.button(buttons, "", () => room.send({ kind: "return" }));
    this.twins = this.button(buttons, "", onTwin);
    this.letters = this.button(buttons, `New question, A to D${byFinger() ? "" : " (K)"}`, () => room.send({ kind: "letters", count: 4 }));
  }

  get shown() {
    return this.room.view?.poll ?? null;
  }

  // Whether it is the question of the step.
  get poses() {
    const { view } = this.room;
    return Boolean(view?.poll) && view.poll.name === view.place?.question;
  }

  // What the judge finds wrong is marked when it is pressed again. Before a hall, which is not to learn of that, so is every
  // option of a step.
  mark(option) {
    const { room, shown } = this;
    const again = this.pressed === this.keyOf(option);
    this.pressed = this.keyOf(option);
    const sure = again && (!room.isSheet || Boolean(room.doubt));
    room.doubt = "";
    const off = shown.right === option;
    if (off || sure || room.isSheet || !this.poses) {
      if (!off) this.settles = this.keyOf("");
      if (off || sure) this.pressed = null;
      room.send({ kind: "mark", option: off ? null : option, sure });
    }
    this.refresh();
  }

  // The option that is marked when it is pressed again; null for none.
  get armed() {
    const { shown, room } = this;
    const option = shown?.options.findIndex((_, each) => this.pressed === this.keyOf(each)) ?? -1;
    const waits = room.isSheet ? Boolean(room.doubt) : this.poses && shown?.right !== option;
    return option >= 0 && waits ? option : null;
  }

  // What was pressed once is not to be pressed again.
  drop() {
    const waited = this.armed !== null;
    this.pressed = null;
    this.room.doubt = "";
    if (waited) this.refresh();
  }

  close() {
    const on = !this.shown.settled;
    if (on) this.settles = this.keyOf(""); // here, not on another page
    this.room.send({ kind: "close", on });
  }

  // The screen of the hall (`presents`) follows what another of the lecturer's pages does with the votes: it looks at them while
  // they are shown (`show` opens this sheet alone), and at its stage once that page has settled the question.
  follow(presents, show) {
    const { shown, room } = this;
    const now = shown && { key: this.keyOf(""), revealed: shown.revealed, settled: shown.settled };
    const was = this.was?.key === now?.key ? this.was : null;
    this.was = now;
    if (!was) this.pressed = null; // of another question
    if (!presents || room.isSheet) return;
    if (was && !was.revealed && now.revealed && !now.settled && !this.open) {
      this.brought = now.key;
      show();
    }
    const over = this.brought && (this.brought !== now?.key || !now.revealed);
    const settles = was && !was.settled && now.settled;
    const settled = settles && this.settles !== now.key;
    if (settles) Object.assign(this, { settles: null, pressed: null });
    if (this.open && (over || settled)) this.dialog.close();
    if (over || settled) this.brought = null;
  }

  // While others still solve an exercise its solutions are shown when that is pressed again.
  reveal() {
    const { revealed } = this.shown;
    const waits = !revealed && this.solving > 0 && this.warned !== this.keyOf("reveal");
    this.warned = waits ? this.keyOf("reveal") : null;
    if (waits) this.refresh();
    else this.room.send({ kind: "reveal", on: !revealed });
  }

  // How many have not solved the exercise.
  get solving() {
    const { shown } = this;
    return shown?.kind === "prove" ? this.room.view.here - shown.voted : 0;
  }

  keyOf(act) {
    return JSON.stringify([this.shown.name, this.shown.round, act]);
  }

  // The sentence on what needs a second press, if anything does.
  get doubt() {
    const { shown, room, solving, armed } = this;
    if (room.doubt && armed !== null) return room.doubt;
    if (armed !== null) return `Press ${LETTERS[armed]} again to mark it as the right one: every page then shows what came true.`;
    if (!shown || shown.revealed || solving <= 0 || this.warned !== this.keyOf("reveal")) return "";
    return `${solving} ${solving === 1 ? "person still solves" : "people still solve"} it, and the solutions would be on the screen: press again to show them.`;
  }

  refresh() {
    if (!this.open) return;
    const { view, code, fault } = this.room;
    const poll = this.shown;
    setText(this.fault, fault);
    const round = poll?.round > 1 ? "Second round: " : "";
    setText(this.head, poll ? `${round}${tally(poll, view.here)} \u00b7 room ${code}` : `Room ${code}`);
    this.drawings.show(view?.drawings);
    const { poses } = this;
    this.poll.show(poll, { chosen: this.armed, closed: !poll?.revealed || poll.kind === "sort", text: poses ? view.place.text : "" });
    const advice = this.room.isSheet ? adviceOn(view) : "";
    setText(this.note, this.doubt || advice || noted(poll, poses));
    this.reveals.hidden = !poll;
    setText(this.reveals, `${poll?.revealed ? "Hide" : "Show"} the ${SHOWN[poll?.kind] ?? "drawings"}`);
    this.reveals.classList.toggle("primary", Boolean(poll) && !poll.revealed);
    this.repeats.hidden = !poll?.revealed || poll.round > 1 || poll.kind === "prove";
    this.closes.hidden = !poses || !(poll.revealed || poll.settled) || poll.kind === "prove";
    setText(this.closes, poll?.settled ? "Open the question again" : "Close the question");
    this.returns.hidden = !poll || poses;
    setText(this.returns, view?.place?.question ? "Back to the step's question" : "Close the question");
    const offered = { offered: poll?.revealed, practice: poll?.settled, posed: true };
    this.twins.hidden = !offered[poll?.twin];
    setText(this.twins, TWINS[poll?.twin] ?? "");
    attrs(this.twins, { class: poll?.twin === "offered" && poll.round > 1 ? "primary" : "" });
    this.edge();
  }
}

const PRESSES = ["Enter", " ", "Tab", "Shift"]; // what presses an option, or leads to it

// A twin whose outcome is that of the first drawing teaches nothing new once that is known.
const TWINS = { offered: "Same question, another drawing", practice: "Practice: another drawing, with the same outcome", posed: "The first drawing again" };
const SHOWN = { choose: "votes", sort: "votes", prove: "solutions" };

// `poses`: it is the question of the step.
function noted(poll, poses) {
  if (!poll) return `There is no question at this step: ${byFinger() ? "the button below" : "K"} opens one with the options A to D.`;
  if (poll.kind === "prove" && !poll.revealed) return "Phones solve it on their stage; the judge of this step counts what is solved.";
  if (poll.settled && poll.kind !== "prove") return `The question is closed: phones show what came true.${poll.revealed ? "" : " The votes themselves are still hidden."}`;
  if (!poll.revealed) return "The votes stay hidden, here too, until you show them.";
  if (poll.kind === "prove") return "";
  const marks = poll.kind === "choose" ? "Press an option to mark it as the right one. " : "";
  const ways = [marks && "mark it", poses && "close the question"].filter(Boolean);
  return `${marks}No phone shows what came true before you ${ways.join(", or ")}.`;
}
