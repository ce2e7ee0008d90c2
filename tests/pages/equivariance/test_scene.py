"""Translation equivariance: whose prediction changes when all inputs are shifted, and why."""

import json

import numpy as np
import pytest
import torch

from pages.equivariance import shift_sweep
from pages.equivariance.controls import FOUR_MODELS, SPAN, UNLABELLED, EquivarianceControls
from pages.equivariance.layers import layer_changes
from pages.equivariance.scene import aside, later, scene
from pages.equivariance.shift_sweep import (
    CELLS,
    PER_CELL,
    anchored_at_zero,
    change_by_shift,
    decades,
    grid_change,
    sweep_lines,
)
from pages.equivariance.variants import GRID_AT_ZERO
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.catalogue import FOUR, model
from pages.shared.models.predictions import GRID, predictions, shift_error, shift_inputs
from pages.shared.scene.marks import Curve, Handle
from tests.app_pages import board, open_page
from tests.scenes import as_read
from tnpcore import Points
from tnpcore.setconv import midrange

DRAWN = context(PRESETS[FIRST])
SIXTY = context([(-2 + 4 * i / 59, ((37 * i) % 60) / 30 - 1) for i in range(60)])
CONTEXTS = {"none": context([]), "one": context([(0.5, 1.0)]), "seven": DRAWN, "sixty": SIXTY}
EQUIVARIANT, READ_X = ("tetnp", "convcnp"), ("tnpd", "cnp")
COARSE = GRID[::6]


def whole(points=DRAWN, **controls):
    return beside(points, **controls).joined(later(points, EquivarianceControls(**controls)))


def beside(points=DRAWN, **controls):
    typed = EquivarianceControls(**controls)
    return scene(points, typed).joined(aside(points, typed))


def change(shown, name):
    return shown.reading(f"shift-{name}").value


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
    assert "4 of 7" in near.note
    assert (far.x, far.moved, far.tint, as_read(far.x_title)) == ((-3.0, 3.0), 0.0, None, "x − 1,000,000")
    assert near.marks[0].x[0] == -0.5


@pytest.mark.parametrize("name", FOUR)
def test_each_model_stands_beside_its_shifted_prediction_and_the_limit(name):
    panel = whole(model=name).panel(name)
    assert [mark.role for mark in panel.marks if isinstance(mark, Curve)] == ["model", "ghost", "limit"]
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


def test_a_grid_anchored_at_zero_changes_predictions_except_at_whole_cells():
    cell = 1 / model("convcnp").grid.points_per_unit
    half = change_by_shift(anchored_at_zero(), DRAWN, [(k + 0.5) * cell for k in range(4)], COARSE)[0]
    at_each = change_by_shift(anchored_at_zero(), DRAWN, [k * cell for k in range(1, 5)], COARSE)[0]
    assert half.min() > 20 * at_each.max()
    assert at_each.max() < 1e-5
    assert max(map(np.max, change_by_shift(model("convcnp"), DRAWN, [0.5 * cell], COARSE))) < 1e-5
    sawtooth = whole().panel("grid").marks[0]
    peaks = sawtooth.y[:-1].reshape(CELLS, PER_CELL)
    np.testing.assert_allclose(peaks, np.broadcast_to(peaks[0], peaks.shape), atol=0.5)


@pytest.mark.parametrize("panel", ["grid", "sweep"])
def test_a_line_of_the_grid_has_its_true_period(panel):
    """Lines that join a few shifts of many cells show a period that is not there."""
    shown = whole(model=GRID_AT_ZERO, tau=0.02, curves=UNLABELLED).panel(panel)
    line = next(mark for mark in shown.marks if getattr(mark, "label", "") in ("grid anchored at zero", "B"))
    cell = 1 / model("convcnp").grid.points_per_unit
    assert np.diff(line.x).max() <= cell / 4
    at_cells = np.isclose(line.x / cell % 1, 0) | np.isclose(line.x / cell % 1, 1)
    assert at_cells.sum() == CELLS + 1 and line.y[at_cells].max() < -5 < -2 < line.y[~at_cells].min()
    exact = change_by_shift(anchored_at_zero(), DRAWN, line.x.tolist(), GRID)[0]
    np.testing.assert_allclose(line.y, decades(exact), atol=1e-3)
    assert shown.x == (0.0, pytest.approx(CELLS * cell)) and [m.x for m in shown.marks if isinstance(m, Handle)] == [
        0.02
    ]


def test_the_curves_of_equivariant_models_would_show_a_broken_grid(monkeypatch):
    """At -6, -3, 0, 3 and 6 even a grid anchored at zero changes nothing: no shift of the curves is of that kind."""
    broken, whole_cells = anchored_at_zero(), np.arange(SPAN[0], SPAN[1] + 1)
    assert max(map(np.max, change_by_shift(broken, DRAWN, whole_cells.tolist(), COARSE))) < 1e-5
    monkeypatch.setattr(shift_sweep, "model", lambda _name: broken)
    monkeypatch.setattr(shift_sweep, "process", lambda _name: broken)
    for name in EQUIVARIANT:
        for line in sweep_lines(name, DRAWN, COARSE, False, FOUR_MODELS):
            assert line.y.min() > -5, name
    healthy = next(mark for mark in grid_change(DRAWN, 0.3, COARSE)[0] if mark.role == "convcnp")
    assert healthy.y.max() > -4, "the line of the right grid, drawn with the wrong one, leaves the floor"


def test_the_line_of_the_right_grid_is_flat_between_the_cells_too():
    broken, healthy = whole().panel("grid").marks
    per_unit = model("convcnp").grid.points_per_unit
    assert {x % 1 for x in (per_unit * healthy.x).tolist()} == {0.0, 0.5}
    assert healthy.y.max() < -5 < -4 < broken.y.max()


def test_it_opens_where_a_grid_anchored_at_zero_fails():
    shown = whole()
    assert (EquivarianceControls().tau * model("convcnp").grid.points_per_unit) % 1 > 0.1
    assert shown.reading("shift-grid").tone == "bad" and shown.reading("shift-convcnp").tone == "good"


def test_the_spread_has_a_curve_of_its_own():
    shown = whole(tau=1.5)
    panel = shown.panel("sweep-sd")
    line = next(mark for mark in panel.marks if getattr(mark, "role", "") == "tnpd")
    mean = next(mark for mark in shown.panel("sweep").marks if getattr(mark, "role", "") == "tnpd")
    error = EquivarianceControls(tau=1.5).shift_error("tnpd", DRAWN)
    assert line.y[np.abs(line.x - 1.5).argmin()] == pytest.approx(float(decades(error.spread)), abs=1e-3)
    assert np.abs(line.y - mean.y).max() > 0.05 and "log sd" in panel.y_title


def test_in_float32_at_a_million_there_is_one_number():
    """The step of the story hands over targets in float64; the model reads them in the precision that was chosen."""
    controls = EquivarianceControls(model="tetnp", tau=1e6, input="float32")
    here, shifted = controls.predict_both("tetnp", DRAWN, GRID)
    assert shift_error(here, shifted) == controls.shift_error("tetnp", DRAWN)
    assert change(scene(DRAWN, controls), "tetnp") == pytest.approx(controls.shift_error("tetnp", DRAWN).mean)
    assert controls.shift_error("tetnp", DRAWN).mean > 1e-2


def test_the_grid_anchored_at_zero_is_a_copy():
    anchored_at_zero()
    assert model("convcnp").grid.anchor is midrange
    assert model("convcnp").net is anchored_at_zero().net
    assert whole(tau=0.3).reading("shift-grid").tone == "bad"
    assert whole(tau=2.0).reading("shift-grid").tone == "good"


def test_the_sweep_goes_through_the_readings():
    shown = whole(tau=1.5)
    for name in READ_X:
        line = next(mark for mark in shown.panel("sweep").marks if getattr(mark, "role", "") == name)
        at = int(np.abs(line.x - 1.5).argmin())
        assert line.x[at] == pytest.approx(1.5)
        assert line.y[at] == pytest.approx(float(decades(change(shown, name))), abs=0.05)
    assert next(mark.x for mark in shown.panel("sweep").marks if getattr(mark, "edit", "") == "tau") == 1.5
    assert not any(
        getattr(mark, "edit", "") for mark in scene(DRAWN, EquivarianceControls(tau=100.0)).panel("sweep").marks
    )


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


@pytest.mark.parametrize("name", FOUR)
@pytest.mark.parametrize("drawn", CONTEXTS.values(), ids=CONTEXTS.keys())
@pytest.mark.parametrize("rest", [{}, {"tau": -1e6, "input": "float32", "centre": True}])
def test_every_context_gives_finite_numbers(drawn, name, rest):
    shown = whole(drawn, model=name, **rest)
    assert all(np.isfinite(reading.value) for reading in shown.ledger)
    assert "nan" not in json.dumps(shown.wire()).lower()
    assert shown.caption and shown.equation


@pytest.mark.parametrize(
    "wrong", [{"tau": 2e6}, {"tau": "far"}, {"model": "gp"}, {"input": "float16"}, {"centre": 1}], ids=str
)
def test_a_wrong_control_is_named(wrong):
    with pytest.raises(ControlError, match=next(iter(wrong))):
        EquivarianceControls.parse(wrong)


def test_shifting_and_centring_keep_the_dtype():
    batch, targets = shift_inputs(DRAWN, (0.0, 5.0), GRID, centre=True)
    assert batch.x.dtype == targets.dtype == torch.float64
    torch.testing.assert_close(batch.x[0], batch.x[1])
    assert float(midrange(batch.x).abs().max()) < 1e-12


@pytest.fixture
def page():
    return open_page("equivariance")


def readings(app):
    assert not app.exception
    return {reading["id"]: reading for reading in board(app)["scene"]["ledger"]}


def test_a_button_shifts_by_a_million_and_float32_changes_the_prediction(page):
    next(group for group in page.button_group if group.key == "jump").select(1e6).run()
    assert board(page)["sliders"][0]["value"] == 1e6
    assert readings(page)["shift-tetnp"]["tone"] == "good"
    next(group for group in page.button_group if group.key == "equivariance_input").select("float32").run()
    assert readings(page)["shift-tetnp"]["tone"] == "bad"


def test_centring_is_one_switch(page):
    assert readings(page)["shift-tnpd"]["tone"] == "bad"
    next(toggle for toggle in page.toggle if toggle.key == "equivariance_centre").set_value(True).run()
    assert readings(page)["shift-tnpd"]["tone"] == "good"


def test_it_opens_as_plotly_figures(page):
    next(toggle for toggle in page.toggle if toggle.key == "figures").set_value(True).run()
    assert not page.exception
    assert len(page.get("plotly_chart")) == len(board(page)["scene"]["panels"])
