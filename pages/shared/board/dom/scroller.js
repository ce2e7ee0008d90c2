// The node, perhaps outside of the board's own tree, that scrolls what this one stands in; null where nothing does.
export function scrollerOf(node) {
  for (let at = node; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
    if (at.scrollHeight - at.clientHeight > 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}
