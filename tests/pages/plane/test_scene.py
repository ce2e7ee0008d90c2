"""Two dimensions: what is on the maps is what the library computes, by other ways where there are."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from pages.plane import LESSON, cost, maps
from pages.plane.controls import (
    AT_ZERO,
    GRIDS,
    LAYERS,
    MODELS,
    NEW,
    ON_PICTURES,
    PRIOR,
    RESIDUAL,
    TETNP,
    TNPD,
    UNET,
    PlaneControls,
)
from pages.plane.maps import MAP, RANDOM, change, channels, limit, predicted, probed, stations
from pages.plane.story import LATTICE, SEVEN, STRIPES, THEIR_SEVEN
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.catalogue import model
from pages.shared.scene.csv_export import fields_csv
from pages.shared.scene.figures import figures
from pages.shared.scene.marks import Bars, Dots, Field, Line, Place, Scene, Threads
from pages.shared.scene.original_units import in_original_units, in_units
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
        place = torch.tensor([[MAP.axis[column], MAP.axis[row]]])  # x1 runs along a row
        one = predict(model(name), Points(table[:, :2], table[:, 2:]), place)
        assert mark(out.panel("stage"), Field).values[row, column] == pytest.approx(one.mean.item(), abs=1e-5)
        assert mark(out.panel("sd"), Field).values[row, column] == pytest.approx(one.std.item(), abs=1e-5)
    assert out.panel("stage").equal and out.panel("stage").points


def test_every_predicted_map_carries_the_hull_of_the_stations_and_no_other_picture():
    out = drawn(model=UNET)
    fields = {panel.id: field for panel in out.panels for field in panel.marks if isinstance(field, Field)}
    assert {id for id, field in fields.items() if field.hull} == {"stage", "sd", "shifted", "limit"}
    corners = fields["stage"].hull.corners
    assert set(corners) < set(SEVEN) and corners == fields["sd"].hull.corners
    assert fields["stage"].extrapolated[0, 0] and not fields["stage"].extrapolated[14, 14]
    assert mark(drawn((), measured=()).panel("stage"), Field).hull is None


def test_the_cells_are_all_places_of_a_lattice_the_lowest_row_first():
    axis, lattice = MAP.axis.numpy(), MAP.places.reshape(MAP.side, MAP.side, 2).numpy()
    assert (lattice[:, :, 0] == axis).all() and (axis == lattice[:, :, 1].T).all()


def test_the_limit_is_that_of_the_whole_predictor():
    best = BayesPredictor(prior(PRIOR)).predict(maps.context(GIVEN), MAP.places).gaussian
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
    assert mark(out.panel("stage"), Field).measured == THEIR_SEVEN, "in whose colours the stations are painted"
    assert in_units(names.labels[0], None) == "1: −1.2" and in_units(names.labels[6], None) == "7: −0.6"


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
        step = 0.005  # within it, few ReLUs of a convolution change
        up, down = (
            probed(name, tuple((*s[:2], s[2] + by * (j == i)) for j, s in enumerate(GIVEN)), (0.4, -0.3)).mean
            for by in (step, -step)
        )
        assert threads.weights[i] == pytest.approx(abs(up - down) / (2 * step), abs=2e-2)


@pytest.mark.parametrize("name", [TETNP, TNPD])
def test_the_attention_of_the_probe_is_that_of_the_chosen_layer_and_head(name):
    table = torch.tensor(GIVEN, dtype=torch.float64)
    place = torch.tensor([[0.4, -0.3]], dtype=torch.float64)
    entry = predict(model(name), Points(table[:, :2], table[:, 2:]), place, record=True).attention[1]
    for head, expected in (("3", entry.weights[2, -1]), ("mean", entry.weights[:, -1].mean(0))):
        out = drawn(model=name, p1=0.4, p2=-0.3, layer="2", head=head)
        threads, ring = mark(out.panel("attention"), Threads), mark(out.panel("attention"), Place)
        assert (threads.x, threads.y) == (ring.x, ring.y) == (0.4, -0.3)
        np.testing.assert_allclose([threads.null_share, *threads.weights], expected, atol=1e-6)
    every = {tuple(mark(drawn(model=name, layer=layer).panel("attention"), Threads).weights) for layer in LAYERS}
    assert len(every) == len(LAYERS)


def test_the_residual_network_sees_only_what_is_near_and_the_others_see_far():
    lattice = tuple((*place, value) for place, value in zip(LATTICE, STRIPES, strict=True))
    far = [np.hypot(x1, x2) > 2.5 for x1, x2, _ in lattice]
    assert probed(RESIDUAL, lattice, (0.0, 0.0)).slopes[far].max() < 1e-6
    for name in (TETNP, UNET):
        assert probed(name, lattice, (0.0, 0.0)).slopes[far].max() > 1e-4


def test_the_square_holds_all_that_the_layers_pass_on():
    """Four layers of 2 cells to each side, 8 cells to a unit; an input beyond changes nothing at the probe's cell."""
    square = mark(drawn(model=RESIDUAL, p1=0.4, p2=-0.3).panel("probe"), Line)
    assert (square.x.min(), square.x.max(), square.y.min(), square.y.max()) == pytest.approx((-0.6, 1.4, -1.3, 0.7))
    net, cells = model(RESIDUAL).net, 40
    for far, changed in ((8, True), (9, False)):
        blank, touched = torch.zeros(1, 2, cells, cells), torch.zeros(1, 2, cells, cells)
        touched[..., 20 + far, 20] = 1.0
        with torch.no_grad():
            assert ((net(touched) - net(blank))[..., 20, 20].abs().max() > 0).item() == changed
    assert not [each for each in drawn(model=UNET).panel("probe").marks if isinstance(each, Line)]


# ---- the grid --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GRIDS)
def test_density_and_signal_are_sums_over_the_stations_in_every_cell(name):
    (first, second), found = channels(name, GIVEN)
    scale = maps.process(name).to_grid.lengthscale.item()
    table = np.array(GIVEN)
    square = (first.numpy()[None, :, None] - table[:, 0]) ** 2 + (second.numpy()[:, None, None] - table[:, 1]) ** 2
    bumps = np.exp(-square / (2 * scale**2))
    density = bumps.sum(-1)
    np.testing.assert_allclose(found[..., 0], density, atol=1e-4)
    np.testing.assert_allclose(found[..., 1], bumps @ table[:, 2] / (density + 1e-5), atol=1e-3)
    shown = drawn(model=name).panel("density")
    np.testing.assert_array_equal(mark(shown, Field).values, found[..., 0])


def test_the_page_names_the_trained_model_behind_a_grid_at_zero():
    assert LESSON.models(PlaneControls(model=AT_ZERO)) == LESSON.models(PlaneControls(model=UNET)) == (UNET,)


@KINDS
def test_a_model_shows_either_a_grid_or_attention(name):
    found = {"density", "signal", "attention"} & {panel.id for panel in drawn(model=name).panels}
    assert found == ({"density", "signal"} if name in GRIDS else {"attention"})


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
    np.testing.assert_array_equal(mark(out.panel("shifted"), Field).values, there.mean)
    assert out.reading("shift-tnpd").value == pytest.approx(np.sqrt((field.values**2).mean()))
    bars = mark(out.panel("changes"), Bars)
    assert dict(zip(bars.labels, bars.values, strict=True))["TNP-D"] == out.reading("shift-tnpd").value


# ---- stations of one's own -------------------------------------------------------------------------

HERE = Units("longitude", 8.0, 1.5, "latitude", 47.0, 1.0, z_label="rain in mm", z_offset=900.0, z_factor=200.0)


def test_maps_are_shown_and_saved_in_the_units_of_the_data():
    out = drawn(model=TETNP, tau=0.3, tau_x2=-1.0)
    seen, _ = in_original_units(out, SEVEN, HERE)
    stage, here = seen.panel("stage"), mark(out.panel("stage"), Field)
    field = mark(stage, Field)
    assert (stage.x_title, stage.y_title, seen.panel("values").y_title) == ("longitude", "latitude", "rain in mm")
    label = in_units(seen.reading("shift-tetnp").label, HERE)
    assert label == "Change of the map, all inputs shifted by (0.45, −1.00)"
    np.testing.assert_allclose(field.values, 900 + 200 * here.values)
    np.testing.assert_allclose(mark(seen.panel("sd"), Field).values, 200 * mark(out.panel("sd"), Field).values)
    titles = [figure.data[0].colorbar.title.text for figure in figures(seen, ())[:2]]
    assert titles == ["mean, rain in mm", "sd, rain in mm"]
    np.testing.assert_allclose(field.measured, 900 + 200 * np.array(THEIR_SEVEN))
    assert sum(field.span) / 2 == pytest.approx(900) and field.x == (5.0, 11.0)
    bars, plain = (mark(shown.panel("probes"), Bars) for shown in (seen, out))
    np.testing.assert_allclose(bars.values, 900 + 200 * plain.values)
    note, reading = (in_units(text, HERE) for text in (out.panel("probes").note, out.reading("mean-probe").text))
    assert f"TETNP {reading}; " in note and note.endswith(". Bars begin at 900.")
    (drawn_bars,) = figures(seen, ())[seen.panels.index(seen.panel("probes"))].data
    np.testing.assert_allclose(drawn_bars.base + drawn_bars.y, bars.values)
    header, first, *rows = fields_csv(out, HERE).split("\r\n")
    assert header.startswith("longitude,latitude,TETNP: predictive mean,Standard deviation") and len(rows) == 784
    assert header.endswith(",outside the stations' convex hull: extrapolated")
    lon, lat, mean, *_, extrapolated = map(float, first.split(","))
    assert (lon, lat, mean, extrapolated) == (5.0, 45.0, pytest.approx(900 + 200 * here.values[0, 0]), 1.0)


# ---- pictures --------------------------------------------------------------------------------------

DRAWN = pytest.mark.parametrize("name", ON_PICTURES)


@pytest.fixture(scope="module")
def pixels():
    """Pixels of a digit as the menu draws them: places and values."""
    found = RANDOM["60 pixels of a digit"](torch.Generator().manual_seed(5))
    return found.points, tuple(found.controls["measured"])


@DRAWN
def test_a_picture_stands_upright_and_holds_what_is_predicted_of_each_pixel(name, pixels):
    points, values = pixels
    field = mark(drawn(points, model=name, measured=values).panel("stage"), Field)
    # The library's own pictures have the row first, counted downwards from the first corner.
    given = prior("digits2d").sample(1, 60, 0, torch.Generator().manual_seed(5)).context
    row, column = torch.cartesian_prod(torch.arange(24), torch.arange(24)).T
    places = (torch.stack([row, column], -1).double() - 11.5) / 8
    mean = predict(model(name), Points(given.x[0], given.y[0]), places).mean[:, 0]
    np.testing.assert_allclose(field.values[23 - row, column], mean, atol=2e-5)
    assert field.x == field.y == (-1.4375, 1.4375) and field.span == (pytest.approx(0.0, abs=0.2), 1.0)


@DRAWN
def test_a_picture_shows_what_belongs_to_pictures_alone(name, pixels):
    points, values = pixels
    out = drawn(points, model=name, measured=values, tau=0.5)
    assert "limit" not in {panel.id for panel in out.panels}, "the limit of pictures is not known"
    assert mark(out.panel("stage"), Field).hull is None, "a pixel is no station"
    assert (
        mark(out.panel("probes"), Bars).labels
        == mark(out.panel("changes"), Bars).labels
        == ("TETNP", "TNP-D", "ConvCNP")
    )
    assert (out.reading(f"shift-{name.partition('@')[0]}").value > 0.01) == name.startswith("tnpd")


@DRAWN
def test_from_few_pixels_a_picture_is_a_blur_where_digits_differ(name, pixels):
    points, values = pixels
    out = drawn(points, model=name, measured=values)
    mean, sd = (mark(out.panel(panel), Field).values for panel in ("stage", "sd"))
    unsure = sd > 0.3
    assert unsure.sum() > 20 and (mean[unsure] > 0.1).mean() > 0.95 and (mean[unsure] < 0.9).all()
    assert np.abs(mean[~unsure & (sd < 0.1)]).max() < 0.2, "elsewhere it is paper"


def test_channels_of_a_picture_stand_where_its_pixels_are():
    at = (0.5, -0.75)
    name = next(name for name in ON_PICTURES if name in GRIDS)
    (first, second), found = channels(name, ((*at, 1.0),))
    row, column = np.unravel_index(found[..., 0].argmax(), found.shape[:2])
    assert (first[column].item(), second[row].item()) == pytest.approx(at, abs=1 / 16)


# ---- what a map costs ------------------------------------------------------------------------------


def test_counting_hooks_no_module_of_another_request():
    """As PyTorch's own counter would: then a gradient that somebody else takes meanwhile fails."""
    with cost.Counter() as counter:
        assert not torch.nn.modules.module._global_forward_pre_hooks
        torch.ones(3, 5) @ torch.ones(5, 7)
    assert counter.total == 2 * 3 * 5 * 7


@KINDS
def test_as_much_is_counted_as_by_the_frameworks_own_counter(name):
    given = prior(PRIOR).sample(1, 64, 0, torch.Generator().manual_seed(0)).context
    with FlopCounterMode(display=False) as counter:
        predict(model(name), given, MAP.places[None])
    assert counter.get_total_flops() == pytest.approx(2 * cost.MILLION * cost.multiplications(name, 64))


def test_the_cost_of_attention_is_what_its_layers_multiply():
    """TNP-D: every station through every layer, whose last one needs of it keys and values alone, and attention of the
    cells to all stations. The embedding of a station is the rest."""
    counted = cost.multiplications(TNPD, 256) - cost.multiplications(TNPD, 128)
    width, hidden, layers, cells = 64, 128, 4, 784
    station = (layers - 1) * (4 * width**2 + 2 * width * hidden) + 2 * width**2
    pairs = 2 * width * ((layers - 1) * (256**2 - 128**2) + layers * cells * 128)
    assert counted * 1e6 == pytest.approx(128 * station + pairs, rel=0.02)


def test_no_station_adds_a_cell_to_the_grid():
    lines = [each for each in drawn().panel("cost").marks if isinstance(each, Line)]
    assert [line.model for line in lines] == ["tetnp", "tnpd", "convcnp", "convcnp-residual", "tetnp-pseudo"]
    assert cost.growth(UNET) < 1.1 < 1.5 < cost.growth(TETNP)


def test_every_station_costs_pseudo_tokens_as_much_and_attention_more_and_more():
    fewer, some, more = cost.COUNTS[-3:]
    for name, linear in ((cost.PSEUDO, True), (TETNP, False)):
        first, second = (
            (cost.multiplications(name, high) - cost.multiplications(name, low)) / (high - low)
            for low, high in ((fewer, some), (some, more))
        )
        assert (first == pytest.approx(second, rel=1e-3)) == linear


def test_the_time_of_a_map_is_measured_with_all_its_stations_and_cells(monkeypatch):
    ran, ticks = [], iter(range(10_000))
    monkeypatch.setattr(cost, "predict", lambda model, given, cells: ran.append((len(given), cells.shape[-2])))
    monkeypatch.setattr(cost.timing, "milliseconds", lambda run: run() or next(ticks))
    cost.milliseconds.cache_clear()
    panel = cost.times()
    cost.milliseconds.cache_clear()  # other tests want true ones
    assert ran == [(count, MAP.side**2) for count in cost.COUNTS] * len(cost.COMPARED)
    assert [value for line in panel.marks for value in line.y] == list(range(len(ran)))
    assert [line.label for line in panel.marks] == list(cost.COMPARED.values())


@pytest.mark.parametrize("wrong", [{"p1": 2.5}, {"measured": [4.0]}, {"tau_x2": 1e9}, {"model": "tetnp"}], ids=str)
def test_what_does_not_fit_is_named(wrong):
    with pytest.raises(ControlError, match="must be"):
        PlaneControls.parse(wrong)
