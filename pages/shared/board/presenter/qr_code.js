// The link to this state as a QR code, large enough for the last row.
import { copied } from "../dom/copied.js";
import { html } from "../dom/elements.js";
import { LONG, shortened } from "../transport/short_link.js";

export class QrSheet {
  // `here` has the link (link_here.js).
  constructor(root, here) {
    this.here = here;
    this.dialog = html("dialog", { class: "sheet qr", "aria-label": "Link to this state" }, root);
    const body = (this.body = html("div", { class: "sheet-body" }, this.dialog));
    this.code = html("div", { class: "qr-code", role: "img", "aria-label": "QR code with the link below" }, body);
    this.short = html("button", { type: "button", class: "sheet-button qr-short", text: "Make a short link, for four hours" }, body);
    this.short.addEventListener("click", (event) => {
      event.stopPropagation();
      this.shorten();
    });
    this.link = html("p", { class: "qr-link" }, body);
    this.note = html("p", { class: "qr-note" }, body);
    this.copy = html("button", { type: "button", class: "sheet-button qr-copy", text: "Copy the link" }, body);
    this.copy.addEventListener("click", (event) => {
      event.stopPropagation(); // a click anywhere else closes
      copied(this.copy, this.link);
    });
    this.dialog.addEventListener("click", () => this.dialog.close());
  }

  get open() {
    return this.dialog.open;
  }

  // Opened at once; the link follows.
  toggle() {
    if (this.open) return this.dialog.close();
    this.code.textContent = "";
    this.code.hidden = false;
    this.copy.textContent = "Copy the link";
    this.link.textContent = "The link is being made\u2026";
    this.note.textContent = "";
    this.copy.hidden = this.short.hidden = true;
    this.dialog.showModal();
    const request = (this.request = this.here.get());
    request.then((share) => this.open && this.request === request && this.show(share));
  }

  show(share) {
    // The picture comes from our own server; as an image its markup can do nothing but show.
    const image = html("img", { alt: "", src: `data:image/svg+xml;utf8,${encodeURIComponent(share.svg)}` });
    this.code.replaceChildren(image);
    this.code.hidden = !share.svg;
    this.copy.hidden = !share.link;
    this.link.textContent = share.link;
    this.note.textContent = [share.long ? LONG : "", share.note].filter(Boolean).join(" ");
    this.short.hidden = !share.long;
    this.share = share;
  }

  // In place of the long link; where there is none, why.
  async shorten() {
    const { share, request } = this;
    this.short.disabled = true;
    const short = await shortened(share.link);
    this.short.disabled = false;
    if (!this.open || this.request !== request) return;
    if (!short.link) return (this.note.textContent = short.note);
    this.show({ ...short, note: [short.note, share.note].filter(Boolean).join(" ") });
    this.body.scrollTo(0, 0); // the code is wanted now, not the button that was pressed
  }
}
