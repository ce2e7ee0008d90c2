// The votes on the question that is open, for the screen of the hall.
import { attrs, html, setText } from "../dom/elements.js";
import { DrawingsView } from "./drawings.js";
import { PollView, tally } from "./poll.js";
import { Sheet } from "./sheet.js";

export class VotesSheet extends Sheet {
  // `onTwin()` poses the question on another drawing, or again on the first one.
  constructor(root, room, onTwin) {
    super(root, "Votes", room);
    this.poll = new PollView(this.body, (option) => this.mark(option));
    this.drawings = new DrawingsView(this.body, (number, on) => room.send({ kind: "hide", number, on }));
    const foot = html("div", { class: "hall-foot" }, this.body);
    foot.addEventListener("click", () => (room.doubt = ""), true); // something else is done
    this.note = html("p", { class: "hall-note", role: "status" }, foot);
    const buttons = html("div", { class: "hall-buttons" }, foot);
    this.reveals = this.button(buttons, "", () => this.reveal());
    this.repeats = this.button(buttons, "Second round", () => room.send({ kind: "again" }));
    this.closes = this.button(buttons, "", () => room.send({ kind: "close", on: !this.shown.settled }));
    this.twins = this.button(buttons, "", onTwin);
    this.letters = this.button(buttons, "New question, A to D (K)", () => room.send({ kind: "letters", count: 4 }));
  }

  get shown() {
    return this.room.view?.poll ?? null;
  }

  // What the judge finds wrong is marked when it is pressed again.
  mark(option) {
    const sure = Boolean(this.room.doubt) && this.pressed === this.keyOf(option);
    this.pressed = this.keyOf(option);
    this.room.doubt = "";
    this.room.send({ kind: "mark", option: this.shown.right === option ? null : option, sure });
    this.refresh();
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
    const { shown, room, solving } = this;
    if (room.doubt && shown?.options.some((_, option) => this.pressed === this.keyOf(option))) return room.doubt;
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
    const poses = Boolean(poll) && poll.name === view.place?.question;
    this.poll.show(poll, { closed: !poll?.revealed || poll.kind === "sort", text: poses ? view.place.text : "" });
    setText(this.note, this.doubt || noted(poll, view, poses));
    this.reveals.hidden = !poll;
    setText(this.reveals, `${poll?.revealed ? "Hide" : "Show"} the ${SHOWN[poll?.kind] ?? "drawings"}`);
    this.reveals.classList.toggle("primary", Boolean(poll) && !poll.revealed);
    this.repeats.hidden = !poll?.revealed || poll.round > 1 || poll.kind === "prove";
    this.closes.hidden = !poses || !poll.revealed || poll.kind === "prove";
    setText(this.closes, poll?.settled ? "Open the question again" : "Close the question");
    const offered = { offered: poll?.revealed, practice: poll?.settled, posed: true };
    this.twins.hidden = !offered[poll?.twin];
    setText(this.twins, TWINS[poll?.twin] ?? "");
    attrs(this.twins, { class: poll?.twin === "offered" && poll.round > 1 ? "primary" : "" });
  }
}

// A twin whose outcome is that of the first drawing teaches nothing new once that is known.
const TWINS = { offered: "Same question, another drawing", practice: "Practice: another drawing, with the same outcome", posed: "The first drawing again" };
const SHOWN = { choose: "votes", sort: "votes", prove: "solutions" };

// `poses`: it is the question of the step.
function noted(poll, { discuss }, poses) {
  if (!poll) return "There is no question at this step: K opens one with the options A to D.";
  if (poll.kind === "prove" && !poll.revealed) return "Phones solve it on their stage; the judge of this step counts what is solved.";
  if (discuss) return "Between 30% and 70% are right: show the votes, let neighbours discuss, then take a second round.";
  if (!poll.revealed) return "The votes stay hidden, here too, until you show them.";
  if (poll.kind === "prove") return "";
  if (poll.settled) return "Phones show what came true.";
  const marks = poll.kind === "choose" ? "Press an option to mark it as the right one. " : "";
  const ways = [marks && "mark it", poses && "close the question"].filter(Boolean);
  return `${marks}No phone shows what came true before you ${ways.join(", or ")}.`;
}
