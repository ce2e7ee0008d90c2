// A box of a block diagram: its name and its size above it, arrows into it. A click picks it; then its name opens a lesson.
import { attrs, setText, svg } from "../dom/elements.js";
import { openPage } from "../transport/open_page.js";

const ABOVE = 5; // pixels from the words to the box
const ROOM = 4; // pixels that the words may be longer than their box
const TIP = 5; // pixels of an arrow's head

export class BoxPainter {
  constructor(mark, layers, nth, changes) {
    this.changes = changes;
    this.arrows = svg("path", { class: "box-arrows" }, layers.threads);
    this.frame = svg("rect", { class: "box", rx: 3, tabindex: 0, role: "button" }, layers.dots);
    this.text = svg("text", { class: "box-text", "text-anchor": "middle", "dominant-baseline": "central" }, layers.handles);
    this.words = svg("text", { class: "box-words" }, layers.handles);
    this.link = svg("a", {}, this.words);
    this.size = svg("tspan", { class: "box-size", dx: 6 }, this.words);
    this.nodes = [this.arrows, this.frame, this.text, this.words];
    this.frame.addEventListener("click", () => this.pick());
    this.frame.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") this.pick(event);
    });
    this.link.addEventListener("click", (event) => this.open(event));
  }

  paint(mark, { frame }) {
    this.mark = mark;
    const [left, right] = mark.x.map((at) => frame.sx(at));
    const [bottom, top] = mark.y.map((at) => frame.sy(at));
    const pressed = { "aria-pressed": mark.picked, "aria-label": `${mark.name}, ${mark.size || mark.text}` };
    attrs(this.frame, { x: left, y: top, width: right - left, height: bottom - top, ...pressed });
    attrs(this.words, { x: left, y: top - ABOVE });
    setText(this.link, mark.opens ? `${mark.name} \u203a` : mark.name);
    if (mark.opens) attrs(this.link, { href: mark.opens, "aria-label": `${mark.name}: open its lesson` });
    setText(this.size, mark.size);
    this.fit(right - left);
    attrs(this.text, { x: (left + right) / 2, y: (top + bottom) / 2 });
    setText(this.text, mark.text);
    const ends = ([x1, y1, x2, y2]) => [frame.sx(x1), frame.sy(y1), frame.sx(x2), frame.sy(y2)];
    attrs(this.arrows, { d: mark.reads.map((read) => arrow(...ends(read))).join("") });
  }

  // The size is left out where it would lie on the next box's name; measured only when something else stands there.
  fit(width) {
    const key = `${width} ${this.words.textContent}`;
    if (key === this.fitted) return;
    this.fitted = key;
    attrs(this.size, { display: "inline" });
    if (this.words.getComputedTextLength() > width + ROOM) attrs(this.size, { display: "none" });
  }

  pick(event) {
    event?.preventDefault();
    event?.stopPropagation();
    const { mark, changes } = this;
    if (!mark.picked) changes.edit(() => changes.set(mark.edit, mark.value));
  }

  open(event) {
    event.preventDefault();
    // A first press on the name is one on the box: whoever wants to look at it is not led away.
    if (!this.mark.picked) this.pick();
    else if (this.mark.opens) openPage(this.mark.opens);
  }
}

// From below one box to above the words of another, with a head.
function arrow(x1, y1, x2, y2) {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [((x2 - x1) / long) * TIP, ((y2 - y1) / long) * TIP];
  const head = `M${x2 - ux - uy},${y2 - uy + ux}L${x2},${y2}L${x2 - ux + uy},${y2 - uy - ux}`;
  return `M${x1},${y1}L${x2},${y2}${head}`;
}
