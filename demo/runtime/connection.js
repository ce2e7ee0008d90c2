// The server's end of a board's connection, in a worker: requests go in and responses come out as over the WebSocket
// (pages/shared/live/socket.py). The newest request wins; what need not follow every move comes ten times a second, what
// is slow once the hand rests.
import { Nd } from "./array.js";
import { Pending } from "./models.js";
import { ValueError } from "./operators.js";
import { wire } from "./wire.js";

const ASIDE = 100; // milliseconds
const REST = 60;
const VERSION = 1;
const UNEXPECTED = "This could not be worked out. Your points are kept; change one of them to try again.";

class Overtaken extends Error {}

export class Connection {
  // `lessons` has, by name, the parts, the judges and the controls; `send(message)` responds.
  constructor(lessons, marks, send) {
    Object.assign(this, { lessons, marks, send, newest: null, question: null, asideAt: -ASIDE });
    this.turn = new MessageChannel();
    this.turn.port1.onmessage = () => this.next?.();
  }

  receive(message) {
    if ("step" in message) this.question = message;
    else this.newest = { message, since: performance.now() };
    if (!this.running) this.run();
  }

  // Lets messages in that have come meanwhile.
  pause() {
    return new Promise((done) => {
      this.next = done;
      this.turn.port2.postMessage(null);
    });
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
    this.newest = null;
    clearTimeout(this.rest);
    if (!(await this.part("now", message, since))) return;
    await this.pause();
    const due = performance.now() - this.asideAt >= ASIDE;
    if (due && !this.newest) await this.part("aside", message, performance.now());
    this.rest = setTimeout(() => this.complete(message, due), REST);
  }

  async complete(message, hasAside) {
    if (this.running) return void (this.rest = setTimeout(() => this.complete(message, hasAside), REST));
    this.running = true;
    if (!hasAside) await this.part("aside", message, performance.now());
    await this.part("later", message, performance.now());
    this.running = false;
    if (this.newest || this.question) this.run();
  }

  // Whether the part was sent.
  async part(name, message, since) {
    const lesson = this.lessons[message.lesson];
    if (!lesson?.parts[name]) return false;
    if (name === "aside") this.asideAt = performance.now();
    try {
      const scene = await this.computed(() => lesson.parts[name](points(message.points), lesson.controls(message.controls)), name !== "now");
      this.send({ v: VERSION, seq: message.seq, part: name, scene: wire(scene, this.marks), ms: performance.now() - since, pause: 0 });
      return true;
    } catch (error) {
      if (!(error instanceof Overtaken)) this.fail(error, message.seq);
      return false;
    }
  }

  async judge() {
    const message = this.question;
    this.question = null;
    const lesson = this.lessons[message.lesson];
    const moment = (one) => ({ points: points(one.points), controls: lesson.controls(one.controls) });
    try {
      const { guessed, judge } = lesson.judges[message.step - 1];
      const open = guessed && (message.guess ?? null) === null;
      const verdict = open ? null : await this.computed(() => judge(moment(message.before), moment(message), message.guess ?? null), false);
      const { seq, step } = message;
      this.send({ v: VERSION, seq, step, lesson: message.lesson, verdict: verdict && wire(verdict, this.marks) });
    } catch (error) {
      this.fail(error, message.seq);
    }
  }

  // The result of a function that may need predictions; a slow part gives way to a newer request.
  async computed(run, givesWay) {
    for (;;) {
      try {
        return run();
      } catch (error) {
        if (!(error instanceof Pending)) throw error;
        await error.compute();
      }
      if (!givesWay) continue;
      await this.pause();
      if (this.newest) throw new Overtaken();
    }
  }

  fail(error, seq) {
    const known = error instanceof ValueError;
    if (!known) console.error(error);
    this.send({ seq, error: { type: "failed", message: known ? error.message : UNEXPECTED } });
  }
}

export function points(pairs) {
  const column = (axis) => new Nd(Float64Array.from(pairs, (pair) => pair[axis]), [pairs.length, 1]);
  const found = { x: column(0), y: column(1), __len__: () => pairs.length };
  return found;
}
