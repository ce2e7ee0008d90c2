// What a step brings when it opens, and how the address says which one is open.

const last = (values) => values.filter((value) => value !== null).at(-1) ?? null;

// Of controls of which there is one for each number of points (cells4, cells5) the name without it: it alone is known.
export const family = (name) => name.replace(/\d+$/, "");

// Values of the page's controls, of those that the drawing owns, and points (null leaves those that are drawn).
// `how`: forward (what the step sets, over what is drawn), jump (also what the steps before it set), fresh (a jump that
// leaves nothing drawn). Over these, `given` is {points, units, controls} that the step opens with: of a link, or as a done step
// ended, whose verdict speaks of it. Its points are null for those that are drawn, undefined for those of the step.
export function settingsOf({ steps, defaults, owned, first }, number, how, given) {
  const before = steps.slice(0, number);
  const sets = Object.assign({}, ...before.map((step) => step.sets));
  const isOwned = (name) => owned.includes(name) || owned.includes(family(name));
  const pick = (values, mine) => Object.fromEntries(Object.entries(values).filter(([name]) => isOwned(name) === mine));
  const own = how === "forward" ? pick(before.at(-1).sets, true) : { ...pick(defaults, true), ...pick(sets, true) };
  const values = { ...pick(defaults, false), ...pick(sets, false) };
  const brought = last(before.map((step) => step.points));
  const points = { forward: before.at(-1).points, jump: brought, fresh: brought ?? first }[how];
  const found = { values, own, points };
  if (given) {
    if (given.points !== undefined) Object.assign(found, { points: given.points, units: given.units });
    Object.assign(own, pick(given.controls, true));
    for (const name of Object.keys(values)) values[name] = given.controls[name] ?? values[name];
  }
  delete own.view;
  return found;
}

// The address says where one is, so that it can be sent to somebody.
export function address(parameters) {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url);
}

// Whether the link says to start afresh: "1" this lesson, "all" all of them. Once: the address no longer says so.
export function wantsFresh() {
  const fresh = new URLSearchParams(location.search).get("fresh");
  if (fresh) address({ fresh: null });
  return fresh === "0" ? null : fresh;
}

// What a link draws wins over the step: {points, controls}, the latter `linked` by it; those that the board owns may have
// been changed since, to `controls`. Null where it draws nothing.
export function drawnByLink(controls, { linked = {}, owned }) {
  const says = new URLSearchParams(location.search);
  if (!says.has("v")) return null;
  const points = ["p", "o", "d"].some((name) => says.has(name)) ? null : undefined;
  const now = ([name, value]) => [name, owned.includes(name) ? controls[name] ?? value : value];
  return { points, controls: Object.fromEntries(Object.entries(linked).map(now)) };
}
