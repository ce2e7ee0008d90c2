// The equation with its live numbers. A term that belongs to a drawn point is highlighted with it, in both directions.
import { html, setText } from "../dom/elements.js";

export class Equation {
  constructor(host, { points, highlight }) {
    Object.assign(this, { points, highlightPoint: highlight });
    this.root = html("p", { class: "equation", "data-role": "equation" }, host);
    this.root.addEventListener("pointerover", (event) => this.hover(event));
    this.root.addEventListener("pointerleave", () => highlight(null));
  }

  paint(text, terms = []) {
    const parts = pieces(text, terms);
    while (this.root.childElementCount > parts.length) this.root.lastChild.remove();
    while (this.root.childElementCount < parts.length) html("span", {}, this.root);
    this.keys = parts.map((part) => part.key);
    parts.forEach((part, i) => {
      setText(this.root.children[i], part.text);
      this.root.children[i].classList.toggle("term", part.key !== null);
    });
    this.root.hidden = !text;
  }

  hover({ target }) {
    const key = this.keys[[...this.root.children].indexOf(target)] ?? null;
    this.highlightPoint(key === null ? null : this.points()[key]?.id ?? null);
  }

  highlight(index) {
    this.keys?.forEach((key, i) => this.root.children[i].classList.toggle("lit", key !== null && key === index));
  }
}

// The text cut at its terms, in their order: {text, key}, where key is the drawn point of a term, or null between two.
export function pieces(text, terms) {
  const found = [];
  let from = 0;
  for (const [term, key] of terms) {
    const at = text.indexOf(term, from);
    if (at < 0) continue;
    if (at > from) found.push({ text: text.slice(from, at), key: null });
    found.push({ text: term, key });
    from = at + term.length;
  }
  if (from < text.length) found.push({ text: text.slice(from), key: null });
  return found;
}
