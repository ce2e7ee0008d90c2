// An axis of moments: its numbers are days since a date, or hours since midnight. Written as drawing/moments.py writes
// them, in whole microseconds.
import { fmt } from "../dom/numbers.js";
import { calendarTicks } from "./calendar.js";
import { clock, DAY, dateAt, HOUR, MIDNIGHT, MINUTE, MONTH, monthAt, SECOND, startOf, YEAR } from "./dates.js";
import { FINEST, Scale } from "./scale.js";

const SIZES = [DAY, HOUR, MINUTE, ...[6, 5, 4, 3, 2, 1, 0].map((k) => 10 ** k)];
const LENGTHS = [["days", DAY], ["h", HOUR], ["min", MINUTE], ["s", SECOND], ["ms", 1000], ["\u00b5s", 1]];
const SNAPS = [1, 5, 15, 30, 60, 300, 900, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 7 * 86400]; // seconds
const SLIP = 0.01; // of the finest step: what rounding in a link may change

export class Moments extends Scale {
  constructor(label, offset, factor, since) {
    super(label, offset, factor);
    this.since = since;
    this.one = since === MIDNIGHT ? HOUR : DAY;
    this.start = startOf(since); // days since 1970
  }

  // The very moment, as fine as a pointer can set it: a day is the one that it lies in.
  text(value) {
    const step = FINEST * this.factor * this.one;
    return this.moment(this.original(value) * this.one, step, SLIP * step, Math.floor);
  }

  // The roundest moment within about `step`, of the models' unit.
  written(number, step) {
    const [at, fine] = [number * this.one, step * this.factor * this.one];
    const found = this.since === MIDNIGHT ? null : this.month(at, fine);
    return found ?? this.moment(at, fine, fine / 2, Math.round);
  }

  // A length in the largest unit of time that is no longer than the models' unit.
  length(value, decimals = 2) {
    const [unit, per] = this.lengthUnit();
    const number = new Scale("", 0, per * this.factor).length(value, decimals);
    return `${number} ${unit === "days" && /^\u2212?1$/.test(number) ? "day" : unit}`;
  }

  // The scale of an axis of such lengths.
  lengths(label) {
    const [unit, per] = this.lengthUnit();
    return new Scale(`${label} in ${unit}`, 0, per * this.factor);
  }

  lengthUnit() {
    const [unit, size] = LENGTHS.find(([, s]) => this.factor * this.one >= s) ?? LENGTHS.at(-1);
    return [unit, this.one / size];
  }

  roundStep(least) {
    const seconds = this.one / SECOND;
    const found = SNAPS.find((s) => s >= least * seconds * 0.999);
    return found && least * seconds > 0.5 ? found / seconds : super.roundStep(least * seconds) / seconds;
  }

  ticks(a, b, n, digits, along) {
    const found = calendarTicks({ low: this.micros(a), high: this.micros(b), most: n, along, clocked: this.since === MIDNIGHT });
    if (!found) return new Scale(`${this.label}, ${this.counted()}`, this.offset, this.factor).ticks(a, b, n, digits);
    const marks = found.marks.map(({ at, text }) => ({ at: this.seen((at - this.start * DAY) / this.one), zero: false, text }));
    return { title: this.label, ending: found.within ? ` (${found.within})` : "", marks };
  }

  // Since 1970, or since midnight.
  micros(value) {
    return this.start * DAY + this.original(value) * this.one;
  }

  // Of `at` microseconds: the nearest multiple of the first size that is fine enough, or has one within `slip`.
  moment(at, step, slip, wholeDays) {
    const sizes = this.since === MIDNIGHT ? SIZES.slice(1) : SIZES;
    const near = (size) => Math.round(at / size) * size;
    const size = sizes.find((s) => s <= 2 * step || Math.abs(near(s) - at) <= slip) ?? 1;
    const exact = size !== DAY || Math.abs(near(size) - at) <= slip;
    const found = exact ? near(size) : wholeDays(at / DAY) * DAY;
    if (this.since === MIDNIGHT) return clock(found);
    const days = Math.floor(found / DAY);
    const date = dateAt(this.start + days);
    const rest = found - days * DAY;
    return date ? date.join("-") + (rest ? ` ${clock(rest)}` : "") : this.plain(at);
  }

  // The year, month, or first day of a month that begins near enough; null where there is none, or beyond the calendar.
  month(at, step) {
    const date = dateAt(this.start + Math.round(at / DAY));
    if (!date) return null;
    const [year, month, day] = date.map(Number);
    if (2 * step >= YEAR) return String(year + (month > 6)).padStart(4, "0");
    const begins = monthAt(12 * year + month - 1 + (day > 15));
    const parts = dateAt(begins / DAY);
    if (2 * step >= MONTH) return parts?.slice(0, 2).join("-");
    return Math.abs(begins - this.start * DAY - at) <= step / 2 ? parts?.join("-") : null;
  }

  plain(at) {
    return `${fmt(at / this.one, 0)} ${this.counted()}`;
  }

  counted() {
    return this.since === MIDNIGHT ? "hours since midnight" : `days since ${this.since}`;
  }
}
