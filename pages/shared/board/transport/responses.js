// Which scene is to be shown: the newest quick response, the panels that may lag a little behind it, and the newest
// slow part. No DOM here. What did not change stays the same object, so that it need not be painted again.

import { LAGGING, TOPIC } from "../state/limits.js";
import { joined } from "../state/wording.js";

const EMPTY = { now: null, aside: null, later: null, laterSeq: -1, before: null, complete: false, awaited: [], topic: null };

export class Responses {
  constructor() {
    this.merged = new WeakMap();
    this.clear(-1);
  }

  // Another lesson, or a drawing handed over by Python: nothing of the old one may linger, nor what is still to come of
  // requests up to this number.
  clear(gone) {
    Object.assign(this, EMPTY, { gone, nowSeq: gone, asideSeq: gone, version: -1 });
  }

  // A rerun's scene holds every part.
  whole(scene, seq) {
    if (seq < this.nowSeq) return false;
    Object.assign(this, EMPTY, { now: scene, nowSeq: seq, asideSeq: seq, complete: true });
    return true;
  }

  // `more` names the parts that follow it. What nothing follows in place of is not shown any longer.
  quick(scene, seq, more = LAGGING) {
    if (seq < this.nowSeq) return false;
    if (this.complete) this.before = this.now;
    Object.assign(this, { now: scene, nowSeq: seq, complete: false });
    for (const part of [...LAGGING, TOPIC]) if (!more.includes(part)) this[part] = null;
    this.await(more.filter((part) => part !== TOPIC));
    return true;
  }

  // The scene of a rerun stands in for what is still to come.
  await(parts) {
    this.awaited = parts;
    if (!parts.length) this.before = null;
  }

  // What may lag behind goes with whichever quick response is on screen.
  beside(scene, seq) {
    if (!this.now || this.complete || seq < this.asideSeq) return false;
    Object.assign(this, { aside: scene, asideSeq: seq });
    this.await(this.awaited.filter((part) => part !== "aside"));
    return true;
  }

  slow(scene, seq) {
    if (seq !== this.nowSeq || this.complete) return false;
    Object.assign(this, { later: scene, laterSeq: seq, before: null });
    return true;
  }

  // The state of a topic; newest wins, whatever has been requested since.
  topical(scene, version, seq) {
    if (seq <= this.gone || version < this.version) return false;
    Object.assign(this, { topic: scene, version });
    return true;
  }

  // True when there was something to drop.
  dropStale() {
    if (!(this.before || (this.later && this.laterSeq !== this.nowSeq))) return false;
    Object.assign(this, { later: null, before: null });
    return true;
  }

  // While the pointer moves, the last slow part stays where it is, marked stale and shown dimmed: nothing jumps.
  scene() {
    const { topic } = this;
    const scene = this.drawn();
    if (!topic || !scene) return scene;
    const others = scene.panels.filter(({ id }) => topic.panels.every((panel) => panel.id !== id));
    return { ...scene, panels: [...others, ...topic.panels] };
  }

  drawn() {
    const { now, aside, before } = this;
    if (!now || this.complete) return now;
    const base = aside ? this.join(now, aside, false) : now;
    if (before) return this.join(base, this.remainder(base), true);
    return this.later ? this.join(base, this.later, this.laterSeq !== this.nowSeq) : base;
  }

  join(base, more, stale) {
    const added = new Map(more.panels.map((p) => [p.id, p]));
    const panels = base.panels.map((p) => (added.has(p.id) ? this.merge(p, added.get(p.id), stale) : p));
    const known = new Set(base.panels.map((p) => p.id));
    for (const p of more.panels) if (!known.has(p.id)) panels.push(stale ? this.merge({ id: p.id }, p, stale) : p);
    const read = new Set(base.readings.map((r) => r.id));
    const readings = more.readings.filter((r) => !read.has(r.id)).map((r) => ({ ...r, stale }));
    return {
      panels,
      readings: [...base.readings, ...readings],
      caption: stale ? base.caption : joined([base.caption, more.caption]),
      equation: base.equation || (stale ? "" : more.equation),
      terms: (base.equation ? base : more).terms,
    };
  }

  // One panel with the marks of another part; made once for the same two.
  merge(panel, extra, stale) {
    const key = panel.marks ? panel : extra;
    const found = this.merged.get(key);
    if (found?.extra === extra && found.stale === stale) return found.panel;
    const marks = stale ? extra.marks.map((mark) => ({ ...mark, stale })) : extra.marks;
    const whole = panel.marks ? { ...panel, marks: [...panel.marks, ...marks] } : { ...extra, marks, stale };
    this.merged.set(key, { extra, stale, panel: whole });
    return whole;
  }

  // What the complete scene before had beyond the parts that have been received since.
  remainder(base) {
    const { before, aside, kept } = this;
    if (kept?.before === before && kept.aside === aside) return kept.rest;
    this.kept = { before, aside, rest: rest(before, base) };
    return this.kept.rest;
  }
}

function rest(whole, base) {
  const counts = new Map(base.panels.map((p) => [p.id, p.marks.length]));
  const beyond = whole.panels.map((p) => ({ ...p, marks: p.marks.slice(counts.get(p.id) ?? 0) }));
  const read = new Set(base.readings.map((r) => r.id));
  return {
    panels: beyond.filter((p) => p.marks.length),
    readings: whole.readings.filter((r) => !read.has(r.id)),
    caption: "",
    equation: "",
  };
}
