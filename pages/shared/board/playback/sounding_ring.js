// The ring about the note that sounds. It jumps from note to note: hidden where less motion is preferred (playback.css).
import { attrs, svg } from "../dom/elements.js";
import { modelColour } from "../plot/palette.js";

const RADIUS = 16; // outside the rings about what was written

export class SoundingRing {
  constructor(plot) {
    this.plot = plot;
    this.ring = svg("circle", { class: "sounding", r: RADIUS, "aria-hidden": "true" }, plot.layers.handles);
    this.show(null);
  }

  // Null hides it, and so does a note out of view.
  show(note) {
    const { ring } = this;
    const { frame } = this.plot;
    const [cx, cy] = note ? [frame.sx(note.x), frame.sy(note.y)] : [NaN, NaN];
    const seen = note !== null && frame.holds(cx, cy);
    ring.style.display = seen ? "" : "none";
    if (seen) attrs(ring, { cx: cx.toFixed(1), cy: cy.toFixed(1), style: `--c:${modelColour(note.voice.model)}` });
  }
}
