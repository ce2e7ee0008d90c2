// The numbers behind the marks of a panel, as tables for who cannot see the picture. Pure.
import { fmt } from "../dom/numbers.js";
import { SIDE } from "../state/limits.js";
import { valuesOf } from "../marks/field.js";
import { counts } from "../state/pixels.js";

const MOST = 25; // rows of a table: a curve is read at so many places
const CELLS = 40; // rows and columns of a picture: a map has all of its cells
const DIGITS = 3;

// By the kind of a mark: {caption, head, rows} of texts. `write` has x(value), y(value) and value(mark, value), in
// the units of the axes, of a field and of bars.
const TABLES = {
  curve: ({ x, mean, sd, label, role }, write) => ({
    caption: label || { limit: "limit", "shifted-prediction": "shifted prediction" }[role] || "prediction",
    head: [write.xTitle, "mean", "mean \u2212 2 sd", "mean + 2 sd"],
    rows: thinned(x).map((i) => [write.x(x[i]), ...[0, -2, 2].map((n) => write.y(mean[i] + n * sd[i]))]),
  }),
  line: ({ x, y, label, role }, write) => ({
    caption: label || role,
    head: [write.xTitle, write.yTitle],
    rows: thinned(x).map((i) => [write.x(x[i]), write.y(y[i])]),
  }),
  dots: ({ x, y, labels, role }, write) => ({
    caption: role,
    head: ["", write.xTitle, write.yTitle],
    rows: thinned(x).map((i) => [labels[i] || String(i + 1), write.x(x[i]), write.y(y[i])]),
  }),
  threads: ({ weights, null_share, label }, { point }) => ({
    caption: label,
    head: [point, label],
    rows: [...(null_share ? [["null", number(null_share)]] : []), ...weights.map((weight, i) => [String(i + 1), number(weight)])],
  }),
  handle: ({ x, label, edit }, write) => ({ caption: label || edit, head: [write.xTitle], rows: [[write.x(x)]] }),
  level: ({ y, label }, write) => ({ caption: label, head: [write.yTitle], rows: [[write.y(y)]] }),
  place: ({ x, y, held }, write) => ({ caption: held, head: [write.xTitle, write.yTitle], rows: [[write.x(x), write.y(y)]] }),
  pixels: ({ text, label }) => ({
    caption: label,
    head: ["row", ...Array.from(text.slice(0, SIDE)).map((_, i) => String(i + 1))],
    rows: Array.from(text.slice(0, SIDE)).map((_, row) => [String(row + 1), ...counts(text.slice(row * SIDE, (row + 1) * SIDE)).map(String)]),
  }),
  // From the top row: the same picture in numbers.
  field: (mark, write) => {
    const values = valuesOf(mark);
    const at = ([first, last], count, i) => first + (i / Math.max(1, count - 1)) * (last - first);
    const [rows, columns] = [mark.rows, mark.columns].map((count) => thinned(Array.from({ length: count }), CELLS));
    return {
      caption: mark.label,
      head: [`${write.yTitle} \\ ${write.xTitle}`, ...columns.map((c) => write.x(at(mark.x, mark.columns, c)))],
      rows: rows.reverse().map((r) => [write.y(at(mark.y, mark.rows, r)), ...columns.map((c) => write.value(mark, values[r * mark.columns + c]))]),
    };
  },
  dial: ({ label, value }) => ({ caption: label, head: [label], rows: [[number(value)]] }),
  bars: (mark, write) => {
    const { values, labels, title, spread, quantity } = mark;
    const written = (value) => (quantity ? write.value(mark, value) : number(value));
    return {
      caption: title,
      head: ["", "value", ...(spread.length ? ["from", "to"] : [])],
      rows: values.map((value, i) => [labels[i] ?? String(i + 1), written(value), ...(spread[i] ?? []).map(written)]),
    };
  },
  heatmap: ({ values, row_title, column_title, row_labels, column_labels, mask, gap }) => {
    const columns = thinned(values[0] ?? []).filter((k) => k !== gap);
    return {
      caption: `${row_title} by ${column_title}`,
      head: [`${row_title} \\ ${column_title}`, ...columns.map((k) => column_labels[k] || String(k + 1))],
      rows: thinned(values).map((i) => [row_labels[i] || String(i + 1), ...columns.map((k) => (mask && !mask[i][k] ? "masked" : number(values[i][k])))]),
    };
  },
  shading: ({ values, label }, write) => ({
    caption: label,
    head: [write.yTitle, label],
    rows: values.map((value, i) => [write.rows[i] ?? String(i + 1), number(value)]),
  }),
  symbols: ({ labels, label, lines, weights }) => ({
    caption: label,
    head: ["from", "to", label],
    rows: lines.length ? lines.map(([a, b], i) => [labels[a], labels[b], number(weights[i])]) : labels.map((text) => [text, "", ""]),
  }),
  table: ({ heading, columns, rows }) => ({
    caption: heading,
    head: [heading, ...columns],
    rows: rows.map(({ label, cells }) => [label, ...cells.map(({ text }) => text)]),
  }),
};

// Names of the parts of a step that a mark belongs to: what the step hides has no numbers either.
const PARTS = {
  curve: ({ role }) => (role === "model" ? ["band", "mean"] : [role]),
  line: ({ role }) => ["line", ...(role.endsWith("path") ? ["paths"] : [])],
  dots: () => ["targets"],
  handle: () => ["query"],
  place: () => ["places"],
  bars: ({ model }) => (model === "bayes" ? ["limit"] : []),
  shading: ({ model }) => [model === "bayes" ? "limit" : "band"],
};

// `points` are the drawn ones where the panel shows them, `hidden` the names of parts that are not on show.
export function tablesOf(panel, write, points, hidden) {
  const seen = (mark) => ![mark.kind, ...(PARTS[mark.kind]?.(mark) ?? [])].some((name) => hidden.includes(name));
  const found = panel.marks.filter((mark) => TABLES[mark.kind] && seen(mark)).map((mark) => TABLES[mark.kind](mark, write));
  if (points.length) {
    const rows = points.map(({ x, y }, i) => [String(i + 1), write.x(x), write.y(y)]);
    found.push({ caption: `${write.point}s`, head: ["", write.xTitle, write.yTitle], rows });
  }
  return found.filter(({ rows }) => rows.length);
}

// Small numbers keep digits that count.
function number(value) {
  return value && Math.abs(value) < 0.01 ? value.toExponential(1).replace(/-/g, "\u2212") : fmt(value, DIGITS);
}

// Numbers of items, evenly spaced where there are many, with both ends.
function thinned(list, most = MOST) {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, i) => (count < 2 ? 0 : Math.round((i * (list.length - 1)) / (count - 1))));
}
