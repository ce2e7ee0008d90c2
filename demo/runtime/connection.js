// The server's end of a board's connection, in two workers: requests go in and responses come out as over the WebSocket
// (pages/shared/live/socket.py). One worker responds to every request and judges; the other, to which each request goes
// on, computes what need not follow every move, at most ten times a second, and what is slow once the hand rests.
import { Nd } from "./array.js";
import { replace } from "./classes.js";
import { Pending } from "./models.js";
import { ValueError } from "./operators.js";
import { LAGGING, PROTOCOL_VERSION } from "./state/limits.js";
import { wire } from "./wire.js";

const ASIDE = 100; // milliseconds
const EVERY = 8; // requests: each is a paint, so a page that paints slowly repaints its small pictures less often
const FRAME = 17;
const REST = 60;
const UNEXPECTED = "This could not be worked out. Your points are kept; change one of them to try again.";

class Overtaken extends Error {}

class Parts {
  // `lessons` has, by name, the parts, the judges and the controls; `send(message)` responds.
  constructor(lessons, schema, send) {
    Object.assign(this, { lessons, schema, send, newest: null, loading: 0 });
    this.turn = new MessageChannel();
    this.turn.port1.onmessage = () => this.next?.();
  }

  // Milliseconds, which stand still while a model is loaded: that comes but once.
  clock() {
    return performance.now() - this.loading;
  }

  // Lets messages in that have come meanwhile.
  pause() {
    return new Promise((done) => {
      this.next = done;
      this.turn.port2.postMessage(null);
    });
  }

  // The parts that follow the first; while a step of a story is open, only those of which it shows something.
  following({ lesson, open_step: step }) {
    const { parts, steps } = this.lessons[lesson];
    return LAGGING.filter((name) => parts[name] && (!step || steps[step - 1].parts.includes(name)));
  }

  // Whether the part was sent.
  async part(name, message, since, overtaken) {
    const lesson = this.lessons[message.lesson];
    if (!lesson || (name !== "now" && !this.following(message).includes(name))) return false;
    try {
      const scene = await this.computed(() => lesson.parts[name](points(message.points), lesson.controls(message.controls)), overtaken);
      const shown = message.open_step ? showing(scene, lesson.steps[message.open_step - 1].panels) : scene;
      const more = name === "now" ? { more: this.following(message) } : {};
      this.send({ v: PROTOCOL_VERSION, kind: "scene", seq: message.seq, part: name, ...more, scene: wire(shown, this.schema), ms: performance.now() - since, pause: 0 });
      return true;
    } catch (error) {
      if (!(error instanceof Overtaken)) this.fail(error, message.seq);
      return false;
    }
  }

  // The result of a function that may need predictions; it is given up once `overtaken()` is true.
  async computed(run, overtaken) {
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
        const since = performance.now();
        await error.compute();
        if (error.loads) this.loading += performance.now() - since;
      }
      if (!overtaken) continue;
      await this.pause();
      if (overtaken()) throw new Overtaken();
    }
  }

  fail(error, seq) {
    const known = error instanceof ValueError;
    if (!known) console.error(error);
    this.send({ kind: "error", seq, error: { type: "failed", message: known ? error.message : UNEXPECTED } });
  }
}

// The newest request wins. `goOn(message)` hands on each that has its response.
export class Connection extends Parts {
  constructor(lessons, schema, send, goOn) {
    super(lessons, schema, send);
    Object.assign(this, { goOn, question: null });
  }

  receive(message) {
    if ("step" in message) this.question = message;
    else this.newest = { message, since: performance.now() };
    if (!this.running) this.run();
  }

  async run() {
    this.running = true;
    while (this.newest || this.question) {
      if (this.newest) await this.respond();
      else await this.judge();
      await this.pause();
    }
    this.running = false;
  }

  async respond() {
    const { message, since } = this.newest;
    const begun = this.clock();
    this.newest = null;
    if (await this.part("now", message, since)) this.goOn({ ...message, took: this.clock() - begun });
  }

  async judge() {
    const message = this.question;
    this.question = null;
    const lesson = this.lessons[message.lesson];
    const moment = (one) => ({ points: points(one.points), controls: lesson.controls(one.controls) });
    const { guess, judge, settles } = lesson.steps[message.step - 1];
    const judged = (now) => (value) => this.computed(() => judge(moment(message.before), moment(now), value));
    try {
      const open = guess && (message.guess ?? null) === null;
      let verdict = null;
      if (message.revealed) verdict = await outcome(guess, message, settles, judged);
      else if (!open) verdict = await judged(message)(message.guess ?? null);
      const { seq, step } = message;
      this.send({ v: PROTOCOL_VERSION, kind: "verdict", seq, step, lesson: message.lesson, verdict: verdict && wire(verdict, this.schema) });
    } catch (error) {
      this.fail(error, message.seq);
    }
  }
}

// What came true on the drawing as it is, or once the step's action has set what it sets.
async function outcome(guess, { points, controls }, settles, judged) {
  const found = await rightOne(guess, judged({ points, controls }));
  if (found?.done || !settles) return found;
  const drawn = { points, controls: { ...controls, ...settles } };
  const other = await rightOne(guess, judged(drawn));
  return other?.done ? replace(other, { drawn }) : found;
}

// As `Story.outcome` in Python: the verdict on the guess that is right, without a word on the guess.
async function rightOne({ neutral, measured }, judged) {
  let found = await judged(neutral);
  if (found?.done && (found.outcome ?? null) !== null) found = await judged(found.outcome);
  return found && replace(found, { right: null, ...(measured && { more: "" }) });
}

// What may lag behind, in its own worker, so that it keeps no request waiting.
export class Behind extends Parts {
  constructor(lessons, schema, send) {
    super(lessons, schema, send);
    Object.assign(this, { asideOf: null, asideFrom: 0, waited: EVERY });
  }

  async receive(message) {
    this.newest = message;
    this.waited++;
    clearTimeout(this.rest);
    // While a hand moves, a request comes with every response, now and then a little later.
    this.rest = setTimeout(() => this.complete(), REST + 2 * message.took);
    if (this.running || this.waited < EVERY || performance.now() < this.asideFrom) return;
    this.running = true;
    await new Promise((done) => setTimeout(done, FRAME)); // in which the stage is painted, alone
    await this.aside(this.newest);
    this.running = false;
  }

  // It goes with whichever response is on screen: a newer request does not end it. On a slow machine three
  // quarters of the time are left to the stage.
  async aside(message) {
    const begun = this.clock();
    this.asideOf = message;
    this.waited = 0;
    await this.part("aside", message, performance.now());
    const took = this.clock() - begun;
    this.asideFrom = performance.now() + Math.max(ASIDE - took, 3 * took);
  }

  async complete() {
    if (this.running) return void (this.rest = setTimeout(() => this.complete(), REST));
    this.running = true;
    const message = this.newest;
    if (this.asideOf !== message) await this.aside(message);
    if (this.newest === message) await this.part("later", message, performance.now(), () => this.newest !== message);
    this.running = false;
  }
}

// What of a scene one sees who looks at the stage and these panels.
const showing = (scene, panels) => replace(scene, { panels: scene.panels.filter(({ area, id }) => area === "stage" || panels.includes(id)) });

export function points(pairs) {
  const column = (axis) => new Nd(Float64Array.from(pairs, (pair) => pair[axis]), [pairs.length, 1]);
  const found = { x: column(0), y: column(1), __len__: () => pairs.length };
  return found;
}
