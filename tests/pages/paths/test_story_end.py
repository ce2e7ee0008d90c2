"""The second half of the story of sample paths: autoregressive sampling, a point between, a shift, the exercise."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import pytest

from pages.paths import judges
from pages.paths.controls import PathsControls
from pages.paths.drawn_value import drawn_at_a
from pages.paths.joint import bayes_correlation, event
from pages.paths.scene import scene
from pages.paths.story import CROWDED, JOINT, POINTS
from pages.shared.lesson.values import context
from pages.shared.models.predictions import predictions
from pages.shared.models.sample_paths import AUTOREGRESSIVE
from tests.pages.paths.moments import (
    BETWEEN,
    BOTH,
    COVARIANCE,
    IN_TURN,
    PROVE,
    SKETCH,
    WHICH,
    moment,
    verdict,
    words,
)
from tests.verdicts import unreasoned, unsaid, whole

pytestmark = pytest.mark.slow

X = np.array(judges.SKETCH_AT)

# ---- autoregressive sampling -----------------------------------------------------------------------------------------


def test_on_the_way_to_a_the_sd_at_b_only_falls():
    start = moment(IN_TURN).controls.b
    after = [drawn_at_a(context(POINTS), moment(IN_TURN, b=b).controls) for b in np.arange(start, -0.1, 0.05)]
    assert after[0].after < 0.9 * after[0].before and all(one.after > two.after for one, two in pairwise(after))


def test_a_value_drawn_near_by_halves_the_sd():
    assert verdict(IN_TURN, moment(IN_TURN)) is None
    far = verdict(IN_TURN, moment(IN_TURN, b=-0.4))
    assert not far.done and "more than half" in whole(far)
    for b in (-0.15, 0.15):
        near = verdict(IN_TURN, moment(IN_TURN, b=b))
        more = whole(near)
        assert near.done and "The order " in more
        before, after = map(float, re.findall(r"sd goes from (\d\.\d+) to (\d\.\d+)", words(near.text))[0])
        assert after <= before / 2
        first, second = map(float, re.findall(r"probability (\d\.\d+) with A drawn first, (\d\.\d+)", more)[0])
        assert abs(first - second) < 0.05
        assert ("a little" in more) == (abs(first - second) > 5e-4)


def test_the_drawn_value_is_seen_and_has_a_column_among_the_weights():
    now = moment(IN_TURN)
    out = scene(now.points, now.controls)
    (dot,) = (mark for mark in out.panel("stage").marks if type(mark).__name__ == "Dots")
    here = next(mark for mark in out.panel("stage").marks if getattr(mark, "role", "") == "model")
    mean, sd = (float(np.interp(0.0, here.x, values)) for values in (here.mean, here.sd))
    assert 0.5 < abs(dot.y[0] - mean) / sd < 1.5, "far enough from the mean to be seen"
    assert "A" in out.panel("weights").marks[0].column_labels


# ---- a point between, a shift ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("y", [-0.8, -0.3, 0.0, 0.3, 0.8])
@pytest.mark.parametrize("x", [-0.1, 0.0, 0.1])
def test_a_point_between_makes_the_correlation_negative(x, y):
    now = moment(BETWEEN, (*POINTS, (x, y)))
    found = verdict(BETWEEN, now, 2)
    assert found.done and found.right and "one slope" in whole(found)
    assert event(now.points, now.controls).correlation < -0.2
    assert bayes_correlation(now.points, now.controls.places)[0, 1] < -0.2


def test_a_point_elsewhere_and_none():
    assert verdict(BETWEEN, moment(BETWEEN), 2) is None
    found = verdict(BETWEEN, moment(BETWEEN, (*POINTS, (0.9, 0.1))), 2)
    assert not found.done and "x = 0.90" in words(whole(found))


# ---- the exercise ----------------------------------------------------------------------------------------------------


def difference(points, a, b, level):
    found = event(context(points), PathsControls(model=JOINT, a=a, b=b, level=level))
    return abs(found.both - found.product)


def mean_near(points, x):
    (band,) = predictions(JOINT, context(points), xt=context([(x, 0.0)]).x)
    return round(float(band.mean[0]) / 0.05) * 0.05  # in steps of the slider


def test_the_last_hint_leads_to_the_solution():
    solved = tuple(point for point in CROWDED if abs(point[0]) != 0.4)
    found = verdict(PROVE, moment(PROVE, solved, a=-0.05, b=0.05, level=0.0))
    assert found.done, whole(found)


def test_without_moving_points_there_is_no_solution_and_with_it_there_are_some():
    """A search by the shipped weights over places 0.1 apart; at each the level is the mean, which is best there."""

    def best(points):
        return max(difference(points, a, a + 0.1, mean_near(points, a + 0.05)) for a in np.arange(-2.0, 1.91, 0.1))

    assert best(CROWDED) < judges.DIFFERENCE - 0.01
    for i in range(len(CROWDED)):
        assert best(CROWDED[:i] + CROWDED[i + 1 :]) > judges.DIFFERENCE


@pytest.mark.parametrize(
    ("now", "because"),
    [
        (moment(PROVE), "difference of 0.0"),
        (moment(PROVE, a=-0.05, b=0.05, level=0.0), "difference"),
        (moment(PROVE, POINTS, a=-0.05, b=0.05, level=1.0), "difference of 0.1"),
        (moment(PROVE, POINTS, a=-0.02, b=0.02, level=0.0), "A and B are 0.04 apart"),
        (moment(PROVE, POINTS, a=2.05, b=2.2, level=0.0), "in the tinted range"),
        (moment(PROVE, POINTS, a=-0.05, b=0.05, level=0.0, model="np"), "Choose Low-rank TNP-ND"),
    ],
)
def test_an_exercise_that_is_not_solved_says_why(now, because):
    found = verdict(PROVE, now)
    assert not found.done and because in words(whole(found))


def test_autoregressive_is_a_way_of_models_of_marginals_alone():
    assert PathsControls(model="tnpd", sampling=AUTOREGRESSIVE).in_turn
    assert not PathsControls(model="convgnp", sampling=AUTOREGRESSIVE).in_turn


# ---- the sheet for teaching ------------------------------------------------------------------------------------------


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    solved = tuple(point for point in CROWDED if abs(point[0]) != 0.4)
    near = {"a": -0.05, "b": 0.05}
    said = [
        verdict(SKETCH, moment(SKETCH), list(np.sin(X))),
        verdict(COVARIANCE, moment(COVARIANCE, model=JOINT)),
        verdict(BOTH, moment(BOTH), 0),
        verdict(WHICH, moment(WHICH), [0, 0, 1]),
        verdict(IN_TURN, moment(IN_TURN, b=-0.2)),
        verdict(IN_TURN, moment(IN_TURN, b=-0.4)),
        verdict(BETWEEN, moment(BETWEEN, (*POINTS, (0.0, 0.0))), 1),
        verdict(PROVE, moment(PROVE, solved, **near, level=0.0)),
        verdict(PROVE, moment(PROVE, **near, level=0.0)),
        verdict(PROVE, moment(PROVE, POINTS, **near, level=1.0)),
    ]
    assert unsaid("paths", said) == []
    assert unreasoned(said) == []
