// One place for all of the lecturer's pages in a room where a talk runs: a page that goes on by itself leads, and the others
// follow it. No DOM here; a place is {lesson, step, twin}.

const ARRIVES = 8000; // milliseconds: who has not reached a place by then was kept from it

export const keyOf = ({ lesson, step, twin }) => JSON.stringify([lesson, step, Boolean(twin)]);

export class Together {
  constructor() {
    this.begin();
  }

  // In another room, or after a pause. `moves` are those of the room that this page knows, `sent` is where it is as the room
  // knows it, `going` where it is led.
  begin(sent = null) {
    Object.assign(this, { moves: null, joined: false, sent, going: null });
  }

  // After a view of the room: where this page, which is `here`, is to go; null where it stays. `page` is its name among the
  // lecturer's, and `remote` says whether another one gives the talk.
  follow({ place, moves, mover }, { page, here, remote, now }) {
    const joins = remote && !this.joined;
    const led = this.moves !== null && moves > this.moves && mover !== page;
    Object.assign(this, { moves, joined: remote });
    if (!place || !(joins || led)) return null;
    const [key, from] = [place, here].map(keyOf);
    this.sent = key;
    this.going = from === key ? null : { key, from, now };
    return this.going && place;
  }

  // Whether this page has gone to this place by itself, so that the room is to know. On the way another page may open at a
  // step of its own.
  leads(place, now) {
    const key = keyOf(place);
    if (this.going) {
      const there = key === this.going.key;
      if (!there && (key === this.going.from || now - this.going.now < ARRIVES)) return false;
      this.going = null;
    }
    if (key === this.sent) return false;
    this.sent = key;
    return true;
  }
}
