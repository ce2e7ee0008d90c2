// What a step brings when it opens, and how the address says which one is open.

const last = (values) => values.filter((value) => value !== null).at(-1) ?? null;

// Values of the page's controls, of those that the drawing owns, and points (null leaves those that are drawn).
// `how`: forward (what the step sets, over what is drawn), jump (also what the steps before it set), keep (no points).
// A step that is done opens as it ended: its verdict speaks of `ended`, {points, controls}.
export function settingsOf({ steps, defaults, owned }, number, how, ended) {
  const before = steps.slice(0, number);
  const sets = Object.assign({}, ...before.map((step) => step.sets));
  const pick = (values, mine) => Object.fromEntries(Object.entries(values).filter(([name]) => owned.includes(name) === mine));
  const own = how === "forward" ? pick(before.at(-1).sets, true) : { ...pick(defaults, true), ...pick(sets, true) };
  const values = { ...pick(defaults, false), ...pick(sets, false) };
  const points = { keep: null, forward: before.at(-1).points, jump: last(before.map((step) => step.points)) }[how];
  const found = { values, own, points };
  if (ended && how !== "keep") {
    found.points = ended.points;
    Object.assign(own, pick(ended.controls, true));
    for (const name of Object.keys(values)) values[name] = ended.controls[name] ?? values[name];
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

// Points of a link win over those of the step.
export function linkHasPoints() {
  return new URLSearchParams(location.search).has("p");
}
