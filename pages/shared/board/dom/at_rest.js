// Text for a screen reader waits until input rests: a name that changes all through a drag would never stop.

const REST = 700;

export class AtRest {
  constructor(write) {
    this.write = write;
  }

  // The first time at once, from then on when nothing has come for a while; only the newest counts.
  later(...args) {
    clearTimeout(this.timer);
    const begun = this.begun;
    this.begun = true; // before it writes, which may call this again
    if (begun) this.timer = setTimeout(() => this.write(...args), REST);
    else this.write(...args);
  }

  destroy() {
    clearTimeout(this.timer);
  }
}
