// The page of one in the audience: the lecturer's step, its question, one vote. It runs without the board.
import { html, setText } from "../dom/elements.js";
import { Entrance, identity, plain } from "./entrance.js";
import { RoomLink } from "./link.js";
import { PollView, people, tally } from "./poll.js";
import { StageFrame } from "./stage_frame.js";

const OTHER = "Another question is on show: vote on it above. Nothing counts here meanwhile.";
const AGAIN = 2000; // until a vote that was not acknowledged is sent again

export function begin() {
  const root = document.getElementById("room");
  const code = decoded(location.pathname.match(/\/room\/([^/]+)\/?$/)?.[1] ?? "");
  if (!code) return new Entrance(root, "room/").field.focus();
  const written = plain(code) || code;
  if (written !== code) return location.replace(written);
  new Member(root, code);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

class Member {
  constructor(root, code) {
    const page = root;
    this.status = html("p", { class: "status", role: "status", "data-state": "connecting", text: "Connecting\u2026" }, page);
    root = this.inside = html("div", { class: "inside" }, page);
    this.entrance = new Entrance(page, "", code);
    this.entrance.form.hidden = true;
    this.place = html("p", { class: "place" }, root);
    this.title = html("h1", {}, root);
    this.text = html("p", { class: "text" }, root);
    this.poll = new PollView(root, (option) => this.vote({ option, sure: null }), (item, bin) => this.sort(item, bin));
    this.note = html("p", { class: "note", role: "status" }, root);
    this.addSure(root);
    this.stage = html("a", { class: "stage", target: "_blank", rel: "noopener", text: "Explore in a tab of your own" }, root);
    this.frame = new StageFrame(root, (fact) => this.drew(fact), () => this.show(this.view));
    for (const node of [this.title, this.text, this.poll.root, this.stage]) node.hidden = true;
    this.code = code;
    this.link = new RoomLink(`${location.origin}${location.pathname}`.replace(/\/$/, ""), { member: identity(code) }, "here", {
      view: (view) => this.show(view),
      error: (error) => this.refused(error),
      lost: (pause) => this.lost(pause),
      found: () => this.found(),
    });
  }

  addSure(root) {
    this.sure = html("div", { class: "sure", role: "group", "aria-label": "How sure are you?" }, root);
    for (const [sure, text] of [[true, "I am sure"], [false, "I am guessing"]]) {
      const button = html("button", { type: "button", "data-sure": sure, text }, this.sure);
      button.addEventListener("click", () => this.vote({ option: this.chosen, sure }));
    }
    this.sure.hidden = true;
  }

  // ---- the connection ------------------------------------------------------------------------
  lost(pause) {
    const seconds = Math.max(1, Math.round(pause / 1000));
    const text = navigator.onLine ? `The server cannot be reached; next try in ${seconds} s.` : "This device is offline.";
    this.say("lost", this.unsent ? `${text} Your vote is sent when the connection is back.` : text);
  }

  found() {
    this.say("open", "");
  }

  say(state, text) {
    this.status.dataset.state = state;
    setText(this.status, text);
  }

  refused({ type, message }) {
    if (type === "too-late" || type === "not-solved") {
      this.ballot = null;
      setText(this.note, message);
      if (this.view) this.informStage();
      return;
    }
    this.say(type, message);
    if (type === "no-room") this.enters(false);
  }

  // Where there is no such room another code can be typed, and nothing else pressed.
  enters(inside) {
    this.inside.hidden = !inside;
    this.entrance.form.hidden = inside;
  }

  // ---- the room ------------------------------------------------------------------------------
  show(view) {
    const { place, poll, here, lecturer, code } = view;
    if (view.clears > this.view?.clears) this.ballot = null; // the room has forgotten it, and so does this page
    this.view = view;
    this.enters(true);
    this.frame.show(view);
    const stays = this.frame.kept; // the step of which the stage is on show, where that is another one
    setText(this.place, `Room ${code} \u00b7 ${people(here)} here${stays ? ` \u00b7 the lecturer is at \u201c${place.title}\u201d` : ""}`);
    const shown = stays ?? place;
    setText(this.title, shown?.title ?? "Wait for the lecturer to begin.");
    this.title.hidden = false;
    const ofStep = !poll || poll.name === shown?.question;
    this.text.hidden = !shown?.text || (!ofStep && !stays);
    setText(this.text, shown?.text ?? "");
    this.poll.title.hidden = ofStep;
    if (!lecturer) this.say("alone", "The lecturer is not connected at the moment. Votes count all the same.");
    this.showPoll(poll);
    this.stage.hidden = !place || !view.explores || !place.settled; // there everyone is alone with the outcome
    if (place) this.stage.href = `../${place.address}`;
    this.informStage();
    this.resend();
  }

  showPoll(poll) {
    const mine = this.own(poll);
    const closed = !poll || poll.revealed || poll.settled;
    this.chosen = poll?.kind === "sort" ? this.draft(poll, mine) : (mine?.option ?? null);
    this.poll.show(["choose", "sort"].includes(poll?.kind) ? poll : null, { chosen: this.chosen, closed });
    this.sure.hidden = poll?.kind !== "choose" || closed || !mine;
    for (const button of this.sure.children) button.setAttribute("aria-pressed", String(mine?.sure) === button.dataset.sure);
    setText(this.note, poll ? this.noted(poll, mine) : "");
  }

  noted(poll, mine) {
    const ofStep = poll.name === this.view.place?.question;
    if (poll.kind !== "prove" && poll.settled) return ofStep ? "The question is closed: the stage shows what came true." : "";
    if (poll.kind !== "prove" && poll.revealed) return ofStep ? "The votes are shown; what comes true is shown later." : "";
    const round = poll.round > 1 ? "Second round. " : "";
    const voted = `${tally(poll, this.view.here)}.`;
    const solves = poll.kind === "prove";
    if (!mine) return `${round}${{ choose: "Choose one.", sort: "Choose a bin in each row.", prove: "Solve it on the stage." }[poll.kind] ?? "Draw your guess on the stage."} ${voted}`;
    if (solves) return this.unsent ? "Sending your solution\u2026" : `Solved: your solution counts. ${voted}`;
    return this.unsent ? `${round}Sending your vote\u2026` : `${round}Your vote counts; you can change it. ${voted}`;
  }

  // ---- the vote ------------------------------------------------------------------------------
  // What was pressed here counts on this page until the server has it, or has refused it.
  own(poll) {
    const { ballot } = this;
    if (!poll || !ballot || ballot.question !== poll.name || ballot.round !== poll.round) return this.view.mine;
    return ballot;
  }

  get unsent() {
    const { ballot, view } = this;
    const here = ballot && view?.poll && ballot.question === view.poll.name && ballot.round === view.poll.round;
    const closed = here && (view.poll.revealed || view.poll.settled) && view.poll.kind !== "prove";
    return Boolean(here) && !closed && !arrived(ballot, view.mine);
  }

  vote({ option = null, sure = null, bins }) {
    this.send({ kind: "vote", option, sure, ...(bins && { bins }) });
  }

  // The bins of this person, of which some may still be missing.
  draft(poll, mine) {
    const key = `${poll.name} ${poll.round}`;
    if (this.drafted?.key !== key) this.drafted = { key, bins: poll.items.map(() => null) };
    return mine?.bins ?? this.drafted.bins;
  }

  sort(item, bin) {
    const bins = this.chosen.map((each, i) => (i === item ? bin : each));
    this.drafted.bins = bins;
    if (!bins.includes(null)) return this.vote({ bins });
    this.showPoll(this.view.poll);
  }

  // What the stage here has to know of the lecturer's step.
  informStage() {
    const { place, poll, explores } = this.view;
    const poses = poll && poll.name === place?.question;
    const mine = poses ? this.own(poll) : null;
    const { lesson, step, question, settled } = place ?? {};
    const note = poses ? this.note.textContent : poll ? OTHER : "";
    const guess = mine?.option ?? mine?.bins ?? mine?.guess ?? mine?.drawn?.map(([, y]) => y) ?? null;
    this.frame.inform({ lesson, step, question, settled, explores, round: poses ? poll.round : null, mine: guess, note, takes: this.takes });
  }

  // Whether the stage here is where the question on show is guessed, or solved.
  get takes() {
    const { place, poll } = this.view ?? {};
    return Boolean(poll) && poll.name === place?.question && (poll.kind === "prove" || !(poll.revealed || poll.settled));
  }

  // On the stage: a guess, or a solution. One that no one votes on now stays there. (Streamlit sends messages of its own.)
  drew({ kind, lesson, step, guess, points, controls }) {
    const { place, poll } = this.view ?? {};
    if (!this.takes || place.lesson !== lesson || place.step !== step) return;
    if (poll.kind === "choose") return this.vote({ option: guess, sure: null });
    if (poll.kind === "sort") return this.vote({ bins: guess });
    const drawn = kind === "solved" ? { kind: "solve", points, controls } : { kind: "draw" };
    this.send({ ...drawn, lesson, step, guess, option: null, sure: null });
  }

  send(ballot) {
    const { poll } = this.view;
    this.ballot = { question: poll.name, round: poll.round, ...ballot };
    this.sentAt = 0;
    this.showPoll(poll);
    this.informStage();
    this.resend();
  }

  // A vote is replaced, never added: sent twice, it counts once.
  resend() {
    if (!this.unsent || Date.now() - this.sentAt < AGAIN) return;
    this.sentAt = Date.now();
    this.link.send(this.ballot);
    clearTimeout(this.again);
    this.again = setTimeout(() => this.resend(), AGAIN);
  }
}

// Whether what the server has of this member is this.
function arrived({ kind, option, sure, bins, guess, points }, mine) {
  if (!mine) return false;
  if (bins) return JSON.stringify(mine.bins) === JSON.stringify(bins);
  if (kind === "draw") return guess.every((value, i) => mine.drawn?.[i]?.[1] === value);
  if (kind === "solve") return JSON.stringify(mine.drawn) === JSON.stringify(points);
  return mine.option === option && mine.sure === sure;
}
