"""The room that a lecturer's page holds: which questions it poses anew, so that phones show no outcome of before."""

from __future__ import annotations

from tests.javascript import results

POSES = """(acts) => {
  const { held } = module;
  const sent = [];
  held.link = { send: ({ anew }) => sent.push(anew), plain: () => Promise.resolve() };
  Object.assign(held, { view: null });
  held.outcomes.clear();
  for (const [does, step, settled] of acts) {
    const place = { lesson: "masks", step, question: `masks ${step}` };
    if (does === "show") held.show({ lesson: "masks", step, twin: false }, true);
    else if (does === "clear") held.clear("masks", false);
    else {
      const view = { place, poll: { name: place.question, settled } };
      held.note(view);
      held.view = view;
    }
  }
  return sent;
}"""


def posed(*acts: tuple) -> list[bool]:
    """What the room is told at each `show`, by a page on which the steps are not done."""
    (found,) = results("room/held", POSES, [[[list(act) for act in acts]]])
    return found


def test_what_was_settled_before_this_page_looked_on_is_posed_anew():
    assert posed(("view", 2, True), ("show", 3), ("show", 2)) == [True, True]


def test_what_the_lecturer_settles_here_stays_settled_until_it_is_opened_again():
    marked = (("view", 2, False), ("view", 2, True))
    assert posed(*marked, ("show", 3), ("show", 2)) == [True, False]
    assert posed(*marked, ("view", 2, False), ("show", 3), ("show", 2)) == [True, True]
    assert posed(*marked, ("clear",), ("show", 2)) == [True], "the lesson was started afresh"


ENTERS = """async (early) => {
  const { held } = module;
  globalThis.document = { baseURI: "http://board.invalid/" };
  let [there, shown] = [false, 0];
  held.lost = false;
  held.watch(() => {
    if (!held.view) return;
    if (held.lost) there = held.lost = false;
    if (!there) shown += 1; // as the hall does: its step then takes the place of any question
    there = true;
  });
  const view = () => held.changed({ view: {}, fault: "" });
  held.view = null;
  held.link = { hurry() {}, async plain() { if (early) view(); return { kind: "opened", ways: [] }; } };
  await held.enter(held.link);
  if (!early) view();
  return shown;
}"""


def test_a_room_is_entered_once_whichever_comes_first_its_view_or_the_response():
    assert [results("room/held", ENTERS, [[early]]) for early in (True, False)] == [[1], [1]]
