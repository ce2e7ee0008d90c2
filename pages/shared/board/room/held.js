// The room that this lecturer holds. It outlives the board and the page: another page of the app goes on with it, a reload
// takes it up again, and with the key so does another machine. After a restart of the server the same room is opened anew.
import { RoomLink, secret } from "./link.js";

const TAB = "room-held"; // in the storage of the tab, which goes on by itself, and in the browser's, which offers it
const CONSONANTS = "bdfgklmnprstvz"; // as rooms check their codes
const VOWELS = "aeiou";
const PAGE = "room-page"; // of the tab
const TRIES = 5; // of codes that others have
// `gives`: this page gives a talk, and has carried out so much of what remotes turned (`carried`: {turns, turned}; null before
// the first view). `pressed` numbers what a remote turns.
// `linked`: it came by the lecturer's link, so that another page has opened the room.
const NONE = { code: "", key: "", linked: false, view: null, ways: [], gives: false, carried: null, pressed: 0 };
const SMALL = "(max-width: 40rem), (max-height: 30rem)"; // a phone's screen, which no hall looks at
const IN_LINK = /^#room=([a-z]{6})\.([0-9a-f]{32})$/;
const AGAIN = "Copy it again from the page that holds the room, or open a new room here.";
const NO_LINK = `This lecturer\u2019s link is not whole. ${AGAIN}`;
const NO_KEY = (code) => `This lecturer\u2019s link does not open room ${code}: its key is another one. ${AGAIN}`;

class HeldRoom {
  constructor() {
    Object.assign(this, { ...NONE, page: nameOfTab(), fault: "", watchers: new Set() });
  }

  // `changed()` is called after everything that someone can see. Returns what ends that.
  watch(changed) {
    this.watchers.add(changed);
    return () => this.watchers.delete(changed);
  }

  changed(fields) {
    Object.assign(this, fields);
    for (const each of this.watchers) each();
  }

  // ---- opening and taking up -----------------------------------------------------------------
  // A link of the lecturer's, or the room of before a reload.
  resume() {
    if (this.code) return;
    const given = location.hash.startsWith("#room=");
    const [, code, key] = location.hash.match(IN_LINK) ?? [];
    if (given) history.replaceState(history.state, "", location.pathname + location.search);
    if (given && !code) return this.changed({ fault: NO_LINK });
    const kept = code ? { code, key, linked: true } : stored("sessionStorage");
    if (kept) this.take(kept).then((error) => error?.type === "taken" && this.changed({ fault: NO_KEY(kept.code) }));
  }

  // The one that this browser held last, where it is not this one.
  get former() {
    const kept = stored("localStorage");
    return kept && kept.code !== this.code ? kept : null;
  }

  async open() {
    const key = secret();
    for (let i = 0; i < TRIES; i++) {
      const error = await this.take({ code: newCode(), key });
      if (error?.type !== "taken") return;
    }
  }

  // Returns the error where it is refused.
  async take({ code, key, linked = false }) {
    this.link?.end();
    const address = new URL(`room/${code}`, document.baseURI).href;
    const link = (this.link = new RoomLink(address, this.sender(key), "lead", {
      view: (view) => this.changed({ view, fault: "" }),
      error: (error) => this.refused(error),
      lost: () => this.changed({ lost: true, fault: "The server cannot be reached. The room is taken up again when it can." }),
      found: () => {},
    }));
    Object.assign(this, { ...NONE, code, key, linked });
    return this.enter(link);
  }

  // Every message says which page it is from, and that of one that gives a talk says so.
  sender(key) {
    const held = this;
    return { key, page: this.page, get talk() { return held.gives || undefined; } };
  }

  async enter(link) {
    const base = new URL(".", document.baseURI).href;
    this.lost = true; // until its first view, which may come before the response
    let found;
    try {
      found = await link.plain({ kind: "open", base });
    } catch {
      if (this.link === link && !this.view) this.end("The server cannot be reached.");
      return null; // after a view the link tries again by itself
    }
    if (this.link !== link) return null;
    if (found.kind !== "opened") {
      this.end(found.error?.message ?? "This page comes from a server without rooms.");
      return found.error;
    }
    keep(this);
    this.changed({ ways: found.ways, fault: "" });
    link.hurry();
    return null;
  }

  // A restarted server knows no room: it is opened anew with the same code, and the phones come back by themselves.
  refused(error) {
    if (error.type === "no-room") this.enter(this.link);
    else if (error.type === "doubtful") this.changed({ doubt: error.message });
    else this.changed({ fault: error.message });
  }

  // Another page of this tab goes on with the room.
  handOver() {
    this.link?.end();
    Object.assign(this, { link: null, ...NONE });
  }

  end(fault = "") {
    this.handOver();
    forget();
    this.changed({ fault });
  }

  // ---- what the lecturer does ----------------------------------------------------------------
  send(message) {
    this.link?.send(message);
  }

  // The lecturer is at a place. `anew`: this page poses its question as if no one had seen the outcome, and so does the room.
  show(place, anew) {
    this.send({ kind: "show", ...place, anew });
  }

  // What comes true in the question of that name is public.
  settle(question) {
    this.send({ kind: "close", on: true, question });
  }

  // The votes of that lesson, or of all (null), are forgotten, or stay; no question of it is settled.
  clear(lesson, votes) {
    const { link } = this;
    return link?.plain({ kind: "clear", lesson, votes }).then((state) => link.receive(state), () => null);
  }

  // Whether this page is the lecturer's own sheet, as a phone with the lecturer's link is: the hall does not see it.
  get isSheet() {
    return this.linked && matchMedia(SMALL).matches;
  }

  // Whether another of the lecturer's pages gives a talk: this one is its remote then, and gives none.
  get othersTalk() {
    return Boolean(this.view?.talk) && this.view.talk_by !== this.page;
  }

  // On the page that gives a talk: how many states further remotes have turned it since this was called before. A restarted
  // server counts anew.
  due() {
    const { turns, turned } = this.view;
    const due = this.carried && turns > this.carried.turns ? turned - this.carried.turned : 0;
    this.carried = { turns, turned };
    return due;
  }

  // On a remote: one state on, or back.
  turn(by) {
    this.pressed = Math.max(this.pressed, this.view.turns) + 1;
    this.send({ kind: "turn", number: this.pressed, by });
  }

  // The votes on the question of that step, where the room shows it.
  votesAt(lesson, step) {
    const { place, poll } = this.view ?? {};
    return place?.lesson === lesson && place.step === step && poll?.name === place.question ? poll : null;
  }

  // Whether the room votes on that step, or may do so as far as this page knows.
  votesOn({ lesson, step }) {
    if (!this.code) return false;
    const place = this.view?.place;
    return !place || (place.lesson === lesson && place.step === step && !place.settled);
  }

  csv() {
    return this.link.plain({ kind: "csv" });
  }

  // At the address that phones use: localhost would lead another machine to itself.
  get lecturersLink() {
    const place = `${location.pathname}${location.search}#room=${this.code}.${this.key}`;
    return new URL(place, this.ways[0]?.link ?? location.href).href;
  }
}

export const held = new HeldRoom();

// The name of this page among the lecturer's: that of its tab, over reloads.
function nameOfTab() {
  const name = secret();
  try {
    const kept = sessionStorage.getItem(PAGE) ?? name;
    sessionStorage.setItem(PAGE, kept);
    return kept;
  } catch {
    return name; // a browser that keeps nothing
  }
}

function newCode() {
  const [...numbers] = crypto.getRandomValues(new Uint32Array(3));
  return numbers.map((n) => CONSONANTS[n % CONSONANTS.length] + VOWELS[Math.floor(n / CONSONANTS.length) % VOWELS.length]).join("");
}

function stored(storage) {
  try {
    const { code, key, linked = false } = JSON.parse(window[storage].getItem(TAB));
    return IN_LINK.test(`#room=${code}.${key}`) ? { code, key, linked } : null;
  } catch {
    return null; // nothing kept, or a browser that keeps nothing
  }
}

function keep({ code, key, linked }) {
  try {
    for (const storage of ["sessionStorage", "localStorage"]) window[storage].setItem(TAB, JSON.stringify({ code, key, linked }));
  } catch {
    // Then a reload needs the lecturer's link.
  }
}

function forget() {
  try {
    sessionStorage.removeItem(TAB);
  } catch {
    // There was nothing.
  }
}
