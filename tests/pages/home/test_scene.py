"""The scene of Home: four models and the Bayes predictor on the same points."""

import numpy as np
import pytest

from pages.home import scene as home
from pages.home.controls import HomeControls
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import FOUR
from tests.scenes import as_read

POINTS = context(((1.0, -0.5), (-1.0, 0.5), (0.0, 1.0)))


def weights(scene):
    (heat,) = scene.panel("weights").marks
    return heat


@pytest.mark.parametrize("name", FOUR)
def test_rows_of_weights_sum_to_one_at_the_points(name):
    heat = as_read(weights(home.scene(POINTS, HomeControls(model=name))))
    there = [heat.row_labels.index(label) for label in ("\u22121.0", "0.0", "1.0")]
    np.testing.assert_allclose(heat.values[there].sum(-1), 1.0, atol=1e-3)
    assert heat.values.min() >= 0


def test_attention_models_show_the_null_token_first():
    assert weights(home.scene(POINTS, HomeControls(model="tetnp"))).column_labels[0] == "null"
    assert weights(home.scene(context(()), HomeControls(model="tnpd"))).values[0] == pytest.approx([1.0])


def test_the_small_pictures_show_the_same_predictions_as_the_stage():
    small = home.aside(POINTS, HomeControls())
    assert [panel.id for panel in small.panels] == list(FOUR)
    for name in FOUR:
        (large, *_), (curve,) = (
            home.scene(POINTS, HomeControls(model=name)).panel("stage").marks,
            small.panel(name).marks,
        )
        assert np.isin(curve.x, large.x).all() and 50 < len(curve.x) < len(large.x)
        np.testing.assert_allclose(curve.mean, large.mean[np.isin(large.x, curve.x)], atol=1e-4)


def test_the_predictions_of_equivariant_models_shift_with_the_inputs():
    later = home.later(POINTS, HomeControls(tau=1.0))
    change = {name: later.reading(f"shift-{name}").value for name in FOUR}
    assert max(change["tetnp"], change["convcnp"]) < 1e-4
    assert min(change["tnpd"], change["cnp"]) > 1e-2
    assert [later.reading(f"shift-{name}").tone for name in FOUR] == ["bad", "good", "good", "bad"]


def test_nothing_changes_without_a_shift():
    scene = home.scene(POINTS, HomeControls(tau=0.0)).joined(home.later(POINTS, HomeControls(tau=0.0)))
    roles = [mark.role for mark in scene.panel("stage").marks]
    assert roles == ["model", "limit"]
    assert scene.reading("shift-tnpd").value == 0.0


def test_trained_models_stay_near_the_limit():
    later = home.later(context(PRESETS[FIRST]), HomeControls())
    distance = {name: later.reading(f"limit-{name}").value for name in FOUR}
    assert max(distance["tnpd"], distance["tetnp"], distance["convcnp"]) < 1.0
