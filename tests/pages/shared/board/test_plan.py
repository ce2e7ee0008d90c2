"""Where a talk goes on from a place that is not the plan's own, without a page."""

from __future__ import annotations

import pytest

from tests.javascript import results

PLAN = [("home", 1), ("home", 2), ("home", 4), ("masks", 1), ("masks", None), ("masks", 4), ("equivariance", 8)]
ENDS = len(PLAN) - 1


def around(at: int, lesson: str, step: int | None, plan=PLAN) -> dict:
    stops = [{"lesson": name, "step": number} for name, number in plan]
    return results("presenter/plan", "around", [[stops, at, {"lesson": lesson, "step": step}]])[0]


@pytest.mark.parametrize(
    ("at", "place", "before", "after"),
    [
        (2, ("home", 4), 1, 3),
        (0, ("home", 1), None, 1),
        (ENDS, ("equivariance", 8), ENDS - 1, None),
        (ENDS, ("home", 1), None, 1),  # started afresh at the end of a talk
        (ENDS, ("home", 3), 1, 2),
        (0, ("home", 7), 2, 3),
        (0, ("equivariance", 2), ENDS - 1, ENDS),
        (1, ("masks", 3), 3, 4),
        (5, ("masks", None), 3, 5),
        (2, ("kernels", 3), 2, 3),  # a question led to a lesson that the plan has not
        (2, ("home", None), 2, 3),
        (ENDS, ("kernels", None), ENDS, None),
    ],
)
def test_a_talk_goes_on_from_where_it_is(at, place, before, after):
    found = around(at, *place)
    assert (found["before"], found["after"]) == (before, after)
    assert found["here"] == (PLAN.index(place) if place in PLAN else None)


def test_of_a_state_that_comes_twice_the_nearest_one_counts():
    twice = [("home", 1), ("masks", 1), ("home", 1), ("paths", 1)]
    assert [around(at, "home", 1, twice)["here"] for at in range(4)] == [0, 0, 2, 2]
    assert around(3, "masks", 2, twice)["after"] == 2
