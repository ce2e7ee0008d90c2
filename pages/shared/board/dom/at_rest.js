// Text for a screen reader waits until input rests: a name that changes all through a drag would never stop.

const REST = 700;

export class AtRest {
  // `begun` lets the first one wait, too.
  constructor(write, begun = false) {
    Object.assign(this, { write, begun });
  }

  // The first time at once, from then on when nothing has come for a while; only the newest counts.
  later(...args) {
    clearTimeout(this.timer);
    if (this.begun) return void (this.timer = setTimeout(() => this.write(...args), REST));
    this.begun = true; // before it writes, which may itself come back later
    this.write(...args);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
