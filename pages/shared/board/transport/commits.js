// Commits to Python: at rest while the live socket works, one rerun at a time while it does not.
import { PageChanges } from "./page_changes.js";

const REST = 250;
const WATCHDOG = 2500;
const MOST_REPEATS = 5;

export class Commits {
  // `send()` hands a snapshot to Streamlit and returns its number; `busy()` is true during a gesture.
  constructor({ send, busy }) {
    Object.assign(this, { send, busy });
    this.pageChanges = new PageChanges();
    this.waiting = null;
    this.repeats = 0;
  }

  // With the live socket: Python receives the drawing when input has come to rest.
  later(rest = REST) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.busy() || !this.pageChanges.sure ? this.later() : this.commit()), rest);
  }

  // Without it: Python's rerun is the response. One is in flight; the newest state goes next.
  now() {
    if (!this.pageChanges.sure) this.later();
    else if (this.waiting === null) this.commit();
    else this.dirty = true;
  }

  commit() {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.dirty = false;
    this.watch = setTimeout(() => this.notAcknowledged(), WATCHDOG * 2 ** this.repeats);
    this.waiting = this.send();
  }

  // Python has run: the newest snapshot that it received has this number; `known`: its copy is what is drawn now.
  received(seq, known) {
    if (this.waiting !== null && seq >= this.waiting) {
      this.repeats = 0;
      this.settle();
    }
    if (!known && this.waiting === null) this.later();
  }

  // Lost on the way, or a slow server: it is sent again, after longer and longer waits.
  notAcknowledged() {
    const again = !this.dirty && this.repeats < MOST_REPEATS;
    this.repeats++;
    this.settle();
    if (again) this.later();
  }

  settle() {
    clearTimeout(this.watch);
    this.waiting = null;
    if (this.dirty) this.now();
  }

  // What was due belongs to a drawing that is gone.
  forget() {
    clearTimeout(this.timer);
    this.dirty = false;
    this.repeats = 0;
    this.settle();
  }

  destroy() {
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    this.pageChanges.destroy();
  }
}
