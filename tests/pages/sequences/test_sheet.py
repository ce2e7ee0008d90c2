"""The sheet for teaching quotes what the app says for the actions that it names."""

from __future__ import annotations

from tests.pages.sequences.steps import COPY, FORBID, LONGER, LOOK, PROVE, SLIP, VECTOR, moment, verdict
from tests.verdicts import unreasoned, unsaid

SOLUTION = [[1, 5], [4, 2]]


def test_every_quoted_outcome_is_what_the_app_says():
    said = [
        verdict(COPY, moment(COPY, "E4 E4 G4 A4")),
        verdict(VECTOR, moment(VECTOR), 0),
        verdict(LOOK, moment(LOOK), [0, 1, 0, 0, 0, 0]),
        verdict(FORBID, moment(FORBID, cells6=[[2, 4]])),
        verdict(LONGER, moment(LONGER), 2),
        verdict(SLIP, moment(SLIP, force="C4"), 1),
        verdict(PROVE, moment(PROVE, cells6=SOLUTION)),
    ]
    assert unsaid("sequences", said) == []
    assert unreasoned(said) == []


def test_the_solution_on_the_sheet_is_one():
    assert verdict(PROVE, moment(PROVE, cells6=SOLUTION)).done
