"""The story of sample paths: each judge by what ends its step, what does not, and what each wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.paths import judges
from pages.paths.controls import PathsControls
from pages.paths.joint import event
from pages.paths.scene import later
from pages.paths.story import JOINT, MARGINAL, POINTS, STORY
from pages.paths.ways import COMPARED, events
from pages.shared.lesson.values import context
from pages.shared.models.predictions import predictions, rms_in_sd
from pages.shared.models.sample_paths import draw_paths, path_correlation
from tests.pages.paths.moments import (
    BOTH,
    COVARIANCE,
    SKETCH,
    WHICH,
    moment,
    verdict,
)
from tests.verdicts import whole

pytestmark = pytest.mark.slow

X = np.array(judges.SKETCH_AT)


def zigzag(period, height=1.0):
    return list(height * (np.abs((X / period) % 1 - 0.5) * 4 - 1))


# ---- the form --------------------------------------------------------------------------------------------------------


def test_the_story_shows_maps_and_leaves_the_shift_to_the_lab():
    panels = {panel for step in STORY.steps for panel in step.panels}
    assert {"correlation", "event", "ways"} <= panels and all("shift" in step.hides for step in STORY.steps)
    assert PathsControls().tau == 0.0 and all(moment(step).controls.tau == 0.0 for step in range(1, 8))


def test_words_that_set_a_control_are_understood():
    pairs = re.findall(r"\]\(set:([^)]+)\)", " ".join(step.text for step in STORY.steps))
    assert len(pairs) == 3
    ways = {PathsControls.parse(dict(each.split("=") for each in pair.split("&"))).way for pair in pairs}
    assert ways == {"TNP-D", "NP", "TNP-D, autoregressive"}


def test_in_every_step_the_outcome_is_not_seen_before_the_guess():
    assert "ways" in STORY.steps[WHICH - 1].reveals
    for number in (SKETCH, BOTH, WHICH):
        step = STORY.steps[number - 1]
        assert "paths" in step.reveals and "shift" in step.hides


# ---- one path --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sketch", [zigzag(0.4), zigzag(0.25, 1.5), zigzag(0.5), list(np.where(np.arange(41) % 2, 1.0, -1))]
)
def test_a_jagged_sketch_is_right(sketch):
    found = verdict(SKETCH, moment(SKETCH), sketch)
    assert found.done and found.right and "jump" in whole(found)
    assert "Values 0.1 apart have correlation 0, yours" in whole(found)
    places = moment(SKETCH).controls.path_targets
    (band,) = predictions(MARGINAL, context(POINTS), xt=places)
    assert abs(path_correlation(draw_paths(MARGINAL, context(POINTS), places, 100, 1), band)) < 0.05


@pytest.mark.parametrize("sketch", [np.sin(X), 0.8 * np.sin(3 * X), np.sin(5 * X + 1), X, np.ones(41)])
def test_a_smooth_sketch_is_explained(sketch):
    found = verdict(SKETCH, moment(SKETCH), list(sketch))
    assert found.done and found.right is False and "You drew a smooth function." in whole(found)


def test_a_sketch_of_the_mean_is_explained():
    now = moment(SKETCH)
    (band,) = predictions(MARGINAL, now.points, xt=context([(x, 0.0) for x in X]).x)
    found = verdict(SKETCH, now, list(band.mean + 0.1 * band.sd))
    assert found.right is False and "You stayed near the mean, 0.1 sd from it" in whole(found)


def test_points_that_leave_nothing_open_are_refused():
    crowd = tuple((x, 0.0) for x in np.linspace(-2, 2, 33))
    assert not verdict(SKETCH, moment(SKETCH, crowd), list(np.sin(X))).done
    assert not verdict(COVARIANCE, moment(COVARIANCE, crowd, model=JOINT)).done


# ---- marginal and joint ----------------------------------------------------------------------------------------------


def test_the_bands_are_nearly_the_same_and_the_paths_are_not():
    assert verdict(COVARIANCE, moment(COVARIANCE)) is None
    assert not verdict(COVARIANCE, moment(COVARIANCE, model="cnp")).done
    found = verdict(COVARIANCE, moment(COVARIANCE, model=JOINT))
    here, other = (
        predictions(name, context(POINTS), xt=moment(1).controls.path_targets)[0] for name in (MARGINAL, JOINT)
    )
    apart = rms_in_sd(here, other)
    assert found.done and apart < 0.1 and f"{apart:.3f} sd" in whole(found)
    assert np.sqrt(np.mean(np.log(other.sd / here.sd) ** 2)) < 0.1
    assert "values 0.25 apart have correlation 0 with TNP-D" in whole(found), (
        "exactly, where every value is drawn by itself"
    )
    (exact,) = map(float, re.findall(r"TNP-D, (\d\.\d\d)", whole(found)))
    xt = moment(COVARIANCE).controls.path_targets
    many = path_correlation(draw_paths(JOINT, context(POINTS), xt, 4000, 1), here if here.model == JOINT else other)
    assert exact == pytest.approx(many, abs=0.02) and exact > 0.8


@pytest.mark.parametrize(
    ("guess", "because"), [(0, "Multiplying assumes independent values"), (1, None), (2, "Less would")]
)
def test_both_places_are_clearly_more_probable_than_the_product(guess, because):
    now = moment(BOTH)
    found, exact = verdict(BOTH, now, guess), event(now.points, now.controls)
    assert exact.both > exact.product + 0.15 and exact.bayes > exact.product + 0.15
    assert abs(exact.paths.value - exact.covariance) < 2 * exact.paths.error
    assert f"{round(1000 * exact.paths.value)} of 1,000 paths" in whole(found) and f"{exact.bayes:.2f}" in whole(found)
    assert because is None or because in whole(found)


def test_the_verdict_on_the_product_follows_the_places():
    apart = verdict(BOTH, moment(BOTH, a=-1.5, b=1.4, level=0.0), 1)
    assert apart.outcome == 0 and apart.right is False and "More would need" in apart.text
    between = moment(BOTH, (*POINTS, (0.0, 0.0)), a=-0.3, b=0.3)
    assert verdict(BOTH, between, 2).right


RIGHT = (0, 1, 1)


def test_who_joins_two_places():
    found = verdict(WHICH, moment(WHICH), list(RIGHT))
    assert found.done and found.right and found.outcome == list(RIGHT)
    assert "Correlation at A and B: TNP-D 0.00, NP" in whole(found)


def test_the_table_has_the_numbers_of_each_way():
    now = moment(WHICH)
    (table,) = later(now.points, now.controls).panel("ways").marks
    each = events(now.points, now.controls, COMPARED)
    texts = [tuple(cell.text for cell in row.cells) for row in table.rows]
    assert texts == [(f"{e.product:.2f}", f"{e.paths.value:.2f}", f"{e.correlation:.2f}") for e in each.values()]
    assert abs(each["way-tnpd"].paths.value - each["way-tnpd"].product) < 0.03
    assert all(each[id].paths.value > each[id].product + 0.05 for id in ("way-np", "way-turn", "way-tnpnd"))


@pytest.mark.parametrize("wrong", range(3))
def test_a_wrong_bin_is_explained_by_how_that_model_draws(wrong):
    bins = [1 - bin if i == wrong else bin for i, bin in enumerate(RIGHT)]
    found = verdict(WHICH, moment(WHICH), bins)
    assert found.right is False and list(judges.BECAUSE.values())[wrong] in whole(found)
