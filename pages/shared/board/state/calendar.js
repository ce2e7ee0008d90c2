// Ticks at round steps of the calendar and the clock, in microseconds since 1970 or since midnight.
import { clock, DAY, dateAt, dayOf, HOUR, MINUTE, MONTH, monthAt, SECOND, seconds, YEAR } from "./dates.js";

const APART = 1.5; // letters between two texts
const MONDAY = 4 * DAY; // the first after 1 January 1970

const every = (unit, size, counts) => counts.map((count) => ({ unit, count, size: count * size }));
const powers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [1, 2, 5].map((k) => k * 10 ** (from + i))).flat();
const STEPS = [
  ...every("second", 1, powers(0, 5)),
  ...every("second", SECOND, [1, 2, 5, 10, 15, 30]),
  ...every("minute", MINUTE, [1, 2, 5, 10, 15, 30]),
  ...every("minute", HOUR, [1, 2, 3, 4, 6, 8, 12]),
  ...every("day", DAY, [1, 2, 7, 14]),
  ...every("month", MONTH, [1, 2, 3, 6]),
  ...every("year", YEAR, powers(0, 3)),
];
const CLOCK_STEPS = [...STEPS.filter(({ unit }) => unit === "second" || unit === "minute"), ...every("minute", DAY, powers(0, 7))];

// Those of the finest step that gives at most about `most` ticks whose texts fit `along`, letters for the whole axis; and
// `within`, the part of the calendar that the texts leave out. Null beyond the calendar.
export function calendarTicks({ low, high, most, along, clocked }) {
  if (!clocked && !(dateAt(low / DAY) && dateAt(high / DAY))) return null;
  const steps = (clocked ? CLOCK_STEPS : STEPS).filter(({ size }) => (high - low) / size <= most * 1.001);
  for (const step of steps) {
    const marks = places(step, low, high).map((at) => ({ at, text: textOf(step, at, clocked) }));
    const longest = Math.max(...marks.map(({ text }) => text.length), 0);
    if (marks.length && ((longest + APART) * (high - low)) / step.size <= along) return { marks, within: within(step, marks, clocked) };
  }
  return { marks: [], within: "" };
}

function places({ unit, count, size }, low, high) {
  if (unit === "year" || unit === "month") return months(unit === "year" ? 12 * count : count, low, high);
  const phase = unit === "day" && count % 7 === 0 ? MONDAY : 0;
  const found = [];
  for (let k = Math.ceil((low - phase) / size - 1e-6); k * size + phase <= high + size * 1e-6; k++) found.push(k * size + phase);
  return found;
}

function months(by, low, high) {
  const [year, month] = dateAt(low / DAY).map(Number);
  const found = [];
  for (let m = Math.floor((12 * year + month - 1) / by) * by; monthAt(m) <= high; m += by) if (monthAt(m) >= low) found.push(monthAt(m));
  return found;
}

function textOf({ unit }, at, clocked) {
  if (unit === "second" && at % MINUTE) return `${seconds(((at % MINUTE) + MINUTE) % MINUTE)} s`;
  const date = clocked ? [] : dateAt(at / DAY);
  if (unit === "year") return date[0];
  if (unit === "month") return date.slice(0, 2).join("-");
  if (unit === "day" || (unit === "minute" && at % DAY === 0 && !clocked)) return dayOf(date);
  return clock(clocked ? at : ((at % DAY) + DAY) % DAY);
}

// Of days it is the year, of times the day, of seconds the minute, too; as far as no tick says so.
function within({ unit }, marks, clocked) {
  const [first, last] = [marks[0].at, marks.at(-1).at];
  const minute = unit === "second" && marks.every(({ at }) => at % MINUTE);
  const named = unit === "day" || (unit === "minute" && marks.some(({ at }) => at % DAY === 0));
  const parts = [first, last].map((at) => {
    const time = minute ? clock(Math.floor((clocked ? at : ((at % DAY) + DAY) % DAY) / MINUTE) * MINUTE) : "";
    if (clocked || unit === "year" || unit === "month") return time;
    const date = dateAt(at / DAY);
    return `${named ? date[0] : date.join("-")} ${time}`.trim();
  });
  return [...new Set(parts)].filter(Boolean).join(" \u2013 ");
}
