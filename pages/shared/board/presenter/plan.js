// Where the plan of a talk goes on from the place that is on show, which may be another one than the plan's own. No DOM here.

// The numbers of the states before and after a place {lesson, step} (`step` null: the lab), null at the ends; and of the one
// that is the place, null where none is. `at` is the state that the talk was in last: of several the nearest one counts.
export function around(stops, at, { lesson, step }) {
  const nearest = (found) => found.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))[0] ?? null;
  const numbers = stops.map((_, number) => number);
  const bounded = (number) => (stops[number] ? number : null);
  const here = nearest(numbers.filter((number) => stops[number].lesson === lesson && stops[number].step === step));
  if (here !== null) return { here, before: bounded(here - 1), after: bounded(here + 1) };
  // Between two states of a story, before its first one or after its last; what the plan has not at all interrupts it.
  const beside = (number, side) => step !== null && stops[number]?.lesson === lesson && stops[number].step !== null && Math.sign(stops[number].step - step) === side;
  const last = nearest(numbers.filter((number) => beside(number, -1) && !beside(number + 1, -1)));
  if (last !== null) return { here, before: last, after: bounded(last + 1) };
  const first = nearest(numbers.filter((number) => beside(number, 1)));
  if (first !== null) return { here, before: bounded(first - 1), after: first };
  return { here, before: at, after: bounded(at + 1) };
}
