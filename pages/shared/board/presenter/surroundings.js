// Hides the page around the board and shows it again: only what leads to the board, and what is kept, stays visible.

const MARK = "data-presents";
const ID = "board-presents";
const STYLE = `
[${MARK}="path"] > :not([${MARK}], style) { display: none !important; }
[${MARK}="path"] {
  display: block !important; width: 100% !important; max-width: none !important; min-width: 0 !important;
  margin: 0 !important; padding: 0 !important; gap: 0 !important;
}
[${MARK}="kept"] { zoom: var(--presents-zoom, 1); padding: 0.25rem 0.9rem 0 !important; }
`;

// Hide everything beside the way from the page's root to the board; the `kept` element stays where it is.
export function hideSurroundings(root, kept) {
  restoreSurroundings();
  if (!document.getElementById(ID)) {
    const style = document.createElement("style");
    style.id = ID;
    style.textContent = STYLE;
    document.head.append(style);
  }
  const host = root.getRootNode().host ?? root;
  for (let node = host.parentElement; node && node !== document.body; node = node.parentElement) mark(node, "path");
  mark(host, "board");
  if (!kept) return;
  let node = kept;
  while (node.parentElement && node.parentElement.getAttribute(MARK) !== "path") {
    mark(node, "inside");
    node = node.parentElement;
  }
  mark(node, "kept");
}

export function restoreSurroundings() {
  document.getElementById(ID)?.remove();
  for (const node of document.querySelectorAll(`[${MARK}]`)) node.removeAttribute(MARK);
}

const mark = (node, value) => node.setAttribute(MARK, value);
