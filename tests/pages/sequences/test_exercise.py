"""The exercise on sequences: a solver, answers that pass and answers that do not."""

from __future__ import annotations

from itertools import product

import pytest

from pages.sequences.run import run_of
from tests.pages.sequences.steps import PROVE, moment, verdict
from tests.verdicts import whole

pytestmark = pytest.mark.slow


def solution(notes: str, model: str = "dot") -> list[list[int]] | None:
    """Two forbidden cells, one in each of the rows 2 and 5, found by trying all of them."""
    columns = range(len(notes.split()) + 2)
    for second, fifth in product(columns, columns):
        cells = [[1, second], [4, fifth]]
        found = verdict(PROVE, moment(PROVE, notes, model=model, **{f"cells{len(notes.split())}": cells}))
        if found and found.done:
            return cells
    return None


def test_the_exercise_has_a_solution_on_other_notes():
    assert solution("E4 C4 F4 A4 G4 B4") is not None


def test_two_forbidden_cells_make_two_mistakes():
    cells = solution("D4 F4 A4 C5 B4 G4")
    assert cells is not None
    found = verdict(PROVE, moment(PROVE, cells6=cells))
    assert found.done and "Notes 2 and 5 are wrong" in whole(found)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cells6": [[2, 4]]}, "Wrong: 3; wanted: 2 and 5"),
        ({"cells6": [[2, 6]]}, "Wrong: None; wanted: 2 and 5"),
        ({"cells6": [[2, 4]], "force": "C4"}, "A note is forced"),
        ({"cells6": [[1, 5], [4, 2]], "model": "transformer"}, "must be 6"),
    ],
)
def test_what_is_no_solution_says_why(changes, words):
    found = verdict(PROVE, moment(PROVE, **changes))
    assert not found.done and words in whole(found)


def test_other_melodies_must_be_long_enough_and_right_without_forbidden_cells():
    assert "at least 5" in whole(verdict(PROVE, moment(PROVE, "C4 D4 E4")))
    many = " ".join(["C4 E4 D4 B4 F4"] * 6)
    assert not run_of("dot", "reverse", tuple(many.split())).exact
    assert "makes mistakes already" in whole(verdict(PROVE, moment(PROVE, many, cells30=[[2, 2]])))


def test_nothing_is_judged_before_a_cell_is_forbidden():
    assert verdict(PROVE, moment(PROVE)) is None
