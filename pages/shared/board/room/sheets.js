// The lecturer's sheets: the way into the room, and the votes on the question that is open.
import { attrs, html, setText } from "../dom/elements.js";
import { DrawingsView } from "./drawings.js";
import { PollView, people, tally } from "./poll.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
const isHere = (link) => LOCAL.includes(new URL(link).hostname);
const HERE = "This page was opened on this machine itself; the links below are its addresses in its network. Open one on your own phone before the lecture. If it does not open, a firewall of this machine stands in between, or the network keeps its devices apart (client isolation): then use a hotspot of your own.";
const ALONE = "This machine has no address in a network: phones cannot reach it.";

class Sheet {
  constructor(root, label, room) {
    this.room = room;
    this.dialog = html("dialog", { class: "sheet hall", "aria-label": label }, root);
    this.body = html("div", { class: "sheet-body" }, this.dialog);
    const close = html("button", { type: "button", class: "sheet-close", "aria-label": "Close", text: "\u00d7" }, this.body);
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.head = html("h2", {}, this.body);
    this.fault = html("p", { class: "hall-fault", role: "status" }, this.body);
  }

  get open() {
    return this.dialog.open;
  }

  toggle() {
    if (this.open) return this.dialog.close();
    this.dialog.showModal();
    this.refresh();
    this.body.querySelector("button.primary:not([hidden])")?.focus(); // Enter goes on
  }

  button(root, text, act) {
    const made = html("button", { type: "button", text }, root);
    made.addEventListener("click", act);
    return made;
  }
}

export class RoomSheet extends Sheet {
  constructor(root, room) {
    super(root, "Room", room);
    this.note = html("p", { class: "hall-note" }, this.body);
    this.ways = html("div", { class: "hall-ways" }, this.body);
    const buttons = html("div", { class: "hall-buttons" }, this.body);
    this.opens = this.button(buttons, "Open a room", () => room.open());
    this.opens.classList.add("primary");
    this.takes = this.button(buttons, "", () => room.take(room.former));
    this.explores = this.button(buttons, "Phones may explore", () => room.send({ kind: "explore", on: !room.view?.explores }));
    this.copies = this.button(buttons, "Copy the lecturer's link", () => this.copy());
    this.saves = this.button(buttons, "Votes as CSV", () => this.save());
    this.leaves = this.button(buttons, "Leave the room", () => room.end());
  }

  refresh() {
    if (!this.open) return;
    const { code, view, ways, fault, former } = this.room;
    setText(this.head, code ? `Room ${code} \u00b7 ${people(view?.here ?? 0)} here` : "A room for this lecture");
    setText(this.fault, fault);
    const local = isHere(location.href);
    const reached = ways.some(({ link }) => !isHere(link));
    const words = "Phones follow your steps and vote, without account or name. Nothing is stored: the room is kept in memory, and ends four hours after its last use.";
    setText(this.note, !code ? words : local && ways.length ? (reached ? HERE : ALONE) : "");
    this.showWays(ways);
    this.opens.hidden = Boolean(code);
    this.takes.hidden = Boolean(code) || !former;
    if (former) setText(this.takes, `Take up room ${former.code} again`);
    attrs(this.explores, { "aria-pressed": Boolean(view?.explores) });
    for (const button of [this.explores, this.copies, this.saves, this.leaves]) button.hidden = !code;
  }

  showWays(ways) {
    const key = ways.map(({ link }) => link).join(" ");
    if (key === this.key) return;
    this.key = key;
    this.ways.textContent = "";
    for (const { link, svg } of ways) {
      const figure = html("figure", {}, this.ways);
      // The picture comes from our own server; as an image its markup can do nothing but show.
      html("img", { alt: `QR code of ${link}`, src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` }, figure);
      const caption = html("figcaption", { text: link.slice(0, link.lastIndexOf("/") + 1) }, figure);
      html("span", { class: "hall-code", text: this.room.code }, caption);
    }
  }

  // It is not shown: it would stand on the screen of the hall. (Pages without encryption have no clipboard but this.)
  copy() {
    const field = html("textarea", { class: "unseen" }, this.body);
    field.value = this.room.lecturersLink;
    field.select();
    const done = document.execCommand("copy");
    const leads = `Copied: it leads this room from ${isHere(field.value) ? "this machine alone" : "any machine"}`;
    field.remove();
    setText(this.copies, done ? leads : "This browser does not copy");
  }

  async save() {
    const url = URL.createObjectURL(new Blob([await this.room.csv()], { type: "text/csv" }));
    const link = html("a", { href: url, download: `votes-${this.room.code}.csv` }, this.body);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
}

export class VotesSheet extends Sheet {
  // `onTwin()` poses the question on another drawing, or again on the first one.
  constructor(root, room, onTwin) {
    super(root, "Votes", room);
    this.poll = new PollView(this.body, (option) => this.mark(option));
    this.drawings = new DrawingsView(this.body, (number, on) => room.send({ kind: "hide", number, on }));
    this.note = html("p", { class: "hall-note", role: "status" }, this.body);
    const buttons = html("div", { class: "hall-buttons" }, this.body);
    this.reveals = this.button(buttons, "", () => room.send({ kind: "reveal", on: !this.shown.revealed }));
    this.repeats = this.button(buttons, "Second round", () => room.send({ kind: "again" }));
    this.twins = this.button(buttons, "", onTwin);
    this.letters = this.button(buttons, "New question, A to D (K)", () => room.send({ kind: "letters", count: 4 }));
  }

  get shown() {
    return this.room.view?.poll ?? null;
  }

  mark(option) {
    this.room.send({ kind: "mark", option: this.shown.right === option ? null : option });
  }

  refresh() {
    if (!this.open) return;
    const { view, code, fault } = this.room;
    const poll = this.shown;
    setText(this.fault, fault);
    const round = poll?.round > 1 ? "Second round: " : "";
    setText(this.head, poll ? `${round}${tally(poll, view.here)} \u00b7 room ${code}` : `Room ${code}`);
    this.drawings.show(view?.drawings);
    this.poll.show(poll, { closed: !poll?.revealed });
    setText(this.note, noted(poll));
    this.reveals.hidden = !poll;
    setText(this.reveals, `${poll?.revealed ? "Hide" : "Show"} the ${poll?.kind === "choose" ? "votes" : "drawings"}`);
    this.reveals.classList.toggle("primary", Boolean(poll) && !poll.revealed);
    this.repeats.hidden = !poll?.revealed || poll.round > 1 || poll.kind === "prove";
    attrs(this.repeats, { class: poll?.discuss ? "primary" : "" });
    this.twins.hidden = !poll?.twin || (poll.twin === "offered" && !poll.revealed);
    setText(this.twins, poll?.twin === "posed" ? "The first drawing again" : "Same question, another drawing");
    attrs(this.twins, { class: poll?.twin === "offered" && poll.round > 1 ? "primary" : "" });
  }
}

function noted(poll) {
  if (!poll) return "There is no question at this step: K opens one with the options A to D.";
  if (poll.kind === "prove" && !poll.revealed) return "Phones solve it on their stage; the judge of this step counts what is solved.";
  if (!poll.revealed) return "The votes stay hidden, here too, until you show them.";
  if (poll.discuss) return "Between 30% and 70% are right: let neighbours discuss, then take a second round.";
  return poll.right === null && poll.kind === "choose" ? "Press an option to mark it as the right one." : "";
}
