// Which scene is to be seen: the newest quick answer, completed by the newest slow one. No DOM here.

const dim = (marks) => marks.map((mark) => ({ ...mark, stale: true }));

export class Answers {
  constructor() {
    this.clear();
  }

  // Another lesson, or a drawing handed over by Python: nothing of the old one may linger.
  clear() {
    this.now = null;
    this.nowSeq = -1;
    this.later = null;
    this.laterSeq = -1;
    this.complete = false;
  }

  // A rerun's scene holds the slow part too.
  whole(scene, seq) {
    if (seq < this.nowSeq) return false;
    Object.assign(this, { now: scene, nowSeq: seq, later: null, complete: true });
    return true;
  }

  quick(scene, seq) {
    if (seq < this.nowSeq) return false;
    if (this.complete) {
      this.later = rest(this.now, scene);
      this.laterSeq = -1;
    }
    Object.assign(this, { now: scene, nowSeq: seq, complete: false });
    return true;
  }

  slow(scene, seq) {
    if (seq !== this.nowSeq || this.complete) return false;
    this.later = scene;
    this.laterSeq = seq;
    return true;
  }

  // True when there was something to drop.
  dropStale() {
    if (!this.later || this.laterSeq === this.nowSeq) return false;
    this.later = null;
    return true;
  }

  // While the hand moves, the last slow part stays where it is, marked stale and shown dimmed: nothing jumps.
  scene() {
    const { now, later } = this;
    if (!now || !later) return now;
    const stale = this.laterSeq !== this.nowSeq;
    const extra = (marks) => (stale ? dim(marks) : marks);
    const more = new Map(later.panels.map((p) => [p.id, p]));
    const panels = now.panels.map((p) => (more.has(p.id) ? { ...p, marks: [...p.marks, ...extra(more.get(p.id).marks)] } : p));
    const known = new Set(now.panels.map((p) => p.id));
    for (const p of later.panels) if (!known.has(p.id)) panels.push({ ...p, marks: extra(p.marks), stale });
    const read = new Set(now.ledger.map((r) => r.id));
    const readings = later.ledger.filter((r) => !read.has(r.id)).map((r) => ({ ...r, stale }));
    return {
      panels,
      ledger: [...now.ledger, ...readings],
      caption: stale ? now.caption : [now.caption, later.caption].filter(Boolean).join(" "),
      equation: now.equation || (stale ? "" : later.equation),
    };
  }
}

// What a complete scene has beyond a quick one: the slow part, as long as the two are built alike.
function rest(whole, quick) {
  const before = new Map(quick.panels.map((p) => [p.id, p.marks.length]));
  const beyond = whole.panels.map((p) => ({ ...p, marks: p.marks.slice(before.get(p.id) ?? 0) }));
  const read = new Set(quick.ledger.map((r) => r.id));
  return {
    panels: beyond.filter((p) => p.marks.length),
    ledger: whole.ledger.filter((r) => !read.has(r.id)),
    caption: "",
    equation: "",
  };
}
