// Isolines of a field by marching squares (Lorensen and Cline 1987, in two dimensions). Pure.

// Segments [c1, r1, c2, r2] along which the interpolated values are equal to `level`, in columns and rows of the cells'
// middles. `values` holds row after row. A saddle is divided by the mean of its four corners.
export function segments(values, rows, columns, level) {
  const found = [];
  for (let r = 0; r < rows - 1; r++) {
    for (let c = 0; c < columns - 1; c++) {
      const at = r * columns + c;
      const corners = [values[at], values[at + 1], values[at + columns + 1], values[at + columns]];
      const above = corners.map((value) => value >= level);
      const number = above.filter(Boolean).length;
      if (number % 4 === 0) continue;
      const cuts = SIDES.map(([a, b]) => (above[a] === above[b] ? null : point(corners, a, b, level, c, r)));
      const crossed = cuts.filter(Boolean);
      if (crossed.length === 2) found.push([...crossed[0], ...crossed[1]]);
      else for (const [a, b] of saddle(corners, above, level)) found.push([...cuts[a], ...cuts[b]]);
    }
  }
  return found;
}

// Corners of a square, counted about it, by their column and row; the corners at the ends of each side.
const CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]];
const SIDES = [[0, 1], [1, 2], [2, 3], [3, 0]];

function point(corners, a, b, level, c, r) {
  const share = (level - corners[a]) / (corners[b] - corners[a]);
  return [0, 1].map((axis) => [c, r][axis] + CORNERS[a][axis] + share * (CORNERS[b][axis] - CORNERS[a][axis]));
}

// Which sides the two lines of a saddle join: they part the corners that are unlike its middle from it.
function saddle(corners, above, level) {
  const middle = corners.reduce((sum, value) => sum + value) / 4 >= level;
  return above[0] === middle ? [[0, 1], [2, 3]] : [[3, 0], [1, 2]];
}

// Round levels between two values, about `count` of them: [{at, text}], the values as models see them and as people
// read them. `scale` is a straight line from the first to the second, `length` whether it has no offset.
export function levels([low, high], scale, length, count) {
  const step = scale.roundStep(((high - low) * scale.factor) / count);
  const [origin, offset] = length ? [0, 0] : [scale.origin, scale.offset];
  const beyond = (value) => offset - origin + scale.factor * value;
  const found = [];
  for (let k = Math.ceil(beyond(low) / step + 1e-9); k * step < beyond(high); k++) {
    const value = +(k * step).toPrecision(9);
    const text = String(+(origin + value).toPrecision(15)).replace("-", "\u2212");
    found.push({ at: (value + (origin - offset)) / scale.factor, text });
  }
  return found;
}
