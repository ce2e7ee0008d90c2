"""The convex hull of places: its corners, which cells it misses, and where a map of data is hatched outside it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from pages.shared.drawing.units import Units
from pages.shared.scene.csv_export import fields_csv
from pages.shared.scene.data_figures import data_figures
from pages.shared.scene.field import Field
from pages.shared.scene.hull import hull
from pages.shared.scene.marks import Panel, Scene
from pages.shared.scene.original_units import in_original_units

OUTSIDE = "outside"
TRIANGLE = [(0.5, 0.5), (0.0, 2.0), (2.0, 0.0), (1.0, 0.0), (0.0, 0.0), (2.0, 0.0)]
CORNERS = ((0.0, 0.0), (2.0, 0.0), (0.0, 2.0))
GRID = np.arange(3.0)
MISSED = [[False, False, False], [False, False, True], [False, True, True]]  # the lowest row first
FIELD = Field(np.arange(9.0).reshape(3, 3), (0.0, 2.0), (0.0, 2.0), "mean", hull=hull(TRIANGLE, OUTSIDE))
UNITS = Units("lon", 8.0, 2.0, "lat", 47.0, 1.0, "", (), "height", 500.0, 100.0)


def scene(*marks):
    axes = {"x": (0.0, 2.0), "y": (0.0, 2.0), "x_title": "x\u2081", "y_title": "x\u2082"}
    return Scene((Panel("stage", "Map", marks, points=True, tint=None, **axes),))


def test_corners_run_anticlockwise_and_places_between_them_are_none():
    assert hull(TRIANGLE, OUTSIDE).corners == CORNERS
    assert hull(reversed(TRIANGLE), OUTSIDE).corners == CORNERS


def test_a_hull_misses_the_cells_whose_middles_lie_outside_its_edges():
    assert hull(TRIANGLE, OUTSIDE).misses(GRID, GRID).tolist() == MISSED


def test_every_place_lies_in_the_hull_and_everything_beyond_it_outside():
    places = np.random.default_rng(0).normal(size=(200, 2))
    found = hull(map(tuple, places.tolist()), OUTSIDE)
    assert not any(found.misses(*map(np.atleast_1d, place)).any() for place in places)
    assert found.misses(np.array([-9.0, 9.0]), np.array([-9.0, 9.0])).all()
    assert len(found.corners) < 30


@pytest.mark.parametrize("places", [[], [(0.0, 0.0)], [(0.0, 0.0), (2.0, 2.0)], [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]])
def test_places_on_one_line_span_no_area_and_everything_lies_outside(places):
    assert hull(places, OUTSIDE).misses(GRID, GRID).all()


def test_only_a_picture_of_which_something_is_hatched_carries_its_hull():
    assert FIELD.wire()["hull"] == {"corners": CORNERS, "outside": OUTSIDE}
    square = hull([(0.0, 0.0), (2.0, 0.0), (0.0, 2.0), (2.0, 2.0)], OUTSIDE)
    assert "hull" not in replace(FIELD, hull=square).wire() and "hull" not in replace(FIELD, hull=None).wire()


def test_over_data_a_hull_and_the_column_of_a_table_are_in_their_units():
    out, _ = in_original_units(scene(FIELD), (), UNITS)
    assert out.panel("stage").marks[0].hull.corners == ((8.0, 47.0), (12.0, 47.0), (8.0, 49.0))
    header, *rows = csv.reader(io.StringIO(fields_csv(scene(FIELD), UNITS)))
    assert header == ["lon", "lat", "Map", OUTSIDE]
    assert [row[3] for row in rows] == [str(float(missed)) for row in MISSED for missed in row]


@pytest.mark.parametrize("dark", [False, True])
def test_a_figure_of_data_is_hatched_around_the_hull_up_to_the_edges_of_the_cells(dark):
    (figure,) = data_figures(scene(FIELD), TRIANGLE, UNITS, dark)
    (hatched,) = (trace for trace in figure.data if trace.name == OUTSIDE)
    assert hatched.fill == "toself" and hatched.fillpattern.shape == "/" and hatched.hoverinfo == "skip"
    assert (min(hatched.x), max(hatched.x), min(hatched.y), max(hatched.y)) == (7.0, 13.0, 46.5, 49.5)
    pairs = list(zip(hatched.x, hatched.y, strict=True))
    assert {(8.0, 47.0), (12.0, 47.0), (8.0, 49.0)} <= set(pairs)
    shoelace = sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise(pairs))
    assert abs(shoelace) / 2 == pytest.approx(6.0 * 3.0 - 4.0 * 2.0 / 2), "the hull is a hole"


def test_points_that_are_no_data_are_not_hatched_around():
    (figure,) = data_figures(scene(FIELD), TRIANGLE, None)
    assert OUTSIDE not in {trace.name for trace in figure.data}
    assert OUTSIDE not in fields_csv(scene(FIELD), None)
