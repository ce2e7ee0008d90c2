// Building and updating nodes of the document.

const NS = "http://www.w3.org/2000/svg";

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
