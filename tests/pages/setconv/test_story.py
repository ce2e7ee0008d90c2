"""The story of SetConv: its form, and the verdicts of the steps up to what only the density can tell."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch

from pages.setconv import LESSON, judges
from pages.setconv import comparisons as compare
from pages.setconv.channels import MODELS, learned_lengthscale
from pages.setconv.controls import RBFS, SetConvControls
from pages.setconv.story import STORY
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Line
from tests.pages.setconv.moments import (
    DIVIDED,
    PAIR,
    RAW_ALONE,
    SCRUB,
    SKETCH,
    ZERO,
    moment,
    numbers,
    points_of,
    predicted,
    verdict,
)
from tests.scenes import as_read
from tests.verdicts import whole

# ---- the form ------------------------------------------------------------------------------------


def test_the_lesson_runs_models_that_were_trained_that_way():
    assert LESSON.models(SetConvControls()) == MODELS and {RAW_ALONE, DIVIDED} < set(MODELS)
    encoded = [model(name).encode_channels.__name__ for name in MODELS]
    assert encoded == ["density_and_signal", "density_and_sums", "signal_only"]


def test_no_step_shows_a_signal_before_it_is_sketched():
    assert SKETCH == 1 and moment(SKETCH).controls.stage == RBFS
    labels = {mark.label for mark in moment(SKETCH).scene.panel("stage").marks if isinstance(mark, Line)}
    assert not any("signal" in label for label in labels)


# ---- 2: the stages ---------------------------------------------------------------------------------


def test_the_slider_is_to_reach_the_band():
    assert verdict(SCRUB) is None
    early = verdict(SCRUB, stage=4)
    assert not early.done and "Stage 4 of 7" in early.text
    done = verdict(SCRUB, stage=7)
    cells = len(model(DIVIDED).grid.offsets(context(points_of(SCRUB)).x, torch.float64))
    assert done.done and f"4 points, {cells} grid cells" in whole(done)
    assert numbers(whole(done))[-1] == pytest.approx(learned_lengthscale(DIVIDED), abs=0.005)
    assert as_read(verdict(SCRUB, points=((0.0, 1.0),), stage=7).text).startswith("1 point,")


# ---- 1: the drawn signal ---------------------------------------------------------------------------

SIGNAL, RAW, STRAIGHT = compare.curves(moment(SKETCH).points, moment(SKETCH).controls)


def sketch(values):
    return verdict(SKETCH, guess=[float(v) for v in values])


def test_the_signal_near_one_point_is_its_y():
    at = np.array(judges.SKETCH_AT)
    (left, above), (right, below) = points_of(SKETCH)
    assert np.allclose(SIGNAL[at <= -0.6], above, atol=0.02) and np.allclose(SIGNAL[at >= 0.6], below, atol=0.02)
    rbf = [y * np.exp(-((at - x) ** 2) / (2 * 0.4**2)) for x, y in points_of(SKETCH)]
    assert np.allclose(RAW, sum(rbf), atol=1e-6) and left < 0 < right


def test_a_drawn_signal_is_scored_by_its_distance():
    exact = sketch(SIGNAL)
    assert exact.done and exact.right and "0.00" in exact.more
    assert np.allclose(exact.outcome, SIGNAL, atol=1e-3)
    near = sketch(SIGNAL + 0.3)
    assert near.right and numbers(near.more)[0] == pytest.approx(0.3, abs=0.01)
    assert not sketch(SIGNAL + 0.5).right


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        (np.zeros(len(SIGNAL)), "flat line"),
        (RAW, "the raw sum, which falls to 0"),
        (STRAIGHT - 0.35, "a slope between the points"),
        (-SIGNAL, "the nearer point has more weight"),
    ],
)
def test_each_wrong_curve_has_its_explanation(drawn, words):
    found = sketch(drawn)
    assert found.done and found.right is False and words in whole(found)
    others = {"flat line", "falls to 0", "a slope between", "has more weight"} - {words}
    assert sum(other in whole(found) for other in others if other not in words) == 0


# ---- 3: a zero ---------------------------------------------------------------------------------------

GAP = points_of(ZERO)
WITH_ZERO = (*GAP, (0.0, 0.0))


@pytest.mark.parametrize("guess", [judges.NARROWS, judges.NO_EFFECT, judges.WIDENS])
def test_the_raw_sum_does_not_notice_a_zero_and_the_density_does(guess):
    assert verdict(ZERO, guess=guess) is None
    found = verdict(ZERO, WITH_ZERO, guess)
    assert found.done and found.outcome == judges.NO_EFFECT and found.right == (guess == judges.NO_EFFECT)
    told = numbers(found.more)
    raw = [predicted(RAW_ALONE, points, 0.0)[1] for points in (WITH_ZERO, GAP)]
    full = [predicted(DIVIDED, points, 0.0)[1] for points in (WITH_ZERO, GAP)]
    assert raw[0] == pytest.approx(raw[1], abs=1e-5) and full[0] < 0.2 * full[1]
    assert told[1:5] == pytest.approx([*raw[::-1], *full[::-1]], abs=0.006)
    assert ("takes certainty away" in whole(found)) == (guess == judges.WIDENS)
    assert "because a zero adds 0 to the raw sum" in found.text
    assert ("says that a point is there" in found.text) == (guess == judges.NARROWS)


def test_ten_zeros_are_not_noticed_by_the_raw_sum_either():
    """The question that the lesson is to answer."""
    zeros = [(-0.6 + 0.13 * k, 0.0) for k in range(10)]
    for name, noticed in ((RAW_ALONE, False), ("convcnp-unnormalised", True), (DIVIDED, True)):
        with_them, without = (predicted(name, points, 0.05)[1] for points in ((*GAP, *zeros), GAP))
        assert (with_them < 0.3 * without) == noticed and (abs(with_them - without) < 1e-4) != noticed


@pytest.mark.parametrize("x", [1.77, -2.6, 2.4])
def test_a_zero_outside_the_others_moves_the_grid_and_decides_nothing(x):
    found = verdict(ZERO, (*GAP, (x, 0.0)), judges.NO_EFFECT)
    assert not found.done and "outside the others" in whole(found)
    moved = (max(x, 1.5) + min(x, -1.5)) / 2
    assert numbers(whole(found).split("grid by")[1])[0] == pytest.approx(moved, abs=0.006)


def test_outside_the_others_a_zero_can_widen_and_narrow_the_band():
    widths = []
    for x in np.arange(1.55, 2.8, 0.1):
        found = verdict(ZERO, (*GAP, (float(x), 0.0)), judges.NO_EFFECT)
        widths.append(numbers(whole(found))[1:3])
    changes = {now < before for before, now in widths if now != before}
    assert changes == {True, False}


def test_what_is_nearly_zero_is_not_zero():
    near = verdict(ZERO, (*GAP, (0.0, 0.0312)), judges.NO_EFFECT)
    assert not near.done and "0.0312 is not 0" in near.text and "here was a point" in near.text
    assert predicted(RAW_ALONE, (*GAP, (0.0, 0.0312)), 0.0)[1] < 0.5 * predicted(RAW_ALONE, GAP, 0.0)[1]
    far = verdict(ZERO, (*GAP, (0.0, 0.7)), judges.NO_EFFECT)
    assert not far.done and "put one at 0" in whole(far)


def test_the_words_of_the_action_put_the_zero_between_the_others():
    (place,) = re.findall(r"\(add:([^)]+)\)", STORY.steps[ZERO - 1].action)
    point = tuple(map(float, place.split(",")))
    assert verdict(ZERO, (*GAP, point), judges.NO_EFFECT).right


# ---- 4: two points together --------------------------------------------------------------------------

APART = points_of(PAIR)
TOGETHER = (APART[0], (0.76, 0.86), APART[2])


@pytest.mark.parametrize("guess", [judges.AS_ONE, judges.TWICE, judges.HALF])
def test_the_raw_sum_doubles_and_the_signal_averages(guess):
    assert verdict(PAIR, guess=guess) is None
    found = verdict(PAIR, TOGETHER, guess)
    assert found.done and found.outcome == judges.TWICE and found.right == (guess == judges.TWICE)
    exactly = (APART[0], (0.78, 0.86), (0.78, 0.9))
    raw, divided = (predicted(name, exactly, 0.78)[0] for name in (RAW_ALONE, DIVIDED))
    told = numbers(found.more)
    assert told[:4] == pytest.approx([0.78, 1.76, 2, 0.88], abs=0.006)
    assert told[4:6] == pytest.approx([raw, divided], abs=0.006)
    assert raw > 1.7 and divided == pytest.approx(0.88, abs=0.05)
    assert ("a sum is none" in whole(found)) == (guess == judges.AS_ONE)
    assert "nothing divides it" in as_read(found.text)


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((APART[0], (0.5, 0.9), APART[2]), "No two points are within"),
        ((APART[0], (0.8, -0.9), APART[2]), "the same side of y = 0"),
        ((APART[0], (0.8, 0.1), (0.8, 0.1)), "not near it"),
        ((), "No two points are within"),
    ],
)
def test_other_pairs_show_nothing(points, words):
    found = verdict(PAIR, points, judges.TWICE)
    assert not found.done and words in whole(found)
