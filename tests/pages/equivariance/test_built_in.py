"""A grid that does not follow, and what was learned in place of being built in: guesses, and shifts to be found."""

from __future__ import annotations

import numpy as np
import pytest

from pages.equivariance import judges, story
from pages.equivariance.controls import START, EquivarianceControls
from pages.equivariance.shift_sweep import change_by_shift
from pages.equivariance.variants import GRID_AT_ZERO, TRAINED_ON_SHIFTS, process
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID
from tests.pages.equivariance.steps import (
    DRAWN,
    FAR,
    WORST,
    numbers,
    verdict,
)
from tests.verdicts import whole
from tnpcore import card

pytestmark = pytest.mark.slow

# ---- the grid: guess, then find the shift that changes most ----------------------------------------


def test_the_grid_at_zero_fails_between_whole_cells():
    between, at_whole, beyond = judges.grid_errors(context(DRAWN))
    assert between > 0.05 and at_whole < 1e-5 and beyond < 1e-5
    found = verdict(story.GRID, guess=1, tau=WORST)
    assert found.done and found.right and found.outcome == 1 and "is possible" in whole(found)
    error = EquivarianceControls(tau=WORST).shift_error(GRID_AT_ZERO, context(DRAWN)).mean
    assert round(error, 3) in numbers(whole(found)) and error >= 0.5 * between
    assert "16 cells per unit" in story.GRID.text and model("convcnp").grid.points_per_unit == 16


def test_a_search_finds_shifts_that_change_it_enough():
    """About two in five shifts do half of what the worst does: within reach, and not any shift."""
    found = [round(float(tau), 2) for tau in np.arange(0.02, 1.001, 0.03)]
    passed = [tau for tau in found if verdict(story.GRID, guess=1, tau=tau).done]
    assert WORST in passed and 0.2 < len(passed) / len(found) < 0.6
    largest = max(change_by_shift(process(GRID_AT_ZERO), context(DRAWN), found, GRID)[0])
    between, _, _ = judges.grid_errors(context(DRAWN))
    assert between == pytest.approx(float(largest), rel=0.05), "one cell says what all shifts up to 1 do"


@pytest.mark.parametrize(("tau", "words"), [(0.5, "another shift"), (0.01, "another shift"), (1.02, "Stay within 1")])
def test_a_shift_that_changes_less_does_not_end_the_step(tau, words):
    found = verdict(story.GRID, guess=1, tau=tau)
    assert not found.done and words in whole(found)
    assert verdict(story.GRID, guess=1) is None, "nothing is shifted yet"


def test_without_points_no_grid_is_judged():
    assert not verdict(story.GRID, points=(), guess=1, tau=WORST).done


# ---- learned or built in: guess, then find a shift that was not learned ----------------------------


def test_what_was_learned_ends_with_the_training():
    found = verdict(story.BUILT_IN, guess=1, tau=FAR)
    assert found.done and found.right and found.outcome == 1
    assert numbers(whole(found))[0] == FAR and numbers(whole(found))[1] >= 0.2
    near, raw = numbers(found.more)[3:5]
    far, _ = change_by_shift(process(TRAINED_ON_SHIFTS), context(DRAWN), (judges.BEYOND,), GRID)
    assert near < 0.05 and near < raw / 10 and far[0] > 10 * near
    shifts = card(TRAINED_ON_SHIFTS).recipe["shift"]
    assert f"up to {shifts:.0f}" in story.BUILT_IN.text


def test_a_search_by_the_handle_finds_shifts_beyond_the_training():
    passed = [tau for tau in np.arange(-6.0, 6.01, 0.5) if verdict(story.BUILT_IN, guess=1, tau=float(tau)).done]
    assert {-6.0, 6.0} <= set(passed) and all(abs(tau) > card(TRAINED_ON_SHIFTS).recipe["shift"] for tau in passed)


@pytest.mark.parametrize(
    ("tau", "words"), [(START, "it was trained on such shifts"), (3.0, "trained on such"), (4.6, "further")]
)
def test_a_shift_that_was_learned_does_not_end_the_step(tau, words):
    found = verdict(story.BUILT_IN, guess=1, tau=tau)
    assert not found.done and words in whole(found)


def test_points_that_no_training_task_had_are_named():
    """Learned equivariance is learned for such data only: the same shift, other points."""
    outlier = tuple((x, 3.0 * (-1) ** i) for i, (x, _) in enumerate(DRAWN))
    found = verdict(story.BUILT_IN, points=outlier, guess=1, tau=FAR)
    assert not found.done and "On these points" in whole(found) and numbers(whole(found))[1] > 0.05
