"""Four models named by their curves, and the printed sheet of the lesson."""

from __future__ import annotations

import numpy as np
import pytest

from pages.equivariance import judges, story
from pages.equivariance.controls import ORDERS
from pages.equivariance.scene import later, scene
from pages.equivariance.shift_sweep import HIDDEN, change_by_shift
from pages.equivariance.variants import GRID_AT_ZERO, TRAINED_ON_SHIFTS, process
from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import GRID
from pages.shared.scene.marks import Dots
from tests.pages.equivariance.steps import (
    CHANGED,
    DRAWN,
    FAR,
    RIGHT,
    WORST,
    moment,
    numbers,
    solved,
    verdict,
)
from tests.verdicts import unreasoned, unsaid, whole

pytestmark = pytest.mark.slow

# ---- the exercise ----------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [DRAWN, PRESETS["One point"], PRESETS["Outlier"]], ids=["drawn", "one", "outlier"])
def test_the_exercise_is_solved_by_the_shapes_of_the_curves(points):
    found = verdict(story.NAME_THEM, points, guess=solved(points))
    assert found.done and found.right


def test_every_order_of_the_curves_is_solved_by_their_shapes_and_a_neighbours_names_do_not_pass():
    assert len(set(HIDDEN)) == ORDERS == len(HIDDEN) and all({*one} == {*HIDDEN[0]} for one in HIDDEN)
    for order in range(0, ORDERS, 5):
        names = solved(order=order)
        assert [judges.CHOICES[i] for i in names] == list(HIDDEN[order])
        assert verdict(story.NAME_THEM, guess=names, order=order).done
        assert not verdict(story.NAME_THEM, guess=names, order=(order + 1) % ORDERS).done


def test_a_wrong_name_is_refuted_by_its_own_numbers():
    right = solved()
    for letter in range(4):
        guess = [*right]
        guess[letter] = (right[letter] + 1) % 4
        found = verdict(story.NAME_THEM, guess=guess)
        hidden = HIDDEN[0][letter]
        changes, _ = change_by_shift(process(hidden), context(DRAWN), judges.SEEN_AT, GRID)
        assert not found.done and found.outcome is None and found.text.startswith("3 of 4.")
        assert numbers(whole(found))[0] == pytest.approx(float(changes[0]), abs=6e-4) or changes[0] < 1e-4
        assert f"{'ABCD'[letter]} is not {judges.NAMED[judges.CHOICES[guess[letter]]]}" in whole(found)


def test_two_models_exchanged_do_not_pass_and_nothing_does_without_points():
    right = solved()
    assert not verdict(story.NAME_THEM, guess=[right[1], right[0], *right[2:]]).done
    assert not verdict(story.NAME_THEM, points=(), guess=right).done


def test_no_name_is_given_away_by_the_curves():
    now = moment(DRAWN, story.NAME_THEM)
    *lines, letters = later(now.points, now.controls).panel("sweep").marks
    assert not any(isinstance(mark, Dots) for mark in scene(now.points, now.controls).panel("sweep").marks)
    assert [line.label for line in lines] == list("ABCD") == list(letters.labels)
    assert not any(line.model for line in lines) and not {line.role for line in lines} & {"tnpd", "tetnp", "convcnp"}


def test_the_hints_are_true():
    now = moment(DRAWN, story.NAME_THEM)
    *lines, _ = later(now.points, now.controls).panel("sweep").marks
    curves = {line.label: line for line in lines}
    assert sum(line.y.max() < -5 for line in curves.values()) == 1
    zero = curves["B"]
    whole = np.isclose(16 * zero.x % 1, 0)
    assert f"{zero.x.max():.2f} only" in story.NAME_THEM.text
    assert zero.y[whole].max() < -5 < zero.y[~whole].min()
    assert np.all(curves["A"].y <= curves["C"].y + 1e-9)


# ---- the sheet for teaching ------------------------------------------------------------------------


def test_the_sheet_quotes_what_the_story_shows():
    shown = [
        *(verdict(story.GUESS_MODELS, guess=guess) for guess in ([1, 0, 0, 1], [2, 1, 0, 1], [2, 0, 0, 0], RIGHT)),
        *(verdict(story.SHIFT_ALL, tau=2.0, model=name) for name in ("tnpd", "tetnp")),
        verdict(story.WHY, centre=True),
        *(verdict(story.GRID, guess=guess, tau=WORST) for guess in range(3)),
        verdict(story.GRID, guess=1, tau=0.5),
        verdict(story.BUILT_IN, guess=1, tau=3.0),
        *(verdict(story.BUILT_IN, guess=guess, tau=FAR) for guess in range(3)),
        *(verdict(story.OTHER_GROUPS, guess=guess) for guess in (CHANGED, [0, 0, 2], [0, 1, 0])),
        judges.BETTER_OVERLOOKED[0],
    ]
    assert unsaid("equivariance", shown) == ["Attention is to blame."]
    assert unreasoned([*shown, verdict(story.NAME_THEM, guess=solved())]) == []


def test_the_solution_of_the_sheet_passes():
    """A, C, D, B as the sheet names them."""
    named = {"A": TRAINED_ON_SHIFTS, "B": GRID_AT_ZERO, "C": "tnpd", "D": "tetnp"}
    assert [judges.CHOICES.index(name) for name in named.values()] == solved()
