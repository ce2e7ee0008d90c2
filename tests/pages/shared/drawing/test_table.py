"""Points from outside: text as a table, numbers as the models see them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.shared.drawing.table import MAX_CHARACTERS, read_table
from pages.shared.drawing.table_points import ALWAYS, IF_NEEDED, MAX_BYTES, NEVER, STANDARDISE, decoded, ready, thinned
from pages.shared.drawing.units import Units, standardising
from pages.shared.lesson.values import MAX_POINTS, drawn_points
from pages.shared.scene.marks import TRAINED_ON
from pages.shared.shell.own_data import done

NUMBERS = st.floats(-1e15, 1e15)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=600)
PIECES = st.sampled_from(
    ["1", "-2.5", "3,5", ",", ";", "\t", " ", "\n", "\r\n", "x", "NA", "#", '"', "(", "]", "1e9", "1e999"]
)


# ---- text as a table -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("0.5,1.2\n1,-2", ((0.5, 1.2), (1.0, -2.0))),
        ("0.5 , 1.2\n 1 ,-2 ", ((0.5, 1.2), (1.0, -2.0))),
        ("1;2\r\n3;4", ((1.0, 2.0), (3.0, 4.0))),
        ("1\t2\r3\t4", ((1.0, 2.0), (3.0, 4.0))),
        ("1 2\n  3    4", ((1.0, 2.0), (3.0, 4.0))),
        ("1,5;2\n3;4,25", ((1.5, 2.0), (3.0, 4.25))),
        ("1,5\t2,5", ((1.5, 2.5),)),
        ("1,5 2\n2 3,5", ((1.5, 2.0), (2.0, 3.5))),
        ("x, y\n1, 2", ((1.0, 2.0),)),
        ("# drawn by hand\n1, 2  # the first\n\n3, 4", ((1.0, 2.0), (3.0, 4.0))),
        ("[(1, 2), (3, 4)]", ((1.0, 2.0), (3.0, 4.0))),
        ("flow (m3), v [g]\n1, 2", ((1.0, 2.0),)),
        ("(1, 2),\n[3, 4]", ((1.0, 2.0), (3.0, 4.0))),
        ("\ufeff−1, 1e-3", ((-1.0, 0.001),)),
        ("1,2\nNA,3\n4,", ((1.0, 2.0),)),
        ('"a","b"\n"1","2"', ((1.0, 2.0),)),
        ("1,2\n3\t4\n5,6", ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))),
        ("x\ty\n1,2\n3,4\n5;6\n7 8", ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0))),
        ("1\t2\n3\t4\n5,6", ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))),
    ],
)
def test_a_text_is_read_as_it_was_meant(text, pairs):
    assert read_table(text).pairs(0, 1)[0] == pairs


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing to read"),
        ("# only a comment\n\n", "nothing to read"),
        ("hello", "line 1: 2 columns wanted, got 1: 'hello'"),
        ("hello world", "line 1: column 1 must be a number, got 'hello'"),
        ("1,2\n3", "line 2: 2 columns wanted, got 1: '3'"),
        ("1,2\n3\t4 5\n5,6", "line 2: 2 columns wanted, got 1: '3"),
        ("1,5\t2\n3\t4\n5,6", "line 3: 2 columns wanted, got 1: '5,6'"),
        ("1,2\nthree\tfour\n5,6", "line 2: 2 columns wanted, got 1: 'three"),
        ("((1, 2\n3, 4", "line 1: column 1 must be a number, got '\\(\\(1'"),
        ("1,2\n\n3,4,5", "line 3: 2 columns wanted, got 3"),
        ("1,2\n3,oops", "line 2: column 2 must be a number, got 'oops'"),
        ("t;v\n1;2\n3;1.234,5", "line 3: v must be a number, got '1.234,5'"),
        ("1,2\n1e999,2", "line 2: numbers must lie within ±1e\\+15"),
        ("1,2\n" * 10_001, "at most 10,000 rows"),
        ("\n" * 50_000, "at most 50,000 lines"),
        ("1," * 60 + "1", "at most 50 columns"),
        ("1, " + "2" * 10_001, "line 1: a line may have at most 10,000 characters"),
        ("1" * (MAX_CHARACTERS + 1), "at most 1,000,000 characters"),
    ],
)
def test_an_error_names_its_line(text, message):
    with pytest.raises(ValueError, match=message):
        read_table(text).pairs(0, 1)


def test_columns_are_named_and_those_with_numbers_known():
    table = read_table("city, year, , year\nBonn, 1990, 1, 3\nKiel, 1991, NA, 4\n")
    assert table.names == ("city", "year", "column 3", "year (4)")
    assert table.numeric() == (1, 2, 3)
    assert table.pairs(1, 2) == (((1990.0, 1.0),), 1)
    assert table.pairs(None, 3)[0] == ((1.0, 3.0), (2.0, 4.0))


def test_the_columns_of_another_table_give_way_to_the_first_ones():
    table = read_table("name;a;b;c\nu;0,1;0,2;3")
    assert done(table, NEVER).points == ((0.1, 0.2),)
    assert done(table, NEVER, "b", "c").points == ((0.2, 3.0),)
    assert done(table, NEVER, "gone", "c").points == ((0.1, 3.0),)
    assert done(read_table("name,v\na,1\nb,2"), NEVER).points == ((1.0, 1.0), (2.0, 2.0))
    with pytest.raises(ValueError, match="line 2: numbers wanted, got 'c, d'"):
        done(read_table("a,b\nc,d"), NEVER)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=60).map("".join)), st.sampled_from(STANDARDISE))
def test_any_text_gives_points_within_bounds_or_a_message(text, standardise):
    try:
        found = done(read_table(text), standardise)
    except ValueError as error:
        assert 0 < len(str(error)) < 300
        return
    assert 0 < len(found.points) <= MAX_POINTS
    assert drawn_points(found.points) == found.points
    assert all(math.isfinite(v) for pair in found.points for v in pair)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400))
def test_any_file_gives_a_text_or_a_message(content):
    try:
        assert isinstance(decoded(content), str)
    except ValueError as error:
        assert "wanted" in str(error)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_the_encodings_of_spreadsheets_are_read(encoding):
    table = read_table(decoded("Höhe;Größe\n1,5;2\n".encode(encoding)))
    assert table.names == ("Höhe", "Größe")
    assert table.pairs(0, 1)[0] == ((1.5, 2.0),)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"PK\x03\x04rest", "save the sheet as CSV"), (b"\x00\x01\x02", "no text"), (b"1" * (MAX_BYTES + 1), "at most")],
)
def test_a_file_that_is_no_text_is_refused(content, message):
    with pytest.raises(ValueError, match=message):
        decoded(content)


# ---- numbers as the models see them ----------------------------------------------------------------


def test_worked_example_of_standardised_numbers():
    units = standardising(((1990.0, 10.0), (1994.0, 30.0)), "year", "flow")
    assert units == Units("year", 1992.0, 1.0, "flow", 20.0, 10.0)
    assert units.seen(((1990.0, 10.0), (1994.0, 30.0))) == ((-2.0, -1.0), (2.0, 1.0))
    assert units.original(((0.0, 2.0),)) == ((1992.0, 40.0),)
    assert units.formula() == "(year − 1992) / 1 and (flow − 20) / 10"


@settings(max_examples=200, deadline=None)
@given(PAIRS)
def test_standardised_numbers_fill_the_training_range_and_come_back(pairs):
    units = standardising(pairs)
    seen = np.array(units.seen(pairs))
    x_slip, y_slip = 1e-9 + 4e-16 * np.abs(pairs).max(0) / (units.x_factor, units.y_factor)
    assert np.abs(seen[:, 0]).max() <= TRAINED_ON[1] + x_slip
    assert abs(seen[:, 1].mean()) <= y_slip
    assert seen[:, 1].std() <= 1 + y_slip
    sizes = np.abs(pairs).max(0) + 1
    np.testing.assert_allclose(np.array(units.original(seen.tolist())) / sizes, np.array(pairs) / sizes, atol=1e-9)


@pytest.mark.parametrize(
    "change",
    [
        {"x_label": ""},
        {"y_label": "two\nlines"},
        {"y_label": "y" * 61},
        {"x_offset": math.nan},
        {"x_offset": 2e15},
        {"y_factor": 0.0},
        {"y_factor": -1.0},
        {"x_factor": math.inf},
        {"x_factor": True},
    ],
)
def test_units_that_make_no_sense_are_refused(change):
    plain = Units("x", 0.0, 1.0, "y", 0.0, 1.0).wire()
    with pytest.raises(ValueError, match=next(iter(change))[0]):
        Units(**{**plain, **change})


def test_points_stay_as_they_are_where_they_fit():
    inside, outside = ((0.5, 1.0), (1.0, -1.0)), ((0.5, 1.0), (10.0, 2.0))
    assert ready(inside, ("x", "y"), IF_NEEDED).units is None
    assert ready(outside, ("x", "y"), IF_NEEDED).units is not None
    assert ready(inside, ("x", "y"), ALWAYS).units is not None
    left = ready(outside, ("x", "y"), NEVER)
    assert (left.points, left.units) == (outside, None)
    assert left.summary == "2 points read. 1 point outside the usual view."
    with pytest.raises(ValueError, match="let it standardise"):
        ready(((0.0, 1e9),), ("x", "y"), NEVER)
    with pytest.raises(ValueError, match="no row with a number"):
        ready((), ("x", "y"))


def test_many_points_are_thinned_evenly_and_the_summary_says_so():
    many = tuple((i / 1000, 0.0) for i in range(1001))
    kept = ready(many, ("x", "y"), NEVER, missing=2)
    assert (
        kept.summary
        == "1,001 points read. 2 rows without a number left out. Thinned evenly to 256, the most that the board holds."
    )
    steps = np.diff([x for x, _ in kept.points])
    assert (len(kept.points), kept.points[0], kept.points[-1]) == (256, many[0], many[-1])
    assert 0.0029 <= steps.min() <= steps.max() <= 0.0041
    assert thinned(many[:256], 256) == many[:256]
