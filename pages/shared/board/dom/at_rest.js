// What is told in words waits for a hand at rest: a name that follows a drag would never stop talking.

const REST = 700;

export class Rest {
  constructor(tell) {
    this.tell = tell;
  }

  // The first time at once, from then on when nothing has come for a while; only the newest counts.
  later(...told) {
    clearTimeout(this.timer);
    if (this.begun) this.timer = setTimeout(() => this.tell(...told), REST);
    else this.tell(...told);
    this.begun = true;
  }

  end() {
    clearTimeout(this.timer);
  }
}
