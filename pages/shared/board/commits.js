// The way to Python: a commit at rest while the live link works, one rerun at a time while it does not.

const REST = 250;
const AWAY = 1500; // long enough for a page to go
const WATCHDOG = 2500;

export class Commits {
  // `send(rev)` hands the drawing to Streamlit; `rev()` is its newest revision; `busy()` is true during a gesture.
  constructor({ send, rev, busy }) {
    Object.assign(this, { send, rev, busy });
    this.waiting = null;
    this.done = 0;
  }

  // With the live link: Python learns of the drawing when the hand has come to rest.
  later(rest = REST) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.busy() ? this.later() : this.commit()), rest);
  }

  // The person turns to something else, perhaps to another page: a rerun of this page's fragment that arrives there
  // breaks the new page, so a commit that is due waits until it is clear that this page stays.
  putOff() {
    if (this.timer) this.later(AWAY);
  }

  // Without it: Python's rerun is the answer. One is in flight; the newest state goes next.
  now() {
    if (this.waiting === null) this.commit();
    else this.dirty = true;
  }

  commit() {
    clearTimeout(this.timer);
    this.timer = null;
    clearTimeout(this.watch);
    this.dirty = false;
    this.waiting = this.rev();
    this.watch = setTimeout(() => this.settle(), WATCHDOG);
    this.send();
  }

  acknowledge(rev) {
    if (this.waiting === null || rev === null || rev < this.waiting) return;
    this.done = rev;
    this.settle();
  }

  settle() {
    clearTimeout(this.watch);
    this.waiting = null;
    if (this.dirty) this.commit();
  }

  end() {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
  }
}
