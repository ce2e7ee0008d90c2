"""The room that a lecturer's page holds, without a page: what it keeps from the hall, and how it is entered."""

from __future__ import annotations

from tests.javascript import results

# Of a page that holds a room: whether the room votes on each of these places, with what it knows of the room's own.
VOTES = """(view, places) => {
  const { held } = module;
  Object.assign(held, { code: "babebi", view });
  return places.map((place) => held.votesOn(place));
}"""
# Whether a page is the lecturer's own sheet.
SHEET = """(linked, small) => {
  globalThis.matchMedia = () => ({ matches: small });
  return Object.assign(module.held, { linked }).isSheet;
}"""
HERE, ELSEWHERE = {"lesson": "home", "step": 4}, {"lesson": "home", "step": 5}


def test_a_guess_waits_while_the_room_votes_on_the_step_or_may_do_so():
    views = [None, {"place": {**HERE, "settled": False}}, {"place": {**HERE, "settled": True}}]
    found = results("room/held", VOTES, [[view, [HERE, ELSEWHERE]] for view in views])
    assert found == [[True, True], [True, False], [False, False]]


def test_what_the_server_knows_stands_on_a_phone_with_the_lecturers_link_alone():
    """Another machine with the link may be the one that a hall looks at, and so is the page that opened the room."""
    found = results("room/held", SHEET, [[linked, small] for linked in (True, False) for small in (True, False)])
    assert found == [True, False, False, False]


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
