// Small helpers for building and updating nodes.

const NS = "http://www.w3.org/2000/svg";

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

export function svg(name, attributes = {}, parent = null) {
  return put(document.createElementNS(NS, name), attributes, parent);
}

export function html(name, attributes = {}, parent = null) {
  return put(document.createElement(name), attributes, parent);
}

// Writing the same attribute again would still invalidate style and layout, sixty times a second.
export function attrs(node, attributes) {
  for (const key in attributes) {
    const value = String(attributes[key]);
    if (node.getAttribute(key) !== value) node.setAttribute(key, value);
  }
  return node;
}

function put(node, attributes, parent) {
  const { text, ...rest } = attributes;
  attrs(node, rest);
  if (text !== undefined) node.textContent = text;
  parent?.appendChild(node);
  return node;
}

// What came later stands where it belongs, not behind what was there before; nothing moves that is in its place.
export function inOrder(parent, nodes) {
  nodes.reduceRight((next, node) => {
    if (node.parentNode !== parent || node.nextSibling !== next) parent.insertBefore(node, next);
    return node;
  }, null);
}

// Writing the same text again would still invalidate layout.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

// A number for people: true minus sign, no negative zero.
export function fmt(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "\u2212" : "") + text;
}

// The fewest digits that tell a tick or a slider value exactly.
// Where the scale of amounts that are shares ends: one of three numbers, so that a shade or a height hardly ever
// changes its meaning during a drag, and many small shares can be told apart.
export const ceiling = (most) => [0.1, 0.25].find((top) => most <= top) ?? 1;

export function short(value) {
  if (Math.abs(value) >= 1e5) return value.toExponential(0).replace("e+", "e").replace("-", "\u2212");
  return String(+value.toFixed(6)).replace("-", "\u2212");
}
