// The page of one in the audience: the lecturer's step, its question, one vote. It runs without the board.
import { html, setText } from "../dom/elements.js";
import { RoomLink, secret } from "./link.js";
import { PollView, people, tally } from "./poll.js";
import { StageFrame } from "./stage_frame.js";

const AGAIN = 2000; // until a vote that was not acknowledged is sent again
const FORM = '<label for="code">Code of the room</label><input id="code" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="20"><button>Join</button>';

export function begin() {
  const root = document.getElementById("room");
  const code = location.pathname.match(/\/room\/([^/]+)\/?$/)?.[1];
  if (!code) return enter(root);
  const written = code.toLowerCase();
  if (written !== code) return location.replace(written);
  new Member(root, code);
}

function enter(root) {
  const form = html("form", { class: "enter" }, root);
  form.innerHTML = FORM;
  const field = form.querySelector("input");
  field.focus();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const code = field.value.trim().toLowerCase();
    if (code) location.assign(`room/${encodeURIComponent(code)}`);
  });
}

// One browser is one member of a room, after a reload as well. It is no one's name: random text, for this room alone.
function identity(code) {
  const name = `room:${code}`;
  try {
    const kept = localStorage.getItem(name) ?? secret();
    localStorage.setItem(name, kept);
    return kept;
  } catch {
    return secret(); // a browser that keeps nothing
  }
}

class Member {
  constructor(root, code) {
    this.status = html("p", { class: "status", role: "status", "data-state": "connecting", text: "Connecting\u2026" }, root);
    this.place = html("p", { class: "place" }, root);
    this.title = html("h1", {}, root);
    this.text = html("p", { class: "text" }, root);
    this.poll = new PollView(root, (option) => this.vote({ option, sure: null }));
    this.note = html("p", { class: "note", role: "status" }, root);
    this.addSure(root);
    this.stage = html("a", { class: "stage", target: "_blank", rel: "noopener", text: "Explore in a tab of your own" }, root);
    this.frame = new StageFrame(root, (fact) => this.drew(fact));
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
      return;
    }
    this.say(type, message);
  }

  // ---- the room ------------------------------------------------------------------------------
  show(view) {
    const { place, poll, here, lecturer, code } = view;
    this.view = view;
    setText(this.place, `Room ${code} \u00b7 ${people(here)} here`);
    setText(this.title, place?.title ?? "Wait for the lecturer to begin.");
    this.title.hidden = false;
    const ofStep = !poll || poll.title === place?.title;
    this.text.hidden = !ofStep || !place?.text;
    setText(this.text, place?.text ?? "");
    this.poll.title.hidden = ofStep;
    if (!lecturer) this.say("alone", "The lecturer is not connected at the moment. Votes count all the same.");
    this.showPoll(poll);
    this.stage.hidden = !place || !view.explores;
    if (place) this.stage.href = `../${place.address}`;
    this.frame.show(view);
    this.resend();
  }

  showPoll(poll) {
    const mine = this.own(poll);
    this.chosen = mine?.option ?? null;
    this.poll.show(poll?.kind === "choose" ? poll : null, { chosen: this.chosen, closed: !poll || poll.revealed });
    this.sure.hidden = poll?.kind !== "choose" || poll.revealed || !mine;
    for (const button of this.sure.children) button.setAttribute("aria-pressed", String(mine?.sure) === button.dataset.sure);
    setText(this.note, poll ? this.noted(poll, mine) : "");
  }

  noted(poll, mine) {
    if (poll.discuss) return "Discuss it with your neighbours: there may be a second round.";
    if (poll.revealed && poll.kind !== "prove") return "";
    const round = poll.round > 1 ? "Second round. " : "";
    const voted = `${tally(poll, this.view.here)}.`;
    const solves = poll.kind === "prove";
    if (!mine) return `${round}${{ choose: "Choose one.", prove: "Solve it on the stage." }[poll.kind] ?? "Draw your guess on the stage."} ${voted}`;
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
    return Boolean(here) && (!view.poll.revealed || view.poll.kind === "prove") && !arrived(ballot, view.mine);
  }

  vote({ option, sure }) {
    this.send({ kind: "vote", option, sure });
  }

  // On the stage: a guess, or a solution. A guess that no one votes on now (a sorting, or at another step than the
  // lecturer's) is judged at once.
  drew({ kind, lesson, step, guess, points, controls }) {
    const { place, poll } = this.view ?? {};
    const open = poll && poll.title === place?.title && (!poll.revealed || poll.kind === "prove");
    const counts = open && place.lesson === lesson && place.step === step;
    if (!counts && kind === "guess") this.frame.showOutcome(); // (Streamlit sends messages of its own)
    if (!counts) return;
    if (poll.kind === "choose") return this.vote({ option: guess, sure: null });
    const drawn = kind === "solved" ? { kind: "solve", points, controls } : { kind: "draw" };
    this.send({ ...drawn, lesson, step, guess, option: null, sure: null });
  }

  send(ballot) {
    const { poll } = this.view;
    this.ballot = { question: poll.name, round: poll.round, ...ballot };
    this.sentAt = 0;
    this.showPoll(poll);
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
function arrived({ kind, option, sure, guess, points }, mine) {
  if (!mine) return false;
  if (kind === "draw") return guess.every((value, i) => mine.drawn?.[i]?.[1] === value);
  if (kind === "solve") return JSON.stringify(mine.drawn) === JSON.stringify(points);
  return mine.option === option && mine.sure === sure;
}
