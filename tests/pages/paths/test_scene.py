"""The scene of sample paths: what follows the hand, what may lag, and what each panel holds."""

from __future__ import annotations

import numpy as np
import pytest

from pages.paths import joint
from pages.paths import scene as paths
from pages.paths.controls import MODELS, PathsControls
from pages.paths.story import POINTS
from pages.paths.ways import COMPARED, WAYS
from pages.shared.lesson.values import context
from pages.shared.models import sample_paths
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import Curve, Dots, Handle, Line
from tests.pages.paths.moments import words

pytestmark = pytest.mark.slow

FOUR = context(POINTS)
FAR = context(((-1e6, 0.0), (1e6, 0.0)))  # too far apart for a ConvGNP


def marks(scene, kind, role=None):
    found = [mark for mark in scene.panel("stage").marks if isinstance(mark, kind)]
    return [mark for mark in found if role is None or mark.role == role]


@pytest.mark.parametrize("name", MODELS)
def test_the_band_is_the_models_own_and_the_places_can_be_dragged(name):
    out = paths.scene(FOUR, PathsControls(model=name, a=-0.4, b=0.4))
    (band,) = marks(out, Curve)
    (expected,) = predictions(name, FOUR)
    np.testing.assert_allclose(band.mean, expected.mean, atol=1e-5)
    np.testing.assert_allclose(band.sd, expected.sd, atol=1e-5)
    assert [(handle.edit, handle.x) for handle in marks(out, Handle)] == [("a", -0.4), ("b", 0.4)]


def test_no_path_is_drawn_in_the_part_that_follows_the_hand(monkeypatch):
    """Hundreds of samples must not delay a drag: they belong to the parts that may lag."""

    def refused(*_):
        raise AssertionError("paths are drawn")

    for module in (paths, joint):
        for name in ("draw_paths", "draw_autoregressive_paths"):
            monkeypatch.setattr(module, name, refused)
    for name in MODELS:
        for sampling in ("at once", "in turn"):
            paths.scene(FOUR, PathsControls(model=name, sampling=sampling, given=True, tau=1.0))
    with pytest.raises(AssertionError, match="paths are drawn"):
        paths.aside(FOUR, PathsControls())


@pytest.mark.parametrize(("model", "sampling"), [("tnpd", "in turn"), ("tnpa", "at once")])
def test_paths_that_take_many_passes_come_last(model, sampling):
    controls = PathsControls(model=model, sampling=sampling)
    first, last = paths.aside(FOUR, controls), paths.later(FOUR, controls)
    assert "stage" not in {panel.id for panel in first.panels}
    assert len(marks(last, Line, "path")) == 6
    at_once = paths.aside(FOUR, PathsControls(model="cnp"))
    assert len(marks(at_once, Line, "path")) == 6


def test_shifted_paths_lie_beside_the_others():
    for name, stays in (("convgnp", True), ("tnpnd-lowrank", False)):
        out = paths.aside(FOUR, PathsControls(model=name, tau=1.3))
        here, shifted = (np.array([line.y for line in marks(out, Line, role)]) for role in ("path", "shifted-path"))
        assert here.shape == shifted.shape == (3, 34)
        assert (np.abs(here - shifted).max() < 1e-3) == stays


@pytest.mark.parametrize(("name", "sampling"), [("tetnp", "in turn"), ("tnpd", "in turn"), ("np", "at once")])
def test_the_change_of_the_paths_is_that_of_their_values(name, sampling):
    controls = PathsControls(model=name, sampling=sampling, tau=1.0)
    here, shifted = (paths.stage_paths(FOUR, controls, tau) for tau in (0.0, controls.tau))
    assert (np.abs(shifted - here).max() < 1e-3) == (name == "tetnp")


def test_a_shift_draws_the_same_random_numbers_in_the_same_order():
    xt = PathsControls().path_targets
    for draw in (sample_paths.draw_paths, sample_paths.draw_autoregressive_paths):
        here, shifted = (draw("tetnp", FOUR, xt, 2, 3, tau) for tau in (0.0, 2.03))
        assert np.abs(here - shifted).max() < 1e-2


def test_the_value_at_a_joins_the_context():
    plain, given = (paths.scene(FOUR, PathsControls(model="tnpd", given=given)) for given in (False, True))
    assert not marks(plain, Dots) and not marks(plain, Curve, "shifted-prediction")
    (dot,), (dashed,) = marks(given, Dots), marks(given, Curve, "shifted-prediction")
    (expected,) = predictions("tnpd", context((*POINTS, (float(dot.x[0]), float(dot.y[0])))))
    np.testing.assert_allclose(dashed.mean, expected.mean, atol=1e-5)
    heat = given.panel("weights").marks[0]
    assert heat.column_labels[3] == "A" and heat.keys[3] == -1
    np.testing.assert_allclose(heat.values.sum(1), 1.0, atol=1e-5)
    labels = [words(label) for label in plain.panel("weights").marks[0].column_labels]
    assert labels == ["null", "−1.80", "−1.30", "1.20", "1.70"]


def test_small_pictures_of_a_model_that_cannot_take_the_points_say_why():
    out = paths.later(FAR, PathsControls(model="cnp"))
    assert "496 units" in out.panel("way-convgnp").note
    assert len(out.panel("ways").marks[0].rows) == len(COMPARED)
    assert {way.id for way in WAYS} <= {panel.id for panel in out.panels}
