"""What is said of an option once its question is settled, without a page."""

from __future__ import annotations

from tests.javascript import results

FOUND = "(poll) => [0, 1, 2].map((option) => module.foundOf(poll, option))"


def test_all_pages_have_one_right_option_also_where_the_lecturer_marks_another_one():
    """The stage shows what came true in any case; a mark that differs from it says whose it is."""
    neither, right = {"right": False, "words": ""}, {"right": True, "words": ""}
    came_true, marked = (
        {"right": True, "words": "what came true"},
        {"right": False, "words": "marked by the lecturer"},
    )
    polls = {
        (None, None): [neither, neither, neither],
        (0, 0): [right, neither, neither],
        (1, None): [neither, right, neither],  # of a question aloud
        (1, 0): [came_true, marked, neither],
    }
    given = [[{"right": mark, "outcome": outcome}] for mark, outcome in polls]
    assert results("room/poll", FOUND, given) == list(polls.values())
