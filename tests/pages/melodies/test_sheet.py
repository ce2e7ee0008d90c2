"""The sheet for teaching quotes what the app says for the actions that it names."""

from __future__ import annotations

from pathlib import Path

from pages.melodies.lattice import middle_of
from tests.pages.melodies.steps import ATTEND, CLS, GOOD, MISSING, NEXT, PROVE, TRAINED, moment, verdict
from tests.verdicts import unreasoned, unsaid

SHEET = Path(__file__).resolve().parents[3] / "docs" / "teaching" / "melodies.md"
SOLUTION = "C4 E4 G4 C5 C♯5 F♯4 B♭4 C♯5"


def test_every_quoted_outcome_is_what_the_app_says():
    said = [
        verdict(NEXT, moment(NEXT, "G4 B4 D5 G5 C5 E5 D5 F♯4")),
        verdict(GOOD, moment(GOOD), 0),
        verdict(MISSING, moment(MISSING), 0),
        verdict(TRAINED, moment(TRAINED), [2, 2]),
        verdict(ATTEND, moment(ATTEND), [1 / 9] * 9),
        verdict(CLS, moment(CLS), 0),
        solved(),
    ]
    assert unsaid("melodies", said) == []
    assert unreasoned(said) == []


def test_the_solution_on_the_sheet_is_one():
    assert SOLUTION in SHEET.read_text("utf-8") and solved().done


def solved():
    return verdict(PROVE, moment(PROVE, SOLUTION, query=middle_of(4)))
