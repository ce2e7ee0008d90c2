// Offers a short link beside a long one, in the page's list of what to share.
import { html } from "../dom/elements.js";
import { LONG, shortened } from "../transport/short_link.js";

export default function shortLinkOffer({ parentElement, data }) {
  const place = parentElement.querySelector(".offer");
  if (place.dataset.link === data.link) return; // what was made stays, while the page runs again
  place.dataset.link = data.link;
  place.textContent = "";
  const note = html("p", { role: "status", text: LONG }, place);
  const button = html("button", { type: "button", text: "Make a short link, for four hours" }, place);
  button.addEventListener("click", async () => {
    button.disabled = true;
    const short = await shortened(data.link);
    button.disabled = false;
    note.textContent = short.note;
    if (!short.link || place.dataset.link !== data.link) return;
    button.remove();
    place.append(html("code", { text: short.link }), image(short));
  });
}

// The picture comes from our own server; as an image its markup can do nothing but show.
function image({ link, svg }) {
  return html("img", { alt: `QR code of ${link}`, src: `data:image/svg+xml;utf8,${encodeURIComponent(svg)}` });
}
