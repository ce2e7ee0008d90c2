// Where the cells of a heat map lie: pixel edges of rows and columns. Pure.
import { MARGINS } from "../plot/frame.js";
import { differing } from "../state/dates.js";

const LETTER = 6.4;
const AROUND = 70; // axis titles and the scale
const TITLES = 42; // without a scale
const ROW = 34; // of wide cells
const WIDEST = 138; // names of rows: a date and a time
const PHONE = 420; // pixels of width: there a band has less height
const WIDE = 600; // from this width on a picture stands in the place of the stage

// `limit`: pixels of height that there are for the whole picture, null where it takes what it needs.
export function heatMapFrame(mark, width, area, x, limit = null) {
  const rows = mark.values.length;
  const columns = mark.values[0]?.length ?? 0;
  const longest = Math.max(mark.row_letters ?? 0, ...differing(mark.row_labels).map((s) => s.length));
  const strip = area === "strip" || mark.columns_at !== null;
  const left = strip ? MARGINS.strip.left : Math.min(WIDEST, 26 + (longest ? longest * LETTER + 8 : 0));
  const right = width - (strip ? MARGINS.strip.right : 4);
  const top = 4;
  const room = Math.max(10, right - left);
  const most = mostHigh(limit !== null && width >= WIDE ? "square" : area, limit, mark.marked ? TITLES : AROUND);
  const band = Math.min(bandHeight(rows, area), limit !== null ? most : area === "strip" && width < PHONE ? 120 : Infinity);
  const [wide, high] = strip ? [room, band] : mark.wide ? [room, Math.min(most, rows * ROW)] : cells(rows, columns, room, most, { square: mark.square, flat: Boolean(mark.edit) || mark.show_numbers });
  const bottom = top + high;
  const at = mark.columns_at ? aligned(mark.columns_at, x, left, room) : spread(columns, left, wide);
  const placed = mark.columns_at !== null && area !== "strip"; // a strip lies under an axis that says where
  const labelled = placed || mark.column_labels.length > 0;
  const height = bottom + (labelled ? 17 : 4) + (area === "multiple" ? 16 : 20);
  return { left, right: left + wide, top, bottom, rows, columns, across: at, down: spread(rows, top, high), height, labelled, narrow: strip };
}

// Square cells while they fit, otherwise a filled box. `square`: rows and columns are the same places. `flat`: cells that
// are clicked, or hold numbers, stay wide where there is little height.
function cells(rows, columns, room, most, { square, flat }) {
  if (square) return [Math.min(room, most), Math.min(room, most)];
  if (rows > 40 || columns > 40) return [room, most];
  const wide = Math.floor(Math.min(room / Math.max(columns, 1), room >= WIDE ? 60 : 44));
  const side = Math.min(wide, Math.floor(most / Math.max(rows, 1)));
  if (side < 9) return [room, most];
  return [(flat ? wide : side) * columns, side * rows];
}

function mostHigh(area, limit, around) {
  const most = { multiple: 150, large: 420, square: limit === null ? 520 : 900 }[area] ?? 300;
  return limit === null ? most : Math.min(most, Math.max(40, limit - around));
}

const bandHeight = (rows, area) => (rows <= 12 ? Math.max(28, rows * 18) : area === "lens" ? 220 : 150);

const spread = (n, from, size) => Array.from({ length: n + 1 }, (_, i) => from + (i * size) / Math.max(1, n));

// Columns centred at positions on the x axis of the plots above.
function aligned(at, x, left, room) {
  const px = at.map((v) => left + ((v - x[0]) / (x[1] - x[0])) * room);
  const middle = px.slice(1).map((v, i) => (v + px[i]) / 2);
  const first = px.length > 1 ? px[0] - (middle[0] - px[0]) : left;
  const last = px.length > 1 ? px.at(-1) + (px.at(-1) - middle.at(-1)) : left + room;
  return [first, ...middle, last];
}

export function cellAt(frame, px, py) {
  if (px < frame.left || px > frame.right || py < frame.top || py > frame.bottom) return null;
  const column = frame.across.findIndex((edge) => edge > px) - 1;
  const row = frame.down.findIndex((edge) => edge > py) - 1;
  return column < 0 || row < 0 ? null : [row, column];
}
