// Numbers as people read them, and the few sums that many parts need.

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

// True minus sign, no negative zero.
export function fmt(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  return (value < 0 && Number(text) !== 0 ? "\u2212" : "") + text;
}

// A row or column by its label, or its number, with what it is where the label does not say so.
export function nameOf(labels, title, i) {
  const label = labels[i] || String(i + 1);
  return label.startsWith(title) ? label : `${title} ${label}`;
}

// The fewest digits that write a tick or a slider value exactly.
export function short(value) {
  const plain = String(+value.toFixed(6));
  const raised = value.toExponential().replace("e+", "e");
  return (Math.abs(value) >= 1e5 && raised.length < plain.length ? raised : plain).replace("-", "\u2212");
}

// Where the scale of amounts that are shares ends: one of three numbers, so that a shade or a height hardly ever
// changes its meaning during a drag, and many small shares can be distinguished.
export const ceiling = (most) => [0.1, 0.25].find((top) => most <= top) ?? 1;
