// Path data for lines and bands. Strings are built by hand: this is the hot loop of a drag.

const FAR = 20000; // pixels; keeps wild values out of the rasteriser

const bound = (v) => (v > FAR ? FAR : v < -FAR ? -FAR : v);
const round = (v) => Math.round(bound(v) * 10) / 10;

// The x pixels of a curve, kept while the curve's grid and the frame stay the same.
export class Grid {
  pixels(xs, frame) {
    if (this.frame === frame && equal(this.xs, xs)) return this.found;
    this.frame = frame;
    this.xs = xs;
    return (this.found = xs.map((x) => round(frame.sx(x))));
  }
}

function equal(a, b) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

export function linePath(pixels, ys, frame) {
  let d = "";
  let pen = "M";
  for (let i = 0; i < ys.length; i++) {
    if (!Number.isFinite(ys[i]) || !Number.isFinite(pixels[i])) {
      pen = "M";
      continue;
    }
    d += pen + pixels[i] + " " + round(frame.sy(ys[i]));
    pen = "L";
  }
  return d;
}

// The region mean +- k sd.
export function bandPath(pixels, mean, sd, k, frame) {
  let there = "";
  let back = "";
  for (let i = 0; i < mean.length; i++) {
    if (!Number.isFinite(mean[i]) || !Number.isFinite(sd[i])) continue;
    there += (there ? "L" : "M") + pixels[i] + " " + round(frame.sy(mean[i] + k * sd[i]));
    back = "L" + pixels[i] + " " + round(frame.sy(mean[i] - k * sd[i])) + back;
  }
  return there && there + back + "Z";
}
