"""Two dimensions: what is on the maps is what the library computes, by other ways where there are."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
import torch

from pages.plane import LESSON, maps
from pages.plane.controls import GRIDS, MODELS, NEW, PRIOR, RESIDUAL, TETNP, TNPD, UNET, PlaneControls
from pages.plane.maps import AXIS, CELLS, SIDE, change, channels, limit, predicted, probed, stations
from pages.plane.story import LATTICE, SEVEN, STRIPES, THEIR_SEVEN
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Bars, Dots, Field, Place, Scene, Threads
from tnpcore import Points, predict
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.priors import prior

pytestmark = pytest.mark.slow

GIVEN = tuple((*place, value) for place, value in zip(SEVEN, THEIR_SEVEN, strict=True))
KINDS = pytest.mark.parametrize("name", MODELS)


def drawn(points=SEVEN, **controls):
    parsed = PlaneControls(**{"measured": THEIR_SEVEN, **controls})
    return reduce(Scene.joined, (part(context(points), parsed) for part in LESSON.parts.values()))


def mark(panel, kind):
    (found,) = (each for each in panel.marks if isinstance(each, kind))
    return found


# ---- maps ------------------------------------------------------------------------------------------


@KINDS
def test_every_cell_holds_what_is_predicted_at_its_place(name):
    out = drawn(model=name)
    table = torch.tensor(GIVEN, dtype=torch.float64)
    for row, column in ((0, 0), (3, 20), (27, 5)):
        place = torch.tensor([[AXIS[column], AXIS[row]]])  # x1 runs along a row
        one = predict(model(name), Points(table[:, :2], table[:, 2:]), place)
        assert mark(out.panel("stage"), Field).values[row, column] == pytest.approx(one.mean.item(), abs=1e-5)
        assert mark(out.panel("sd"), Field).values[row, column] == pytest.approx(one.std.item(), abs=1e-5)
    assert out.panel("stage").equal and out.panel("stage").points


def test_the_cells_are_all_places_of_a_lattice_the_lowest_row_first():
    lattice = CELLS.reshape(SIDE, SIDE, 2).numpy()
    assert (lattice[:, :, 0] == AXIS.numpy()).all() and (AXIS.numpy() == lattice[:, :, 1].T).all()


def test_the_limit_is_that_of_the_whole_predictor():
    best = BayesPredictor(prior(PRIOR)).predict(maps.context(GIVEN), CELLS).gaussian
    found = limit(GIVEN)
    np.testing.assert_allclose(found.mean.ravel(), best.mean[:, 0], atol=0.02)  # by two thirds of its nodes
    np.testing.assert_allclose(found.sd.ravel(), best.stddev[:, 0], atol=0.02)
    assert (mark(drawn().panel("limit"), Field).values == found.mean).all()


def test_a_station_without_a_value_measures_what_a_new_one_does():
    points = context(SEVEN[:3])
    assert [value for *_, value in stations(points, PlaneControls(measured=(0.5,)))] == [0.5, NEW, NEW]
    assert [value for *_, value in stations(points, PlaneControls(measured=THEIR_SEVEN))] == list(THEIR_SEVEN[:3])


def test_the_values_that_are_dragged_stand_by_number_and_beside_the_stations():
    out = drawn()
    dots, names = mark(out.panel("values"), Dots), mark(out.panel("stage"), Dots)
    assert (dots.edit, dots.along, dots.role) == ("measured", "y", "value")
    np.testing.assert_array_equal(dots.y, THEIR_SEVEN)
    assert names.labels[0] == "1: −1.2" and names.labels[6] == "7: −0.6"


@pytest.mark.parametrize("points", [(), ((0.0, 0.0),), ((1e7, 1e4),), ((0.0, 0.0),) * 256], ids=len)
@KINDS
def test_any_drawing_has_a_map(name, points):
    drawn(points, model=name, tau=3.0).wire()


# ---- the probe -------------------------------------------------------------------------------------


@KINDS
def test_the_lines_are_as_thick_as_the_slope_that_differences_give(name):
    out = drawn(model=name, p1=0.4, p2=-0.3)
    threads, ring = mark(out.panel("probe"), Threads), mark(out.panel("probe"), Place)
    assert (threads.x, threads.y) == (ring.x, ring.y) == (0.4, -0.3) and ring.edit == ("p1", "p2")
    for i in (0, 3, 5):
        step = 0.05
        up, down = (
            probed(name, tuple((*s[:2], s[2] + by * (j == i)) for j, s in enumerate(GIVEN)), (0.4, -0.3)).mean
            for by in (step, -step)
        )
        assert threads.weights[i] == pytest.approx(abs(up - down) / (2 * step), abs=2e-2)


def test_the_residual_network_sees_only_what_is_near_and_the_others_see_far():
    lattice = tuple((*place, value) for place, value in zip(LATTICE, STRIPES, strict=True))
    far = [np.hypot(x1, x2) > 2.5 for x1, x2, _ in lattice]
    assert probed(RESIDUAL, lattice, (0.0, 0.0)).slopes[far].max() < 1e-6
    for name in (TETNP, UNET):
        assert probed(name, lattice, (0.0, 0.0)).slopes[far].max() > 1e-4


# ---- the grid --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GRIDS)
def test_density_and_signal_are_sums_over_the_stations_in_every_cell(name):
    (first, second), found = channels(name, GIVEN)
    scale = model(name).to_grid.lengthscale.item()
    table = np.array(GIVEN)
    square = (first.numpy()[None, :, None] - table[:, 0]) ** 2 + (second.numpy()[:, None, None] - table[:, 1]) ** 2
    bumps = np.exp(-square / (2 * scale**2))
    density = bumps.sum(-1)
    np.testing.assert_allclose(found[..., 0], density, atol=1e-4)
    np.testing.assert_allclose(found[..., 1], bumps @ table[:, 2] / (density + 1e-5), atol=1e-3)
    shown = drawn(model=name).panel("density")
    np.testing.assert_array_equal(mark(shown, Field).values, found[..., 0])


def test_models_without_a_grid_show_none():
    assert not {"density", "signal"} & {panel.id for panel in drawn(model=TETNP).panels}


# ---- shifts ----------------------------------------------------------------------------------------


def test_a_shift_by_a_vector_changes_the_map_of_the_model_that_reads_places():
    shift = (0.3, -2.03)
    assert change(TNPD, GIVEN, shift).mean > 0.2
    for name in (TETNP, UNET, RESIDUAL):
        assert change(name, GIVEN, shift).largest < 1e-3


def test_the_residual_is_the_shifted_map_minus_the_map_in_its_sd():
    out = drawn(model=TNPD, tau=0.3, tau_x2=-2.03)
    here, there = predicted(TNPD, GIVEN), predicted(TNPD, GIVEN, (0.3, -2.03))
    field = mark(out.panel("moved"), Field)
    np.testing.assert_allclose(field.values, (there.mean - here.mean) / here.sd)
    assert out.reading("shift-tnpd").value == pytest.approx(np.sqrt((field.values**2).mean()))
    bars = mark(out.panel("changes"), Bars)
    assert dict(zip(bars.labels, bars.values, strict=True))["TNP-D"] == out.reading("shift-tnpd").value


@pytest.mark.parametrize("wrong", [{"p1": 2.5}, {"measured": [4.0]}, {"tau_x2": 1e9}, {"model": "tetnp"}], ids=str)
def test_what_does_not_fit_is_named(wrong):
    with pytest.raises(ControlError, match="must be"):
        PlaneControls.parse(wrong)
