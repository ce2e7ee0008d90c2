"""Which of the lecturer's pages leads where a talk runs, and which follows, without a page."""

from __future__ import annotations

from itertools import permutations

from tests.javascript import results

# Two pages of one room: "P" gives the talk, "R" is its remote. `acts` are [page, step] for a step that is opened there,
# [page, null] for the view of the room that reaches it, ["wakes", page] for a page that was away.
ROOM = """(acts) => {
  const room = { place: null, moves: 0, mover: "" };
  const at = (step) => ({ lesson: "home", step, twin: false });
  const pages = { P: { here: at(1) }, R: { here: at(1) } };
  for (const page of Object.values(pages)) page.together = new module.Together();
  const lead = (name) => {
    const { together, here } = pages[name];
    if (!together.leads(here, 0) || room.place?.step === here.step) return;
    Object.assign(room, { place: here, moves: room.moves + 1, mover: name });
  };
  const view = (name) => {
    const page = pages[name];
    const to = page.together.follow({ ...room }, { page: name, here: page.here, remote: name === "R", now: 0 });
    if (to) page.here = to;
    lead(name);
  };
  view("P");
  for (const [name, step] of acts) {
    if (name === "wakes") pages[step].together.begin();
    else if (step === null) view(name);
    else {
      pages[name].here = at(step);
      if (pages[name].together.moves !== null) lead(name);
    }
  }
  for (const name of ["P", "R", "P", "R"]) view(name);
  return [pages.P.here.step, pages.R.here.step, room.place.step];
}"""
GOING = """(places) => {
  const at = (step) => ({ lesson: "masks", step, twin: false });
  const together = new module.Together();
  together.follow({ place: at(4), moves: 1, mover: "P" }, { page: "R", here: at(1), remote: true, now: 0 });
  return places.map(([step, now]) => together.leads(at(step), now));
}"""


def test_both_pages_and_the_room_are_at_the_place_that_was_opened_last():
    cases = {
        3: [["R", None], ["P", 3]],
        5: [["R", None], ["R", 5]],
        4: [["R", 2], ["P", 4], ["R", None]],  # a remote joins the talk where it is
        6: [["R", None], ["P", 3], ["R", None], ["R", 6], ["P", None]],
        7: [["R", None], ["P", 2], ["P", 7], ["wakes", "R"]],  # who was away throws no one back
    }
    found = results("room/together", ROOM, [[acts] for acts in cases.values()])
    assert found == [[step] * 3 for step in cases]


def test_pages_agree_whatever_is_opened_on_them_in_which_order():
    acts = [["P", 2], ["R", 3], ["P", 4], ["R", None], ["P", None]]
    orders = [[[["R", None], *order]] for order in permutations(acts)]
    assert all(len(set(places)) == 1 for places in results("room/together", ROOM, orders))


def test_on_the_way_to_a_place_nothing_else_is_shown_to_the_room():
    where = [[1, 10], [2, 20], [1, 60_000], [4, 60_001], [4, 60_002], [5, 60_003]]
    assert results("room/together", GOING, [[where]]) == [[False, False, False, False, False, True]]
