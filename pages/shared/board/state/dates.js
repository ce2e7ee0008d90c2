// Days and times of day, in whole microseconds.
export const MIDNIGHT = "midnight"; // what times of day count from
export const SECOND = 1e6;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const YEAR = 365.25 * DAY;
export const MONTH = YEAR / 12;

const MILLISECONDS = DAY / 1000;
const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DATED = /^\d{4}-\d\d-\d\d(?= |$)/;
const COUNTED = /^\u2212?[\d.]+(?:e\d+)?(?= [+\u2212] \d)/; // from an origin

// Days from 1970 to a date; 0 for times of day.
export const startOf = (since) => (since === MIDNIGHT ? 0 : Date.parse(`${since}T00:00Z`) / MILLISECONDS);

// Year, month and day, two digits or four each; null before the year 1 and after 9999.
export function dateAt(days) {
  const date = new Date(days * MILLISECONDS);
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString().slice(0, 10).split("-") : null;
}

// Year, month and day as "3 Jan".
export const dayOf = ([, month, day]) => `${Number(day)} ${NAMES[month - 1]}`;

// The first day of a month, counted from the year 0, in microseconds since 1970.
export function monthAt(months) {
  const date = new Date(0);
  date.setUTCFullYear(Math.floor(months / 12), months % 12, 1);
  return date.getTime() * 1000;
}

// A time of day with the digits that it needs; 25 hours are 25:00.
export function clock(at) {
  const [minutes, rest] = [Math.floor(Math.abs(at) / MINUTE), Math.abs(at) % MINUTE];
  const text = `${at < 0 ? "\u2212" : ""}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return rest ? `${text}:${seconds(rest)}` : text;
}

// The seconds of a minute with the digits that they need.
export function seconds(rest) {
  const fraction = String(rest % SECOND).padStart(6, "0").replace(/0+$/, "");
  return two(Math.floor(rest / SECOND)) + (fraction ? `.${fraction}` : "");
}

// Labels without what is the same in all of them: the day, those that have a time; the number that they count from.
export function differing(labels) {
  const without = (start) => {
    const starts = new Set(labels.map((text) => start.exec(text)?.[0]).filter(Boolean));
    return starts.size === 1 ? labels.map((text) => text.replace(start, "").trim() || text) : null;
  };
  return without(DATED) ?? without(COUNTED) ?? labels;
}

// Labels for a narrow place: a time, or month and day, as there is no room for more.
export const brief = (labels) => labels.map((text) => (DATED.test(text) ? text.slice(11) || text.slice(5) : text));

const two = (number) => String(number).padStart(2, "0");
