// The stretch along which the grip of a shift is pulled. In its middle a pixel is one of the frame. Where a shift leads
// out of the frame, the last pixels before the edge hold all the rest, so that every shift is within reach of a hand.

const LAST = 48; // pixels

export class Reach {
  // The grip, of half the width `half`, stands at x = `from` when nothing is shifted, and may go to `low` and `high`.
  constructor(frame, from, [low, high], half) {
    Object.assign(this, { frame, width: frame.width, x: frame.x });
    const at = frame.sx(from);
    this.right = side(at, frame.sx(high), frame.right - half, 1);
    this.left = side(at, frame.sx(low), frame.left + half, -1);
  }

  // The pixel of a value: as in the frame, but never beyond its edge.
  sx(value) {
    const px = this.frame.sx(value);
    return this.right.narrow(this.left.narrow(px));
  }

  dataX(pixel) {
    return this.frame.dataX(this.right.widen(this.left.widen(pixel)));
  }
}

// Beyond `knee` all pixels up to `last` stand for those up to `edge`; `way` is 1 to the right, -1 to the left.
function side(at, last, edge, way) {
  if ((last - edge) * way <= 0) return { narrow: (px) => px, widen: (px) => px };
  const knee = edge - way * Math.max(1, Math.min(LAST, (edge - at) * way));
  const share = (edge - knee) / (last - knee);
  const beyond = (px, by) => ((px - knee) * way > 0 ? knee + (px - knee) * by : px);
  const within = (px) => ((px - edge) * way > 0 ? edge : px);
  return { narrow: (px) => within(beyond(px, share)), widen: (px) => beyond(px, 1 / share) };
}
