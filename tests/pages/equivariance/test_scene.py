"""Translation equivariance: whose prediction changes when all inputs are shifted, and why."""

import numpy as np
import pytest
import torch

from pages.equivariance.controls import EquivarianceControls
from pages.equivariance.layers import layer_changes
from pages.equivariance.scene import scene
from pages.shared.models.catalogue import FOUR
from pages.shared.models.predictions import GRID, predictions, shift_inputs
from pages.shared.scene.marks import Curve
from tests.pages.equivariance.shown import COARSE, DRAWN, EQUIVARIANT, READ_X, beside, change, whole
from tests.scenes import as_read
from tnpcore import Points
from tnpcore.setconv import midrange

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("tau", [0.3, 2.03, -6.0, 100.0, 1e6])
def test_a_shift_of_any_size_leaves_equivariant_models_unchanged(tau):
    shown = beside(tau=tau)
    for name in EQUIVARIANT:
        assert shown.reading(f"shift-{name}").tone == "good", name
        assert change(shown, name) < 1e-5, name
    for name in READ_X:
        assert shown.reading(f"shift-{name}").tone == "bad", name


def test_models_that_read_raw_x_change_more_the_larger_the_shift():
    by_shift = {tau: beside(tau=tau) for tau in (0.01, 0.3, 2.0)}
    for name in READ_X:
        little, some, much = (change(shown, name) for shown in by_shift.values())
        assert 0 < little < some < much
        assert much > 0.1


def test_the_bayes_predictor_is_equivariant_too():
    assert whole(tau=2.03).reading("shift-bayes").value < 1e-6


@pytest.mark.parametrize("name", EQUIVARIANT)
def test_at_a_million_float32_fails_and_float64_does_not(name):
    assert change(beside(tau=1e6, input="float64"), name) < 1e-5
    assert change(beside(tau=1e6, input="float32"), name) > 1e-3
    assert change(beside(tau=2.0, input="float32"), name) < 1e-3


def test_centring_makes_all_models_equivariant():
    shown = whole(tau=2.03, centre=True)
    assert max(change(shown, name) for name in FOUR) < 1e-5
    curve = next(mark for mark in shown.panel("sweep").marks if getattr(mark, "role", "") == "tnpd")
    assert curve.y.max() < -5
    assert layer_changes("tnpd", DRAWN, 2.03, COARSE, True).values.max() < 1e-5


def test_the_shifted_prediction_is_the_one_at_the_shifted_inputs():
    shown = beside(tau=2.03)
    here, shifted = shown.panel("stage").marks
    (there,) = predictions("tnpd", Points(DRAWN.x + 2.03, DRAWN.y), xt=GRID + 2.03)
    np.testing.assert_allclose(shifted.mean, there.mean, atol=1e-4)
    change_in_sd = np.sqrt(np.mean(((shifted.mean - here.mean) / here.sd) ** 2))
    assert change(shown, "tnpd") == pytest.approx(change_in_sd, rel=1e-5)
    change_of_spread = np.sqrt(np.mean((np.log(shifted.sd) - np.log(here.sd)) ** 2))
    assert shown.reading("shift-tnpd").text == f"mean {change_in_sd:.3f} sd, log sd {change_of_spread:.3f}"


def test_the_equation_gives_the_x_where_the_change_is_largest():
    shown = as_read(beside(tau=2.03))
    here, shifted = shown.panel("stage").marks
    worst = int(np.abs((shifted.mean - here.mean) / here.sd).argmax())
    equation = shown.equation.replace("−", "-")
    assert equation.startswith(f"f({here.x[worst]:.2f}; D) = {here.mean[worst]:.2f},")
    assert f"= {shifted.mean[worst]:.2f},  E(+2.03)" in equation
    assert as_read(scene(DRAWN, EquivarianceControls(model="tetnp")).equation).startswith("f(0.00; D)")


def test_without_a_shift_there_is_no_shifted_prediction_and_no_verdict():
    shown = whole(tau=0.0)
    assert [mark.role for mark in shown.panel("stage").marks] == ["model"]
    assert all(change(shown, name) == 0 and shown.reading(f"shift-{name}").tone == "" for name in FOUR)
    assert shown.reading("fixed").value == pytest.approx(0, abs=1e-6)


def test_the_frame_at_the_shifted_inputs_shifts_with_the_data():
    near, far = (scene(DRAWN, EquivarianceControls(tau=tau)).panel("moved") for tau in (2.5, 1e6))
    assert (near.x, near.moved, near.tint, near.points) == ((-0.5, 5.5), 2.5, (-2.0, 2.0), True)
    assert "4 of 7" in as_read(near.note)
    assert (far.x, far.moved, far.tint, as_read(far.x_title)) == ((-3.0, 3.0), 0.0, None, "x − 1,000,000")
    assert near.marks[0].x[0] == -0.5


@pytest.mark.parametrize("name", FOUR)
def test_each_model_stands_beside_its_shifted_prediction_and_the_limit(name):
    panel = whole(model=name).panel(name)
    assert [mark.role for mark in panel.marks if isinstance(mark, Curve)] == ["model", "shifted-prediction", "limit"]
    assert panel.note.startswith("Change: mean ") and " sd, log sd " in panel.note


def test_equivariant_is_not_invariant():
    shown = whole(model="tetnp", tau=1.0)
    assert change(shown, "tetnp") < 1e-5
    assert shown.reading("fixed").value > 0.1


@pytest.mark.parametrize("name", FOUR)
def test_order_does_not_matter(name):
    shown = whole(model=name)
    for id in ("context-order", "target-order"):
        assert shown.reading(id).value < 1e-4
        assert shown.reading(id).tone == "good"


def test_the_first_embedding_changes_in_tnpd_and_nothing_does_in_tetnp():
    tnpd, tetnp = (layer_changes(name, DRAWN, 2.03, COARSE, False) for name in ("tnpd", "tetnp"))
    assert tnpd.labels == ("tokens", "attn 1", "attn 2", "attn 3", "attn 4", "output")
    assert tnpd.values.min() > 0.01
    assert tetnp.values[0] == 0
    assert tetnp.values.max() < 1e-5


@pytest.mark.parametrize(("name", "changes"), [("tnpd", True), ("tetnp", False), ("convcnp", False), ("cnp", False)])
def test_the_map_of_weights_shows_what_the_shift_changes(name, changes):
    shown = scene(DRAWN, EquivarianceControls(model=name, tau=2.03))
    (here,), (difference,) = (shown.panel(id).marks for id in ("weights", "weights-change"))
    assert (np.abs(difference.values).max() > 0.01) == changes
    assert difference.diverging
    if name != "convcnp":
        np.testing.assert_allclose(here.values.sum(1), 1.0, atol=1e-5)
    assert as_read(here.column_labels)[-1] == "1.80"
    assert here.keys[-1] == 6


def test_shifting_and_centring_keep_the_dtype():
    batch, targets = shift_inputs(DRAWN, (0.0, 5.0), GRID, centre=True)
    assert batch.x.dtype == targets.dtype == torch.float64
    torch.testing.assert_close(batch.x[0], batch.x[1])
    assert float(midrange(batch.x).abs().max()) < 1e-12
