"""What is said of a step that is opened before an audience, without a page."""

from __future__ import annotations

from tests.javascript import results

EARLIER = "(foundAt, lecture) => module.isEarlier(foundAt, lecture)"


def test_an_outcome_is_of_an_earlier_visit_if_it_came_before_the_lecture():
    alone = {"room": "", "talk": None, "mode": 100}
    talk, room = {**alone, "talk": 50}, {**alone, "room": "babebi"}
    cases = [(None, alone, False), (0, alone, True), (99, alone, True), (101, alone, False)]
    cases += [(49, talk, True), (51, talk, False), (99, talk, False)]  # of this talk, before a reload
    cases += [(0, room, False), (99, room, False)]  # which has a course of its own
    found = results("presenter/notice", EARLIER, [[at, lecture] for at, lecture, _ in cases])
    assert found == [earlier for _, _, earlier in cases]
