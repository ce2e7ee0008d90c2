"""Maps of one's own: which columns are places, what they mean, several rows at one place, too many places."""

from __future__ import annotations

import math

import pytest

from pages.plane.controls import TETNP
from pages.plane.maps import probed
from pages.shared.drawing.places import circle
from pages.shared.drawing.places.angles import in_degrees
from pages.shared.drawing.table import OpenQuestion, degrees, in_words, read_table
from pages.shared.shell.own_data import PLANE_PLACEHOLDER, placed
from tests.pages.shared.drawing.kinds import in_cosines, original, stations


def test_a_question_about_places_shows_each_reading():
    with pytest.raises(
        OpenQuestion, match="are column 1 and column 2 degrees of longitude and latitude, or lengths"
    ) as it:
        placed(read_table("8.55,-47.37,9.4\n-7.45,46.95,8.9\n"))
    assert [option.readings[0] for option in it.value.options] == [
        "8.55° E, 47.37° S",
        "8.55° N, 47.37° W",
        "8.55 across, -47.37 up",
    ]


def test_columns_joined_into_degrees_are_said():
    text = "LatD,LatM,NS,LonD,LonM,EW,T\n41,5,N,80,39,W,10\n42,52,N,97,23,W,11\n"
    assert "Lat from LatD, LatM, NS; Lon from LonD, LonM, EW" in in_words(in_degrees(read_table(text)))
    with pytest.raises(ValueError, match="line 3: LatM must lie from 0 to 60, got 72"):
        in_degrees(read_table(text.replace("42,52", "42,72")))


@pytest.mark.parametrize("turn", [0, 360])
def test_a_map_is_predicted_across_the_date_line(turn):
    """180, -17.3 lies between all four stations: 25.64 ± .38 degrees, not a mean of two edges of the world."""
    far = "".join(f"{x % 360 if turn else x},{y},{v}\n" for x, y, v in ((179.5, -17, 26), (-179.5, -18, 25)))
    text = f"lon,lat,sst\n{far}178.4,-18.1,25.5\n-178.8,-16.5,26.2\n"
    made = placed(read_table(text))
    given = tuple((*place, value) for place, value in zip(made.points, made.controls["measured"], strict=True))
    found = probed(TETNP, given, made.units.seen([(180.0, -17.3)])[0])
    units = made.units
    assert units.z_offset + units.z_factor * found.mean == pytest.approx(25.64, abs=0.005)
    assert units.z_factor * found.sd == pytest.approx(0.38, abs=0.005)


@pytest.mark.parametrize("unit", ["(degrees)", "[degrees]", "in degrees", "in degs", "/ Degrees", "(deg)"])
def test_degrees_are_no_degrees_south(unit):
    made = placed(read_table(f"Latitude {unit},Longitude {unit},T\n47.37,8.55,9\n46.95,7.45,8\n47.56,7.59,10\n"))
    assert in_cosines(made) and original(made)[0] == pytest.approx((8.55, 47.37, 9))


@pytest.mark.parametrize("unit", ["(degrees_S)", "(degrees south)", "[°S]", "in deg_s"])
def test_degrees_south_are_negative(unit):
    made = placed(read_table(f"Latitude {unit},Longitude,T\n47.37,8.55,9\n46.95,7.45,8\n47.56,7.59,10\n"))
    assert in_cosines(made) and original(made)[0] == pytest.approx((8.55, -47.37, 9))


def test_longitudes_that_lie_close_together_stay_as_they_are():
    for each in ((-170.0, -80.0, 10.0, 100.0), (5.0,), (10.0, 10.0), (0.0, 90.0, 180.0, 270.0)):
        assert circle.unwrapped(each) == each
    assert circle.unwrapped((350.0, 10.0, -5.0)) == (-10.0, 10.0, -5.0)
    assert circle.unwrapped((120.0, -80.0)) == (-240.0, -80.0)


def test_over_many_latitudes_the_largest_error_of_the_cosine_is_said():
    assert circle.of_longitude((46.0, 48.0)) == "A degree of longitude is 0.68 of a degree of latitude here."
    off = 100 * (math.cos(math.radians(50)) / math.cos(math.radians(60)) - 1)
    said = circle.of_longitude((40.0, 60.0))
    assert "0.64 of a degree of latitude, as at latitude 50 in the middle" in said
    assert f"at latitude 60 that is {off:.0f} % too long" in said
    assert "at the pole it has no length" in circle.of_longitude((60.0, 90.0))


def test_the_example_of_the_form_is_degrees():
    made = placed(read_table(PLANE_PLACEHOLDER))
    assert in_cosines(made) and original(made)[0] == pytest.approx((8.55, 47.37, 9.4))


def test_columns_that_are_no_degrees_stay_what_they_are():
    table = read_table("t,power,lane,x\n12:05,5 W,1N,1e3\n12:10,7 W,2N,2e3\n")
    assert [column.kind for column in table.columns] == ["date", "number", "text", "number"]
    assert table.column("power").unit == "W" and table.column("power").values == (5, 7)
    assert not degrees.readings([f"4{' ' * 100_000}x°"], "lat", named=True), "and not slowly"


# ---- too many places -------------------------------------------------------------------------------

MANY = "x in m,y in m,h\n" + "".join(f"{i % 20},{i // 20},{i % 20}\n" for i in range(400)) + "5,5,5\n"


def test_more_places_than_a_board_holds_are_a_question_about_places():
    with pytest.raises(OpenQuestion, match="there are 400 places, and the board holds 256") as asked:
        stations(MANY)
    assert [option.value for option in asked.value.options] == ["random", "farthest", "blocks"]
    assert all(": " in reading for option in asked.value.options for reading in option.readings)


def test_places_are_thinned_at_random_by_distance_or_by_cells():
    for way in ("random", "farthest"):
        found = original(stations(MANY, rows=way))
        assert len(found) == 256 and original(stations(MANY, rows=way)) == found
        assert all(value == pytest.approx(x) for x, _, value in found)
    means = stations(MANY, rows="blocks")
    assert 200 < len(means.points) <= 256 and "means over the cells of a grid, at most 256" in means.summary
    assert sum(value for *_, value in original(means)) / len(means.points) == pytest.approx(9.5, abs=0.6)


def test_the_farthest_places_keep_the_lonely_ones_and_cells_keep_the_means():
    crowd = "".join(f"{i % 30 / 1000},{i // 30 / 1000},{i % 2}\n" for i in range(600))
    text = f"x in m,y in m,h\n{crowd}10,10,7\n10,-10,8\n-10,0,9\n"
    for way in ("farthest", "blocks"):
        assert {7.0, 8.0, 9.0} <= {round(value, 9) for *_, value in original(stations(text, rows=way))}
    with pytest.raises(ValueError, match="chosen by random, farthest, blocks"):
        stations(text, rows="means")
