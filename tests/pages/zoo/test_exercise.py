"""The exercise of the zoo, and the sheet for lecturers: solved, not solved, and what is quoted."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.zoo import judges
from pages.zoo.story import THREE
from tests.pages.zoo.test_story import BRIEF, PROVE, SCORES, WIPE, chosen, moment, verdict, worded
from tests.verdicts import unreasoned, unsaid
from tnpcore import Points, predict

SOLVED = ((0.9, 2.3), (0.97, 2.3), (1.03, 2.3), (1.1, 2.3))


def leave_one_out(name, points):
    """By hand: every point from the others, in nats per point."""
    drawn, found = context(points), []
    for i in range(len(points)):
        rest = [j for j in range(len(points)) if j != i]
        alone = predict(model(name), Points(drawn.x[rest], drawn.y[rest]), drawn.x[i : i + 1])
        found.append(torch.distributions.Normal(alone.mean, alone.std).log_prob(drawn.y[i : i + 1]).item())
    return float(np.mean(found))


def test_the_last_hint_leads_to_the_solution():
    found = verdict(PROVE, moment(PROVE, SOLVED))
    tnpd, cnp = (leave_one_out(name, SOLVED) for name in ("tnpd", "cnp"))
    assert found.done and tnpd > 0 and tnpd - cnp > 1
    assert worded(found).startswith(f"TNP-D {tnpd:.2f} nats per point, CNP")


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (THREE, "TNP-D must reach 0 or more"),
        (((0.0, 1.0), (1.0, -1.0)), "TNP-D must reach 0 or more"),
        (tuple((x + 1.0, y) for x, y in SOLVED), "from −2.00 to 2.00 count: beyond, neither was trained"),
        (((0.0, 0.5), (0.1, 0.5), (0.2, 0.5)), "apart"),
        ((*SOLVED, (0.0, 2.3)), "There must be 2 to 4 points; now there are 5"),
        (((0.0, 1.0),), "now there are 1"),
    ],
)
def test_an_exercise_that_is_not_solved_says_why(points, words):
    found = verdict(PROVE, moment(PROVE, points))
    assert not found.done and words in worded(found)


def test_the_exercise_has_solutions_that_one_has_to_look_for():
    """A search with the shipped weights: four points a little apart, at other heights and places."""
    solved = {
        (x, y): verdict(PROVE, moment(PROVE, tuple((x + 0.06 * i, y) for i in range(4)))).done
        for x in np.linspace(-1.8, 1.6, 8)
        for y in (0.0, 0.8, 1.6, 2.4)
    }
    assert 1 <= sum(solved.values()) < 0.6 * len(solved)
    assert not any(done for (_, y), done in solved.items() if y == 0.0)


# ---- the sheet -----------------------------------------------------------------------------------


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    shown = [
        verdict(WIPE, moment(WIPE, wipe=0.0)),
        verdict(WIPE, moment(WIPE, wipe=-1.4)),
        *(verdict(SCORES, moment(SCORES), guess) for guess in range(4)),
        verdict(BRIEF, moment(BRIEF), chosen("tetnp", "convgnp", "convcnp")),
        verdict(BRIEF, moment(BRIEF), chosen("convgnp", "convgnp", "convcnp")),
        verdict(BRIEF, moment(BRIEF), chosen("tetnp", "convgnp", "tetnp")),
        verdict(PROVE, moment(PROVE)),
        verdict(PROVE, moment(PROVE, SOLVED)),
    ]
    assert unsaid("zoo", [*shown, *judges.NOT_STEEP.values(), judges.SQUARE]) == []
    assert unreasoned(shown) == []
