// The way into the room, for the screen of the hall.
import { attrs, html, setText } from "../dom/elements.js";
import { people } from "./poll.js";
import { Sheet } from "./sheet.js";

const LOCAL = ["localhost", "127.0.0.1", "[::1]"];
const isHere = (link) => LOCAL.includes(new URL(link).hostname);
const HERE = "This page was opened on this machine itself; the links below are its addresses in its network. Open one on your own phone before the lecture. If it does not open, a firewall of this machine stands in between, or the network keeps its devices apart (client isolation): then use a hotspot of your own.";
const ALONE = "This machine has no address in a network: phones cannot reach it.";

export class RoomSheet extends Sheet {
  constructor(root, room) {
    super(root, "Room", room);
    this.note = html("p", { class: "hall-note" }, this.body);
    this.ways = html("div", { class: "hall-ways" }, this.body);
    const buttons = html("div", { class: "hall-buttons" }, html("div", { class: "hall-foot" }, this.body));
    this.opens = this.button(buttons, "Open a room", () => room.open());
    this.opens.classList.add("primary");
    this.takes = this.button(buttons, "", () => room.take(room.former));
    this.explores = this.button(buttons, "Phones may explore", () => room.send({ kind: "explore", on: !room.view?.explores }));
    this.copies = this.button(buttons, "Copy the lecturer's link", () => this.copy());
    this.saves = this.button(buttons, "Votes as CSV", () => this.save());
    this.leaves = this.button(buttons, "Leave the room", () => this.leave());
    this.leaves.title = "The room stays open for its phones";
  }

  refresh() {
    if (!this.open) return;
    const { code, view, ways, fault, former } = this.room;
    setText(this.head, code ? `Room ${code} \u00b7 ${people(view?.here ?? 0)} here` : "A room for this lecture");
    setText(this.fault, fault);
    const local = isHere(location.href);
    const reached = ways.some(({ link }) => !isHere(link));
    const words = "Phones follow your steps and vote, without account or name. Nothing is stored: the room is kept in memory, and ends four hours after its last use.";
    const left = !code && this.left ? `You have left room ${this.left}. It stays open: phones keep the last step and their votes, and say after half a minute that you are not connected. Take it up again here, or with the lecturer\u2019s link. ` : "";
    setText(this.note, !code ? left + words : local && ways.length ? (reached ? HERE : ALONE) : "");
    this.showWays(ways);
    this.opens.hidden = Boolean(code);
    this.takes.hidden = Boolean(code) || !former;
    if (former) setText(this.takes, `Take up room ${former.code} again`);
    attrs(this.explores, { "aria-pressed": Boolean(view?.explores) });
    for (const button of [this.explores, this.copies, this.saves, this.leaves]) button.hidden = !code;
    this.edge();
  }

  leave() {
    this.left = this.room.code;
    this.room.end();
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
