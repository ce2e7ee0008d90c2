// A box of a block diagram: its name and its size above it, arrows into it. A click picks it; then its name opens a lesson.
// The pointer over it reads the number there.
import { attrs, setText, svg } from "../dom/elements.js";
import { clamp, fmt, nameOf } from "../dom/numbers.js";
import { openPage } from "../transport/open_page.js";
import { valuesOf } from "./field.js";

const ABOVE = 5; // pixels from the words to the box
const ROOM = 4; // pixels that the words may be longer than their box
const TIP = 5; // pixels of an arrow's head

export class BoxPainter {
  constructor(mark, layers, nth, changes, tooltip) {
    Object.assign(this, { changes, tooltip, svg: layers.svg });
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
    this.frame.addEventListener("pointermove", (event) => this.hover(event));
    this.frame.addEventListener("focus", () => this.readAt([0.5, 0], false));
    for (const end of ["pointerleave", "blur"]) this.frame.addEventListener(end, () => this.readAt(null));
  }

  paint(mark, { frame }) {
    this.mark = mark;
    this.values = null;
    const [left, right] = mark.x.map((at) => frame.sx(at));
    const [bottom, top] = mark.y.map((at) => frame.sy(at));
    const pressed = { "aria-pressed": mark.picked, "aria-label": `${mark.name}, ${mark.size || mark.text}` };
    this.place = { x: left, y: top, width: right - left, height: bottom - top };
    attrs(this.frame, { ...this.place, ...pressed });
    if (this.at) this.readAt(this.at, this.pointed);
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

  hover(event) {
    if (event.buttons) return this.readAt(null);
    const box = this.frame.getBoundingClientRect();
    this.readAt([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]);
  }

  // Name, size and, where it is `pointed` at, the number at these shares of width and height, also when that changes.
  readAt(at, pointed = true) {
    Object.assign(this, { at, pointed });
    if (!at) return this.tooltip.hide();
    const { mark, place } = this;
    const hidden = this.frame.closest("[data-mode=story][data-hides~=field]"); // until a guess
    const number = hidden || !mark.holds || !pointed ? "" : `: ${this.number(...at)}`;
    const size = hidden || !mark.size ? "" : `, ${mark.size}`;
    this.tooltip.show(this.svg, place.x + at[0] * place.width, place.y + at[1] * place.height, mark.name + size + number);
  }

  number(across, down) {
    const { holds, rows, columns, across: title } = this.mark;
    const [row, column] = [[down, holds.rows], [across, holds.columns]].map(([share, count]) => clamp(Math.floor(share * count), 0, count - 1));
    this.values ??= valuesOf(holds);
    const name = (labels, unlabelled, i) => nameOf(labels, labels.length ? "" : unlabelled, i);
    return `${name(rows, "row", row)}, ${name(columns, title, column)}: ${fmt(this.values[row * holds.columns + column], 3)}`;
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
