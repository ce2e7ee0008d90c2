"""The curves E(τ): of a grid anchored at zero, of the spread, and through the readings."""

import numpy as np
import pytest

from pages.equivariance import shift_sweep
from pages.equivariance.controls import FOUR_MODELS, SPAN, UNLABELLED, EquivarianceControls
from pages.equivariance.scene import scene
from pages.equivariance.shift_sweep import (
    CELLS,
    HIDDEN,
    PER_CELL,
    anchored_at_zero,
    change_by_shift,
    decades,
    grid_change,
    letters_on,
    sweep_lines,
    without_names,
)
from pages.equivariance.variants import GRID_AT_ZERO
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID, shift_error
from pages.shared.scene.marks import Handle
from tests.pages.equivariance.shown import COARSE, DRAWN, EQUIVARIANT, READ_X, change, whole
from tnpcore.setconv import midrange

pytestmark = pytest.mark.slow


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
    anchored_at_zero.cache_clear()  # another test may have loaded the models anew since it was made
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


def test_a_letter_stands_on_its_own_curve_far_from_others_and_two_curves_are_dashed():
    """In every order of the models."""
    lines = {name: sweep_lines(name, DRAWN, GRID, False, UNLABELLED) for name in HIDDEN[0]}
    for order in HIDDEN:
        curves = without_names([lines[name] for name in order])
        for of_kind, names in zip(zip(*curves), letters_on(curves, order), strict=True):
            assert [line.label for line in of_kind] == list(names.labels) == ["A", "B", "C", "D"]
            assert sum(line.dashed for line in of_kind) == 2
            far = [[abs(y - np.interp(x, line.x, line.y)) for line in of_kind] for x, y in zip(names.x, names.y)]
            assert np.diag(far) == pytest.approx(0) and np.array(far)[~np.eye(4, dtype=bool)].min() > 0.7  # decades
