"""Places with a value each, from a table to the plane and back."""

from __future__ import annotations

import math

import pytest

from pages.plane.controls import TETNP
from pages.plane.left_out import left_out
from pages.shared.drawing import codec
from pages.shared.drawing.datasets import STATIONS, known, load_stations
from pages.shared.drawing.places.meaning import LATITUDE_FIRST, LONGITUDE_FIRST, columns, kind
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.stations import DEGREES, LENGTHS, MOST, of_table, standardised
from pages.shared.drawing.table import read_table
from pages.shared.drawing.units import Units
from tnpcore import Points, standardise

TEXT = "station,Longitude,lat,rain mm\nA,8.5,47.4,900\nB,7.6,47.6,800\nC,9.4,47.4,1300\nD,9.0,46.0,\n"
NAMES = ("Longitude", "lat", "rain mm")


def stations(text=TEXT, names=NAMES, places=LONGITUDE_FIRST, rows=None):
    return of_table(read_table(text), names, places, rows)


def test_columns_are_found_by_their_names():
    table = read_table(TEXT)
    assert columns(table) == NAMES and kind(table, *NAMES[:2]) == LONGITUDE_FIRST
    assert kind(table, "lat", "Longitude") == LATITUDE_FIRST
    assert columns(read_table("h,lat,lon\n1,2,3\n4,5,6\n")) == ("lon", "lat", "h")
    assert columns(read_table("1,2,3\n4,5,6\n")) == ("column 1", "column 2", "column 3")
    assert kind(read_table("x,y,h\n1,2,3\n4,5,6\n"), "x", "y") is None


def test_places_and_values_come_back_in_their_units():
    made = stations()
    units = made.units
    assert sum(units.original(made.points), ()) == pytest.approx((8.5, 47.4, 7.6, 47.6, 9.4, 47.4))
    values = [units.z_offset + units.z_factor * value for value in made.controls["measured"]]
    assert values == pytest.approx([900, 800, 1300])
    assert (units.x_label, units.y_label, units.z_label) == NAMES
    assert made.summary.startswith("3 stations read. 1 left out: a number is missing.")


def test_a_degree_of_longitude_is_as_long_as_at_its_latitude():
    made = standardised([(0.0, 59.0, 1.0), (4.0, 61.0, 2.0)], NAMES, DEGREES)
    (left, low), (right, high) = made.points
    assert (right - left) / (high - low) == pytest.approx(4 * math.cos(math.radians(60)) / 2)
    assert max(map(abs, (left, right, low, high))) == pytest.approx(2.0)
    flat = standardised([(0.0, 59.0, 1.0), (4.0, 61.0, 2.0)], NAMES, LENGTHS)
    assert flat.points == ((-2.0, -1.0), (2.0, 1.0))


def test_values_are_standardised_and_an_outlier_stays_in_reach():
    rows = [(float(i), float(i % 5), 1000.0 if i == 7 else i / 10) for i in range(30)]
    measured = standardised(rows, NAMES, LENGTHS).controls["measured"]
    assert sum(measured) == pytest.approx(0) and max(measured) == pytest.approx(3.0)


def test_one_station_stands_in_the_middle():
    made = stations("lon,lat,h\n8,47,500\n", ("lon", "lat", "h"))
    assert made.points == ((0.0, 0.0),) and made.controls["measured"] == [0.0]
    assert made.units.z_offset == 500 and "One station has no spread" in made.summary


@pytest.mark.parametrize(
    ("text", "names", "places", "message"),
    [
        ("lon,lat,h\n8,,500\n", ("lon", "lat", "h"), LONGITUDE_FIRST, "no row"),
        ("lon,lat,h\n8,147,500\n", ("lon", "lat", "h"), LONGITUDE_FIRST, "within ±90 degrees"),
        ("lon,lat,h\n8,90,500\n", ("lon", "lat", "h"), LONGITUDE_FIRST, "on a pole"),
        ("lon,lat,h\n8,47,500\n", ("lon", "lat", "lat"), LONGITUDE_FIRST, "three columns"),
        ("lon,lat,h\n8,47,1e16\n", ("lon", "lat", "h"), LONGITUDE_FIRST, "within ±1e"),
    ],
)
def test_what_is_no_map_is_refused_and_says_why(text, names, places, message):
    with pytest.raises(ValueError, match=message):
        stations(text, names, places)
    with pytest.raises(ValueError, match="three columns of numbers"):
        columns(read_table("x,y\n1,2\n3,4\n"))


def test_a_link_brings_stations_back_with_their_units():
    made = stations()
    link = codec.to_link(DrawingState(made.points, made.controls, made.units))
    found = codec.from_link(link)
    assert (found.units, found.controls["measured"]) == (made.units, list(made.controls["measured"]))
    assert link["uz"].endswith(",rain mm")
    with pytest.raises(ValueError, match="plain numbers"):
        codec.from_link({**link, "uz": "much"})


def test_units_without_values_are_those_of_before():
    old = {name: value for name, value in Units("a", 0, 1, "b", 0, 1).wire().items() if not name.startswith("z")}
    assert codec.from_json({"points": [], "units": old}).units == Units("a", 0, 1, "b", 0, 1)


def test_the_airports_are_high_and_known_by_their_axes():
    (airports,) = STATIONS
    made = load_stations(airports)
    height = [made.units.z_offset + made.units.z_factor * value for value in made.controls["measured"]]
    assert len(made.points) == 50 and min(height) == pytest.approx(1529) and max(height) == pytest.approx(2765)
    assert known(made.units) is airports
    given = tuple((*place, value) for place, value in zip(made.points, made.controls["measured"], strict=True))
    assert 0.4 < left_out(TETNP, given).missed.mean() < 0.6
    assert all(abs(part) <= 2.0 + 1e-9 for point in made.points for part in point)


@pytest.mark.parametrize(("places", "axes"), [(DEGREES, "degrees"), (LENGTHS, "together")])
def test_the_library_standardises_as_the_page_does(places, axes):
    rows = [(8.5, 47.4, 900.0), (7.6, 47.6, 800.0), (9.4, 46.4, 13000.0)]
    made = standardised(rows, NAMES, places)
    given = Points([row[:2] for row in rows], [row[2] for row in rows])
    points, _ = standardise(given, axes, furthest=MOST)
    assert points.x.flatten().tolist() == pytest.approx(sum(made.points, ()), abs=1e-14)
    assert points.y[:, 0].tolist() == pytest.approx(made.controls["measured"], abs=1e-14)
