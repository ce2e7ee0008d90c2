// Which of the marks that can be moved a pointer takes. Pure.

const FINGER = 24; // pixels within which a finger takes a mark
const LINE = 17; // a line has no middle, and would win everywhere: it counts as so much further away, and is taken by a
// finger that is on it

// `marks` are {at: [x, y], line, under}: the middle of each, or the place on a line that is nearest to the pointer, and
// whether the pointer is on what is drawn of it. The mark whose middle is nearest, or null; of two at one place the later
// one, which lies on top.
export function nearestMark(marks, [x, y], finger) {
  let best = null;
  let least = Infinity;
  for (const mark of marks) {
    const far = Math.hypot(mark.at[0] - x, mark.at[1] - y);
    if (!mark.under && (mark.line || !finger || far > FINGER)) continue;
    const counts = far + (mark.line ? LINE : 0);
    if (counts <= least) [best, least] = [mark, counts];
  }
  return best;
}
