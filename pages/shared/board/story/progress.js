// How far a person has come in every lesson: kept in this browser, so that it survives a reload. No DOM here. On a phone in a
// lecture's room nothing is kept. A tab that holds a room has a course of that room, begun as no one has seen it, and keeps it
// while it lasts; the person's own stays aside. So no outcome of another lecture, or of a rehearsal, is shown before this one's.
import { framed } from "../room/framed.js";

const KEY = "neural-processes-course";
const OF_ROOM = "neural-processes-course-of-room"; // in the storage of the tab
const MOST_CHARACTERS = 200_000;

export class Progress {
  constructor() {
    this.room = ""; // whose course this is; "" for the person's own
    this.lessons = recall();
    this.agreed = copy(this.lessons); // what this tab and the browser's copy had in common last
    addEventListener("storage", ({ key }) => (key === KEY || key === null) && !this.room && this.merge());
  }

  // To the course of that room, or back to the person's own (""); whether it is another one than before.
  turnTo(room) {
    if (framed || room === this.room) return false;
    this.room = room;
    this.lessons = recall(room); // the last room's alone is kept
    this.agreed = copy(this.lessons);
    return true;
  }

  merge() {
    const theirs = recall();
    this.lessons = merged(this.agreed, this.lessons, theirs);
    this.agreed = theirs;
  }

  // {at, opened, steps: {number: {guess, before, verdict, foundAt, layout, seen, hints, twin}}} of one lesson.
  of(lesson) {
    this.lessons[lesson] ??= { at: 1, steps: {} };
    return this.lessons[lesson];
  }

  step(lesson, number) {
    const { steps } = this.of(lesson);
    steps[number] ??= {};
    return steps[number];
  }

  // A step is opened `fresh`, as no one has seen it yet. So it is where its question is posed on another drawing (`twin`) than
  // before, or on the first one again (false); undefined leaves that as it was.
  pose(lesson, number, { twin, fresh = false }) {
    const { steps } = this.of(lesson);
    const posed = Boolean(steps[number]?.twin);
    if (fresh || (twin ?? posed) !== posed) delete steps[number];
    if (twin) this.step(lesson, number).twin = true;
  }

  // A step that was skipped is not done: one that is read counts when it is left forward, the others by their verdict.
  done(lesson, number) {
    return isDone(this.lessons[lesson]?.steps?.[number]);
  }

  // A verdict that ended a step stays, also when what it speaks of has been changed: then it is `earlier`. True when that
  // is new.
  outdate({ verdict }, earlier = true) {
    if (!verdict?.done || Boolean(verdict.earlier) === earlier) return false;
    verdict.earlier = earlier;
    this.keep();
    return true;
  }

  count(lesson, steps) {
    let count = 0;
    for (let number = 1; number <= steps; number++) count += this.done(lesson, number);
    return count;
  }

  finished({ name, steps }) {
    return steps > 0 && this.count(name, steps) >= steps;
  }

  // One lesson, or all of them; in a room, the person's own, too.
  forget(lesson) {
    if (this.room) keep("localStorage", KEY, lesson ? without(recall(), lesson) : {});
    else if (!lesson) keep("sessionStorage", OF_ROOM, {});
    this.lessons = lesson ? without(this.lessons, lesson) : {};
    this.keep();
  }

  // What was done in the room that this is the course of; whether it is one.
  forgetRoom() {
    if (!this.room) return false;
    this.lessons = {};
    this.keep();
    return true;
  }

  keep() {
    if (framed) return;
    if (this.room) keep("sessionStorage", OF_ROOM, { [this.room]: this.lessons });
    else keep("localStorage", KEY, this.lessons);
  }
}

function keep(storage, key, value) {
  const text = JSON.stringify(value);
  try {
    if (text.length <= MOST_CHARACTERS) globalThis[storage].setItem(key, text);
  } catch {
    // A browser that keeps nothing: then the course begins anew with each visit.
  }
}

function recall(room = "") {
  if (framed) return {};
  try {
    const kept = room ? JSON.parse(sessionStorage.getItem(OF_ROOM))[room] : JSON.parse(localStorage.getItem(KEY));
    return sound(kept) ? kept : {};
  } catch {
    return {};
  }
}

const without = (lessons, name) => Object.fromEntries(Object.entries(lessons).filter(([each]) => each !== name));
const copy = (value) => JSON.parse(JSON.stringify(value));
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isDone = (step) => Boolean(step?.verdict?.done || step?.seen);

// Of the lessons as both sides had them before, as they are here, and as another tab left them: each step as whoever has
// changed it, and where both have, done stays done. One is where one was last. Pure.
function merged(before, ours, theirs) {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const found = {};
  for (const name of names) {
    const [was, here, there] = [before, ours, theirs].map((all) => all[name]);
    const steps = {};
    for (const number of new Set([here, there].flatMap((one) => Object.keys(one?.steps ?? {})))) {
      const step = changed(...[was, here, there].map((one) => one?.steps[number]));
      if (step) steps[number] = step;
    }
    const last = !here || (there?.opened ?? 0) > (here.opened ?? 0) ? there : here;
    const forgotten = was && same(here && there ? null : here ?? there, was); // by one side, and the other left it as it was
    if (!forgotten) found[name] = { ...last, steps };
  }
  return found;
}

function changed(was, here, there) {
  if (same(here, was)) return there;
  if (same(there, was)) return here;
  return isDone(there) && !isDone(here) ? there : here;
}

const plain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const sound = (kept) => plain(kept) && Object.values(kept).every((one) => plain(one) && Number.isInteger(one.at) && plain(one.steps));

export const progress = new Progress(); // one for all lessons: a board lives as long as its page
