"""The kept set beside the drawn one: both raw sums, both sets of points and both bands are on show."""

from __future__ import annotations

import numpy as np
import pytest

from pages.setconv.channels import MODELS
from pages.setconv.controls import BAND, CNN, DIVIDED, GRID, MOST_KEPT, POINTS, RBFS, SUMS, SetConvControls
from pages.setconv.scene import aside, scene
from pages.setconv.story import START, STORY
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import Curve, Dots, Line
from tests.app_pages import board, open_page
from tests.pages.setconv.moments import PROVE, moment, verdict
from tests.pages.setconv.test_exercises import SPLIT

KEPT = [value for point in START for value in point]


def kept_line(panel):
    (line,) = [m for m in panel.marks if isinstance(m, Line) and m.label == "raw sum of the kept set"]
    return line


def hollow(panel):
    return [m for m in panel.marks if isinstance(m, Dots) and m.role == "kept"]


@pytest.mark.parametrize("stage", [SUMS, DIVIDED, GRID])
def test_the_raw_sum_of_the_kept_set_stands_beside_that_of_the_drawn_one(stage):
    chosen = SetConvControls(model="convcnp-nodensity", stage=stage, lengthscale=0.3, kept=tuple(KEPT))
    panel = scene(context(((1.0, 1.0),)), chosen).panel("stage")
    line = kept_line(panel)
    by_hand = sum(y * np.exp(-0.5 * ((line.x - x) / 0.3) ** 2) for x, y in START)
    np.testing.assert_allclose(line.y, by_hand, atol=1e-4)
    (dots,) = hollow(panel)
    assert list(zip(dots.x, dots.y, strict=True)) == list(START) and not dots.edit


def test_the_exercise_shows_two_sets_with_one_raw_sum():
    panel = moment(PROVE, SPLIT).scene.panel("stage")
    (own,) = [m for m in panel.marks if isinstance(m, Line) and m.role == "signal"]
    np.testing.assert_allclose(kept_line(panel).y, own.y, atol=1e-4)
    assert kept_line(panel).dashed and not own.dashed and len(hollow(panel)[0].x) == 2


@pytest.mark.parametrize("name", MODELS)
def test_the_small_pictures_show_the_bands_of_both_sets(name):
    assert {f"band-{each}" for each in ("convcnp", "convcnp-nodensity")} == set(STORY.steps[PROVE - 1].panels)
    drawn, was = (m for m in moment(PROVE, SPLIT).scene.panel(f"band-{name}").marks if isinstance(m, Curve))
    (own,) = predictions(name, context(START), xt=moment(PROVE).controls.targets)
    assert (drawn.role, was.role) == ("model", "shifted-prediction")
    np.testing.assert_allclose(was.mean, own.mean[np.isin(own.x, was.x)], atol=1e-5)
    apart = np.abs(drawn.mean - was.mean).max()
    assert apart < 1e-3 if name == "convcnp-nodensity" else apart > 0.2


def test_the_kept_set_is_what_the_verdict_compares_with():
    """A link may open the step with other points: the comparison stays with the set on show."""
    assert not verdict(PROVE, SPLIT, kept=[-1.2, 0.8]).done
    assert verdict(PROVE, SPLIT).done
    assert verdict(PROVE, SPLIT, kept=[]) is None


@pytest.mark.parametrize("stage", [POINTS, RBFS, CNN, BAND])
def test_other_stages_show_the_kept_points(stage):
    panel = scene(context(SPLIT), SetConvControls(stage=stage, kept=tuple(KEPT))).panel("stage")
    assert len(hollow(panel)) == 1
    dashed = [m for m in panel.marks if isinstance(m, Curve) and m.role == "shifted-prediction"]
    assert len(dashed) == (1 if stage == BAND else 0)


def test_without_a_kept_set_there_is_none_on_show():
    for step in range(1, PROVE):
        assert moment(step).controls.kept == ()
    out = scene(context(SPLIT), SetConvControls(stage=SUMS)).joined(aside(context(SPLIT), SetConvControls(stage=SUMS)))
    for panel in out.panels:
        assert not hollow(panel)
        assert not [m for m in panel.marks if isinstance(m, Curve) and m.role == "shifted-prediction"]


@pytest.mark.parametrize("kept", [[1.0], [0.0, 1e6], [0.0] * (2 * MOST_KEPT + 2), "all"])
def test_a_kept_set_is_pairs_of_numbers(kept):
    with pytest.raises(ControlError):
        SetConvControls.parse({"kept": kept})


def test_the_button_keeps_the_points():
    app = open_page("setconv")
    before = [value for point in board(app)["points"] for value in point]
    next(button for button in app.button if button.label == "Keep this set").click().run()
    assert board(app)["own"]["kept"] == before
    assert any(mark.get("role") == "kept" for mark in board(app)["scene"]["panels"][0]["marks"])
