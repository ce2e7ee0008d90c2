"""Dates along x: how they are written, checked, and carried by JSON, links, tables and programs."""

import csv
import io
import json
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.drawing import codec, moments
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.table import read_table
from pages.shared.drawing.table_points import pairs
from pages.shared.drawing.units import Units, standardising
from pages.shared.lesson.program import OnPoints
from pages.shared.scene.csv_export import curves_csv, points_csv
from pages.shared.scene.marks import Curve, Panel, Scene
from tests.moments import HOURLY, SECONDS, TIMES, WEEKLY


@pytest.mark.parametrize("since", ["2024-1-31", "2024-02-30", "2024-01-31T00:00", "20240131", "noon", 3, None])
def test_what_nothing_counts_from_is_refused(since):
    with pytest.raises(ValueError, match="what x counts from must be empty, midnight or a date"):
        Units("x", 0.0, 1.0, "y", 0.0, 1.0, since)


def test_a_formula_and_a_program_name_what_x_counts():
    assert WEEKLY.formula() == "(date \u2212 2024-07-01) / 91 days and (flow \u2212 0) / 1"
    assert HOURLY.formula().startswith("(date \u2212 2024-01-03 11:30) / 5.75 h and")
    program = OnPoints("Home", "", "", {}, ((0.0, 0.0),), (-2.0, 2.0))
    assert "points = [(182.0, 0.0)]  # date in days since 2024-01-01, flow" in program.text(WEEKLY)
    assert "points = [(12.25, 0.0)]  # date in hours since midnight, flow" in program.text(TIMES)


# ---- JSON and links --------------------------------------------------------------------------------


def test_an_old_drawing_and_an_old_link_have_numbers_along_x():
    old = {name: value for name, value in WEEKLY.wire().items() if name != "x_since"}
    assert codec.from_json({"points": [], "units": old}).units.x_since == ""
    link = codec.to_link(DrawingState((), {}, Units("Year", 1950.0, 10.0, "y", 0.0, 1.0)))
    assert "ut" not in link


@pytest.mark.parametrize("since", ["today", "2024-13-01", "2024-01-01T00:00"])
def test_json_and_links_that_count_from_nothing_are_refused(since):
    drawing = DrawingState(((0.0, 0.0),), {}, WEEKLY)
    with pytest.raises(ValueError, match="counts from must be"):
        codec.from_json({"points": [], "units": {**WEEKLY.wire(), "x_since": since}})
    with pytest.raises(ValueError, match="counts from must be"):
        codec.from_link({**codec.to_link(drawing), "ut": since})


def series(first: str, step_s: float, count: int, gap: int | None = None):
    """A table of a value at equal steps, without the row `gap`; and its points as the models see them, with units."""
    start = np.datetime64(first, "us")
    at = [str(start + round(i * step_s * 1e6)) for i in range(count) if i != gap]
    text = "\n".join(["date,flow", *(f"{moment},{i % 7}" for i, moment in enumerate(at))])
    table = read_table(text)
    found, _, *labels = pairs(table, "date", "flow")
    units = standardising(found, *labels)
    since = moments.column([0.0], first[:10], 0.0)[0]
    return at, units.seen(found), Units(*list(units.wire().values())[:6], since)


def written(points, units):
    return [row[0] for row in csv.reader(io.StringIO(points_csv(points, units), newline=""))][1:]


@pytest.mark.parametrize(
    ("first", "step_s", "count", "digits"),
    [
        ("2024-01-01", 7 * 86400, 53, 10),
        ("2024-01-01", 86400, 60, 10),
        ("2024-02-28", 3600, 24, 16),
        ("2024-01-01T06:30:10", 0.1, 40, 23),
        ("1960-01-01", 86400 * 30.4375, 256, 16),
    ],
)
def test_dates_come_back_from_a_link_and_as_a_table(first, step_s, count, digits):
    at, points, units = series(first, step_s, count)
    drawing = DrawingState(points, {}, units)
    link = dict(parse_qsl(urlencode(codec.to_link(drawing)), keep_blank_values=True))
    assert link["ut"] == first[:10]
    for found in (drawing, codec.from_json(json.loads(json.dumps(codec.to_json(drawing)))), codec.from_link(link)):
        assert found.units == units
        texts = written(found.points, units)
        off = np.array(texts, "datetime64[us]") - np.array(at, "datetime64[us]")
        assert np.abs(off / np.timedelta64(1, "s")).max() <= min(10 + 8.64 / 2, 2e-4 * units.x_factor * 86400)
        assert {len(text) for text in texts} == {digits}
    assert len(urlencode(codec.to_link(DrawingState(points[:60], {}, units)))) < 1100


def test_a_missing_week_is_a_gap():
    _, points, units = series("2024-01-01", 7 * 86400, 20, gap=5)
    steps = np.diff([x for x, _ in units.original(points)])
    assert steps.round(9).tolist() == [7.0] * 4 + [14.0] + [7.0] * 13
    assert written(points, units)[4:6] == ["2024-01-29", "2024-02-12"]


@given(st.lists(st.floats(-30, 30), min_size=1, max_size=20), st.sampled_from([WEEKLY, HOURLY, SECONDS]))
def test_every_date_of_a_table_is_read_back(xs, units):
    text = points_csv([(x, 1.0) for x in xs], units)
    found, _, *_ = pairs(read_table(text, date_order="ymd"), "date", "flow")
    original = np.array([x for x, _ in units.original([(x, 1.0) for x in xs])])
    off = np.diff(original - [x for x, _ in found])
    assert np.abs(off).max(initial=0) <= 2 * min(1e-4 * units.x_factor, 10 / 86400) + 1e-10


def test_times_of_day_go_on_after_midnight():
    assert TIMES.across([6.5, 18.0, 25.0, -0.5]) == ["06:30", "18:00", "25:00", "-00:30"]
    assert TIMES.across([6.5 + 1 / 360]) == ["06:30:10"]


def test_curves_over_the_points_have_dates_too():
    x = np.array([-2.0, 0.0, 2.0])
    panel = Panel("stage", "Stage", (Curve(x, x, x + 3, "tnpd"),), area="stage", points=True)
    rows = list(csv.reader(io.StringIO(curves_csv(Scene((panel,)), WEEKLY), newline="")))[1:]
    assert [row[4] for row in rows] == ["2024-01-01", "2024-07-01", "2024-12-30"]
