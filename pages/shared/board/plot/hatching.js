// Lines that hatch a box outside a convex polygon, as lines of their own: a file needs no pattern for them. Pure.

const APART = 11; // pixels, along x

// `corners` are [x, y] in pixels, in order around the polygon; fewer than three leave all of the box outside. Returns
// the d of a path.
export function hatching({ left, right, top, bottom }, corners) {
  const parts = [];
  for (let sum = APART * Math.ceil((left + top) / APART); sum < right + bottom; sum += APART) {
    const [first, last] = [Math.max(left, sum - bottom), Math.min(right, sum - top)];
    const inside = crossings(corners, sum);
    for (const [from, to] of [[first, Math.min(last, ...inside)], [Math.max(first, ...inside), last]]) {
      if (to - from > 0.5) parts.push(`M${from.toFixed(1)} ${(sum - from).toFixed(1)}L${to.toFixed(1)} ${(sum - to).toFixed(1)}`);
      if (!inside.length) break; // one line from end to end
    }
  }
  return parts.join("");
}

// Every x at which the line x + y = sum crosses the edge of the polygon.
function crossings(corners, sum) {
  if (corners.length < 3) return [];
  return corners.flatMap(([x, y], i) => {
    const [nextX, nextY] = corners[(i + 1) % corners.length];
    const [here, there] = [x + y - sum, nextX + nextY - sum];
    return here < 0 === there < 0 ? [] : [x + ((nextX - x) * here) / (here - there)];
  });
}
