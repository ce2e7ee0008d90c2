// The definition of a term, opened by mouse, keyboard and touch. Stands before marking.js in one module.
const OPENS_AFTER = 150; // ms under the mouse
const CLOSES_AFTER = 250; // ms: long enough to move the mouse onto the definition
const GAP = 6; // px between the term and its definition
const GUESSES = ".story :is(button, .weight-bar):not(.word), .story-nav > button"; // what one is about to press
const EDGE = 8; // px that stay free at the window's edge
// An event between two nodes of one shadow tree never leaves it: these are watched inside the tree as well.
const WITHIN = ["pointerover", "focusin", "focusout"];

const TIP_STYLE = `
  .glossary-definition { position: fixed; inset: auto; z-index: 1000000; box-sizing: border-box; margin: 0;
    max-width: min(24em, 100vw - 2rem); padding: .7em .85em; border-radius: .55em;
    border: 1px solid color-mix(in srgb, currentColor 30%, transparent); box-shadow: 0 4px 16px rgb(0 0 0 / .18);
    font: 400 calc(.875rem * var(--presents-zoom, 1))/1.4 var(--glossary-font, sans-serif); }
  .glossary-definition > * { display: block; }
  .glossary-definition cite { margin-top: .35em; font-size: .89em; font-style: normal; opacity: .85; }`;

class Definition {
  // `signal` ends it.
  constructor(terms, signal) {
    Object.assign(this, { terms, signal });
    this.watch(document, [...WITHIN, "click", "keydown", "scroll"]);
    signal.addEventListener("abort", () => {
      this.close();
      this.tip?.remove();
    });
  }

  watch(root, types = WITHIN) {
    const options = { capture: true, passive: false, signal: this.signal };
    for (const type of types) root.addEventListener(type, (event) => this.handle(event), options);
  }

  // An event inside the board's shadow tree names its true target in the path.
  handle(event) {
    const path = event.composedPath();
    const dfn = path.find((node) => node.localName === "dfn" && "term" in node.dataset);
    this[event.type](event, dfn, path.includes(this.tip));
  }

  pointerover(event, dfn, inside) {
    if (event.pointerType === "touch") return;
    clearTimeout(this.opening);
    clearTimeout(this.closing);
    if (dfn) this.opening = setTimeout(() => dfn.isConnected && this.open(dfn), OPENS_AFTER);
    else if (this.at && !inside && !this.at.matches(":focus")) {
      this.closing = setTimeout(() => this.close(), CLOSES_AFTER);
    }
  }

  // A finger cannot move off the definition, and what lies below it may be the next term: a tap on it closes it.
  click(event, dfn, inside) {
    if (dfn) this.open(dfn);
    else if (!inside || event.pointerType === "touch") this.close();
  }

  // A term that Tab comes to opens with Enter: who is on the way to a guess wants to see it.
  focusin(event, dfn) {
    if (dfn !== this.at) this.close();
  }

  focusout(event, dfn) {
    if (dfn) this.close();
  }

  keydown(event, dfn) {
    if (event.key === "Escape" && this.at) this.close();
    else if (dfn && (event.key === "Enter" || event.key === " ")) this.open(dfn);
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  scroll() {
    if (this.at) this.place();
  }

  open(dfn) {
    clearTimeout(this.closing);
    if (this.at === dfn) return;
    this.at = dfn;
    this.tip ??= this.build();
    const { name, means, source } = this.terms[dfn.dataset.term];
    [name, means, source].forEach((text, i) => (this.tip.children[i].textContent = text));
    const page = getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body);
    Object.assign(this.tip.style, { background: page.backgroundColor, color: page.color });
    this.tip.style.setProperty("--glossary-font", page.fontFamily);
    this.tip.hidden = false;
    this.tip.showPopover?.(); // above everything, a presented stage included
    this.place();
  }

  build() {
    const tip = document.createElement("div");
    Object.assign(tip, { className: "glossary-definition", role: "tooltip", popover: "manual" });
    tip.append(...["strong", "span", "cite"].map((name) => document.createElement(name)));
    document.body.append(tip);
    return tip;
  }

  // Below the term, above it, beside it or beside its card: the first place in the window that covers no guess, else the
  // first in the window; never beyond it.
  place() {
    const term = this.at.getClientRects()[0] ?? this.at.getBoundingClientRect();
    const card = this.at.closest(".story")?.getBoundingClientRect() ?? term;
    const { width, height } = this.tip.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const within = (low, most) => Math.max(EDGE, Math.min(low, most - EDGE));
    const [left, top] = [within(term.left, wide - width), within(term.top, innerHeight - height)];
    const places = [
      [left, term.bottom + GAP],
      [left, term.top - height - GAP],
      [term.left - width - GAP, top],
      [term.right + GAP, top],
      [card.left - width - GAP, top],
    ].filter(([x, y]) => x >= 0 && y >= 0 && x + width <= wide && y + height <= innerHeight);
    const guesses = [...this.at.getRootNode().querySelectorAll(GUESSES)].map((node) => node.getBoundingClientRect());
    const free = ([x, y]) => guesses.every((box) => box.right <= x || box.left >= x + width || box.bottom <= y || box.top >= y + height);
    const [x, y] = places.find(free) ?? places[0] ?? [left, top];
    Object.assign(this.tip.style, { left: `${x}px`, top: `${y}px` });
  }

  close() {
    clearTimeout(this.opening);
    clearTimeout(this.closing);
    if (!this.at) return;
    this.at = null;
    this.tip.hidePopover?.();
    this.tip.hidden = true;
  }
}
