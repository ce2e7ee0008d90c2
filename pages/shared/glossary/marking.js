// Marks the first place of every glossary term on the page; the definition opens there (popover.js).
//
// The page's text belongs to React and to the board, which write it again at any time. So a text node stays where
// it is and only becomes shorter; what was cut off follows it, and goes as soon as its owner touches the text again.
// The page is searched when it has come to rest, never while something is dragged.
const REST = 400; // ms without a change
const PROSE = "[data-testid=stMarkdownContainer], [data-testid=stHtml]";
const BOARD = "[data-testid=stBidiComponentIsolated]";
// Controls, formulas, code, drawings, and what a screen reader reads out whenever it changes.
const SKIP = `button, a, label, input, textarea, select, summary, code, pre, kbd, svg, canvas, style, script, dfn, h1,
  [role=button], [role=status], [role=alert], [role=tooltip], [role=dialog], [aria-live], [aria-hidden=true], .katex,
  .unseen, .tip, [data-testid=stPopover], [data-testid=stPopoverBody]`;
const SECONDARY = "h2, h3, h4, header, table, caption, .legend, dl"; // where there is no better place

const TERM_STYLE = `
  dfn[data-term] { font-style: inherit; cursor: help; text-decoration-line: underline; text-decoration-style: dotted;
    text-decoration-thickness: 1px; text-underline-offset: .2em; text-decoration-color: color-mix(in srgb, currentColor 65%, transparent); }
  dfn[data-term]:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; border-radius: 2px; }`;

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Finds terms in a text: whole words, the longest form first; a form without capitals matches any case.
class Forms {
  constructor(terms) {
    const forms = terms.flatMap(({ forms }, i) => forms.map((form) => [form, i]));
    this.exact = new Map(forms);
    this.lower = new Map(forms.filter(([form]) => form === form.toLowerCase()));
    const longest = [...this.exact.keys()].sort((a, b) => b.length - a.length);
    this.search = new RegExp(`(?<![\\p{L}\\d-])(${longest.map(escaped).join("|")})(s?)(?![\\p{L}\\d]|-\\p{L})`, "giu");
  }

  // [start, words, term] of every term in the text.
  *in(text) {
    for (const match of text.matchAll(this.search)) {
      const term = this.exact.get(match[1]) ?? this.lower.get(match[1].toLowerCase());
      if (term !== undefined) yield [match.index, match[0], term];
    }
  }
}

class Marks {
  // `definition` is to know of every part of the page; `signal` ends it.
  constructor(terms, definition, signal) {
    Object.assign(this, { terms, definition, signal });
    this.forms = new Forms(terms);
    this.pieces = new Map(); // text node of others -> what was cut off it
    this.base = new WeakMap(); // a piece -> that node
    this.dressed = [];
    this.watched = new WeakSet();
    this.style = new CSSStyleSheet();
    this.style.replaceSync(TERM_STYLE + TIP_STYLE);
    this.changes = new MutationObserver((changes) => this.changed(changes));
    signal.addEventListener("abort", () => this.end());
    this.roots();
    this.later();
  }

  changed(changes) {
    for (const { target, removedNodes } of changes) {
      for (const node of [target, ...removedNodes]) if (this.pieces.has(node)) this.drop(node);
    }
    this.later();
  }

  // Its owner has written the text anew, or has taken it off the page.
  drop(text) {
    for (const piece of this.pieces.get(text)) piece.remove();
    this.pieces.delete(text);
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => this.mark()), REST);
  }

  mark() {
    if (this.signal.aborted) return;
    for (const text of this.pieces.keys()) if (!text.isConnected) this.pieces.delete(text);
    const roots = this.roots();
    const open = new Set(this.terms.keys());
    for (const dfn of roots.flatMap((root) => [...root.querySelectorAll("dfn[data-term]")])) {
      if (dfn.checkVisibility()) open.delete(Number(dfn.dataset.term));
    }
    const texts = roots.flatMap((root) => [...prose(root)]).sort(inPageOrder);
    const better = (text) => !text.parentElement.closest(SECONDARY);
    for (const text of [...texts.filter(better), ...texts.filter((text) => !better(text))]) this.markIn(text, open);
    this.changes.takeRecords();
  }

  // The parts of the page that hold prose; each is watched from now on.
  roots() {
    const main = document.querySelector("[data-testid=stMain]");
    if (!main) return [];
    const boards = [...main.querySelectorAll(BOARD)].map((host) => host.shadowRoot).filter(Boolean);
    for (const root of [main, ...boards].filter((root) => !this.watched.has(root))) {
      this.watched.add(root);
      this.changes.observe(root, { childList: true, subtree: true, characterData: root === main });
      if (root !== main) this.definition.watch(root);
      this.dress(root === main ? document : root);
    }
    return [main, ...boards];
  }

  dress(root) {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.style];
    this.dressed.push(root);
  }

  // The terms of one text node that are `open`: without a mark so far.
  markIn(text, open) {
    const words = text.data;
    const found = [...this.forms.in(words)].filter(([, , term]) => open.delete(term));
    if (!found.length) return;
    const after = found.flatMap(([start, shown, term], i) => {
      const rest = words.slice(start + shown.length, found[i + 1]?.[0]);
      return [this.dfn(shown, term), ...(rest ? [document.createTextNode(rest)] : [])];
    });
    text.data = words.slice(0, found[0][0]);
    text.after(...after);
    const base = this.base.get(text) ?? text;
    for (const piece of after) this.base.set(piece, base);
    this.pieces.set(base, [...(this.pieces.get(base) ?? []), ...after]);
  }

  dfn(shown, term) {
    const dfn = document.createElement("dfn");
    Object.assign(dfn, { textContent: shown, tabIndex: 0 });
    Object.assign(dfn.dataset, { term });
    dfn.setAttribute("aria-description", this.terms[term].means); // what a screen reader reads with it
    return dfn;
  }

  // The page as it was before anything was marked.
  end() {
    clearTimeout(this.timer);
    this.changes.disconnect();
    for (const [text, pieces] of this.pieces) {
      if (text.isConnected) text.data += pieces.map((piece) => piece.textContent).join("");
      this.drop(text);
    }
    for (const root of this.dressed) {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== this.style);
    }
  }
}

// The text nodes below `root` whose words may be marked.
function* prose(root) {
  const { FILTER_ACCEPT, FILTER_REJECT, FILTER_SKIP, SHOW_ELEMENT, SHOW_TEXT } = NodeFilter;
  const walker = document.createTreeWalker(root, SHOW_ELEMENT | SHOW_TEXT, (node) => {
    if (node.nodeType === Node.ELEMENT_NODE) return node.matches(SKIP) ? FILTER_REJECT : FILTER_SKIP;
    return /\p{L}/u.test(node.data) ? FILTER_ACCEPT : FILTER_SKIP;
  });
  while (walker.nextNode()) {
    const { parentElement } = walker.currentNode;
    const isProse = root instanceof ShadowRoot || parentElement?.closest(PROSE);
    if (isProse && parentElement?.checkVisibility()) yield walker.currentNode;
  }
}

// A board's text stands where the board does.
function inPageOrder(one, other) {
  const [a, b] = [one, other].map((node) => node.getRootNode().host ?? node);
  return a === b ? 0 : a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

let life;

export default function ({ data }) {
  life?.abort(); // the page runs again with other terms
  const mine = (life = new AbortController());
  new Marks(data.terms, new Definition(data.terms, mine.signal), mine.signal);
  return () => mine.abort();
}
