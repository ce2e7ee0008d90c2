"""Leave-one-out of a map: every station from those at other places, the verdict, what is saved."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest
import torch
from scipy import stats

from pages.plane import LESSON
from pages.plane.controls import GRIDS, MODELS, PRIOR, TETNP, PlaneControls
from pages.plane.left_out import left_out
from pages.plane.story import SEVEN, THEIR_SEVEN
from pages.shared.drawing.units import Units
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.csv_export import points_csv, records_csv
from pages.shared.scene.marks import Dots
from pages.shared.scene.original_units import in_units
from tnpcore import Points, predict
from tnpcore.data.priors import prior

pytestmark = pytest.mark.slow

GIVEN = tuple((*place, value) for place, value in zip(SEVEN, THEIR_SEVEN, strict=True))
HERE = Units("longitude", 8.0, 1.5, "latitude", 47.0, 1.0, z_label="rain in mm", z_offset=900.0, z_factor=200.0)
KINDS = pytest.mark.parametrize("name", MODELS)


def drawn(points=SEVEN, **controls):
    return LESSON.later(context(points), PlaneControls(**{"measured": THEIR_SEVEN, **controls}))


@KINDS
def test_a_station_that_is_left_out_is_predicted_from_the_others(name):
    out = drawn(model=name)
    table, errors = torch.tensor(GIVEN, dtype=torch.float64), []
    for i in range(len(GIVEN)):
        rest = torch.arange(len(GIVEN)) != i
        one = predict(model(name), Points(table[rest, :2], table[rest, 2:]), table[i : i + 1, :2])
        errors.append((one.mean - table[i, 2]).item())
    dots, _ = (each for each in out.panel("left-out").marks if isinstance(each, Dots))
    np.testing.assert_allclose(dots.y - dots.x, errors, atol=2e-2 if name in GRIDS else 1e-5)
    assert out.reading("left-out-rmse").value == pytest.approx(np.sqrt(((dots.y - dots.x) ** 2).mean()))


def test_all_of_many_stations_are_left_out_and_of_one_none():
    many = tuple((x1 / 50, -x1 / 60) for x1 in range(100))
    out = drawn(many, measured=(0.5,) * 100)
    every, _ = (each for each in out.panel("left-out").marks if isinstance(each, Dots))
    assert len(every.x) == 100 and "of 100 held-out stations lie" in in_units(out.panel("left-out").note, None)
    alone = drawn(((0.0, 0.0),)).panel("left-out")
    assert not alone.marks and "two places" in alone.note


def test_every_station_is_inside_the_plot_with_its_ring():
    panel = drawn(measured=(3.0, -3.0, *THEIR_SEVEN[2:])).panel("left-out")
    (low, high), ring = panel.x, 0.3
    for each in (each for each in panel.marks if isinstance(each, Dots)):
        assert all(low + ring < value < high - ring for value in (*each.x, *each.y))
    assert panel.y == panel.x and low == -high


@KINDS
def test_no_station_is_predicted_from_its_own_place(name):
    """The value of a twin changes nothing; it is left out with its place."""
    place, others = (0.3, -0.4), GIVEN
    low, high = (left_out(name, (*others, (*place, 1.0), (*place, twin))) for twin in (1.0, -3.0))
    alone = left_out(name, (*others, (*place, 1.0)))
    assert low.mean[-2] == high.mean[-2] == high.mean[-1] == pytest.approx(alone.mean[-1], abs=1e-5)
    assert low.count == len(others) + 1
    note = in_units(drawn((*SEVEN, place, place)).panel("left-out").note, None)
    assert "each of 9 stations at 8 places" in note
    assert left_out(name, ((*place, 1.0), (*place, 2.0))) is None


def test_the_map_has_the_verdict_of_the_lesson_does_it_fit():
    draws = prior(PRIOR).sample(1, 60, 0, torch.Generator().manual_seed(1)).context
    points, values = tuple(map(tuple, draws.x[0].tolist())), tuple(draws.y[0, :, 0].tolist())
    out = drawn(points, measured=values)
    found = left_out(TETNP, tuple((*place, value) for place, value in zip(points, values, strict=True)))
    expected = stats.norm(found.mean, found.sd).logpdf(values)
    assert out.reading("left-out-loglik").value == pytest.approx(expected.mean(), abs=1e-6)
    outside = (np.abs(found.z) > 2).sum()
    text = in_units(out.caption, None)
    assert f"{outside} of 60 held-out stations lie outside ±2 sd, 3 expected." in text
    assert "A fitted Gaussian process finds them more likely" in text and "the band fits" not in text
    far = in_units(drawn(points, measured=(*values[:-1], values[-1] + 2.0)).caption, HERE)
    x1, x2 = (f"{at:.2f}".replace("-", "−") for at in HERE.original([points[-1]])[0])
    assert f"one station at ({x1}, {x2}) costs" in far, "where it lies, in the units of the data"
    few = drawn()
    assert "At 10 places or more" in in_units(few.panel("left-out").note, None)
    assert "held-out" not in in_units(few.caption, None)


def test_every_station_is_saved_with_what_the_others_predict():
    points, controls = context(SEVEN), PlaneControls(measured=THEIR_SEVEN)
    (found,) = (make(points, controls) for make in LESSON.records.values())
    header, *rows = list(csv.reader(io.StringIO(records_csv(found, HERE))))
    assert header == ["longitude", "latitude", "rain in mm", "prediction", "sd", "z = (value − prediction) / sd"]
    table = np.array(rows, float)
    np.testing.assert_allclose(table[:, :2], HERE.original(SEVEN))
    np.testing.assert_allclose(table[:, 2], 900 + 200 * np.array(THEIR_SEVEN))
    np.testing.assert_allclose(table[:, 3], 900 + 200 * left_out(TETNP, GIVEN).mean)
    np.testing.assert_allclose((table[:, 2] - table[:, 3]) / table[:, 4], table[:, 5], rtol=1e-9)


def test_points_of_a_plane_are_saved_with_their_values():
    values = LESSON.stage.values(context(SEVEN), PlaneControls(measured=THEIR_SEVEN[:6]))
    header, *rows = list(csv.reader(io.StringIO(points_csv(SEVEN, HERE, values))))
    assert header == ["longitude", "latitude", "rain in mm"] and float(rows[0][2]) == pytest.approx(660.0)
    assert float(rows[6][2]) == pytest.approx(1100.0), "a new station measures 1"
    assert points_csv(SEVEN[:1], None, values[:1]).splitlines() == ["x₁,x₂,value", "-1.9,-0.7,-1.2"]
