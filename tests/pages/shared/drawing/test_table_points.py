"""Columns of a person's own table: which are taken, and the numbers as the models see them."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pages.shared.drawing.rows import WAYS
from pages.shared.drawing.table import OpenQuestion, read_table
from pages.shared.drawing.table_points import ALWAYS, IF_NEEDED, NEVER, pairs, ready, since
from pages.shared.drawing.units import Units, standardising
from pages.shared.scene.marks import TRAINED_ON
from pages.shared.shell.own_data import done

NUMBERS = st.floats(-1e15, 1e15)
PAIRS = st.lists(st.tuples(NUMBERS, NUMBERS), min_size=1, max_size=600)


# ---- columns of a table ----------------------------------------------------------------------------


def test_the_columns_of_another_table_give_way_to_the_first_ones():
    table = read_table("name;a;b;c\nu;0,1;0,2;3")
    assert done(table, NEVER).points == ((0.1, 0.2),)
    assert done(table, NEVER, "b", "c").points == ((0.2, 3.0),)
    assert done(table, NEVER, "gone", "c").points == ((0.1, 3.0),)
    assert done(read_table("name,v\na,1\nb,2"), NEVER).points == ((1.0, 1.0), (2.0, 2.0))
    assert done(read_table("v;t\n1;2020-01-01\n2;2020-01-02"), NEVER).points == ((0.0, 1.0), (1.0, 2.0))
    assert done(read_table("name,v\na,1\nb,2"), NEVER).summary.endswith("x is the row number.")
    with pytest.raises(ValueError, match="a column of numbers is wanted for y, got none among t, name"):
        done(read_table("t,name\n2020-01-01,a"), NEVER)


def test_rows_with_a_gap_are_left_out_and_counted():
    table = read_table("city, year, , year\nBonn, 1990, 1, 3\nKiel, 1991, NA, 4\n")
    assert [column.name for column in table.columns] == ["city", "year", "column 3", "year (4)"]
    assert pairs(table, "year", "column 3") == (((1990.0, 1.0),), 1, "year", "column 3")
    assert pairs(table, None, "year (4)")[0] == ((1.0, 3.0), (2.0, 4.0))
    with pytest.raises(ValueError, match="line 2: city must be a number or a date, got 'Bonn'"):
        pairs(table, "city", "year")
    with pytest.raises(ValueError, match=r"a column of city, year, .* is required, got 'month'"):
        pairs(table, "month", "year")
    with pytest.raises(ValueError, match="line 2: numbers must lie within"):
        pairs(read_table("x,y\n1e999,2"), "x", "y")


@pytest.mark.parametrize(
    ("first", "later", "xs", "counts_from"),
    [
        ("2020-01-31", "2020-02-14", (0.0, 14.0), "2020-01-31"),
        ("2020-01-31 06:00", "2020-02-01 12:00", (0.25, 1.5), "2020-01-31"),
        ("06:30", "12:00", (6.5, 12.0), "midnight"),
        ("1900-01-01", "1900-02-01", (0.0, 31.0), "1900-01-01"),
        ("1900-03-01 06:00", "1900-03-01 18:00", (0.25, 0.75), "1900-03-01"),
    ],
)
def test_dates_become_days_and_times_hours_with_their_spacing(first, later, xs, counts_from):
    table = read_table(f"when,flow\n{first},1\n{later},2")
    assert pairs(table, "when", "flow") == (tuple(zip(xs, (1.0, 2.0))), 0, "when", "flow")
    assert since(table, "when") == counts_from
    made = [done(table, each).units for each in (ALWAYS, NEVER)]
    assert {(units.x_label, units.x_since) for units in made} == {("when", counts_from)}
    assert done(read_table(f"{first},1\n{later},2"), ALWAYS).units.x_label == "time"
    label = "hours since midnight" if counts_from == "midnight" else f"days since {counts_from}"
    assert pairs(table, "flow", "when")[2:] == ("flow", label)
    assert done(table, ALWAYS, "flow", "when").units.x_since == ""


def test_a_unit_stands_in_the_label():
    assert pairs(read_table("t,v\n[s],[m/s]\n0,1\n1,2"), "t", "v")[2:] == ("t in s", "v in m/s")


# ---- numbers as the models see them ----------------------------------------------------------------


def test_worked_example_of_standardised_numbers():
    units = standardising(((1990.0, 10.0), (1994.0, 30.0)), "year", "flow")
    assert units == Units("year", 1992.0, 1.0, "flow", 20.0, 10.0)
    assert units.seen(((1990.0, 10.0), (1994.0, 30.0))) == ((-2.0, -1.0), (2.0, 1.0))
    assert units.original(((0.0, 2.0),)) == ((1992.0, 40.0),)
    assert units.formula() == "(year − 1992) / 1 and (flow − 20) / 10"


def test_an_axis_far_from_zero_has_enough_digits_to_tell_points_apart():
    formula = Units("x", 1628515817500.0, 10000.0, "y", 0.0, 1.0).formula()
    assert formula.startswith("(x \u2212 1628515817500) / 10000")


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


MANY = tuple((i / 1000, float(i % 2)) for i in range(1001))


def test_more_points_than_the_board_holds_are_a_question_with_what_each_answer_shows():
    with pytest.raises(OpenQuestion, match="1,001 points, and the board holds 256") as asked:
        ready(MANY, ("x", "y"), NEVER)
    options = {option.value: option for option in asked.value.options}
    assert asked.value.keyword == "rows" and set(options) == set(WAYS)
    assert options["every"].label == "evenly spaced rows; what repeats within a few rows is lost"
    assert options["last"].readings[0] == "0.745, 1"
    assert len(ready(MANY[:256], ("x", "y"), NEVER).points) == 256
    with pytest.raises(OpenQuestion) as asked:
        ready(tuple((1628515800000 + x, 101325 + y) for x, y in enumerate(y for _, y in MANY)), ("x", "y"), NEVER)
    options = {option.value: option for option in asked.value.options}
    assert options["first"].readings[:2] == ("1628515800000, 101325", "1628515800001, 101326")


@pytest.mark.parametrize("way", WAYS)
def test_every_answer_gives_as_many_as_the_board_holds(way):
    kept = ready(MANY, ("x", "y"), NEVER, missing=2, rows=way)
    assert len(kept.points) == len(set(kept.points)) == 256
    assert kept.summary.startswith("1,001 points read. 2 rows without a number left out. On the board: ")
    x = np.array([x for x, _ in kept.points])
    assert (np.diff(x) > 0).all()
    first, last = {"first": (0.0, 0.255), "last": (0.745, 1.0)}.get(way, (0.0, 1.0))
    assert abs(x[0] - first) < 0.02 and abs(x[-1] - last) < 0.02
    y = np.array([y for _, y in kept.points])
    # A cycle of two rows: the mean of a block is near a half, every other way keeps zeros and ones.
    assert (np.abs(y - 0.5) <= 0.2).all() if way == "means" else set(y.tolist()) == {0.0, 1.0}


def test_points_within_a_millionth_are_spread_out_and_names_stay_where_nothing_is_scaled():
    close = tuple((1e-6 * i, 0.5 * i) for i in range(5))
    assert ready(close, ("s", "V"), IF_NEEDED).units.x_factor == pytest.approx(1e-6)
    wide = tuple((0.5 * i, 0.5 * i) for i in range(5))
    found = ready(wide, ("s", "V"), IF_NEEDED)
    assert found.points == wide and found.units.identical and found.units.x_label == "s"
    assert ready(wide, ("x", "y"), IF_NEEDED).units is None
    flat = tuple((0.5 * i, 0.5) for i in range(5))
    assert ready(flat, ("x", "y"), NEVER).units is None and ready(flat[:2], ("x", "y"), IF_NEEDED).units is None
    with pytest.raises(ValueError, match=r"all 5 values of y are equal, 0\.5: they have no scale"):
        ready(flat, ("x", "y"), IF_NEEDED)


# ---- error bars ------------------------------------------------------------------------------------


def test_a_third_column_gives_error_bars_that_stay_with_the_measured_points():
    table = read_table("year,flow,sd\n1990,10,2\n1991,14,\n1992,12,0.5")
    found = done(table, ALWAYS, "year", "flow", error="sd")
    assert found.units.errors_of(found.points) == [pytest.approx(2), None, pytest.approx(0.5)]
    assert "2 points with an error bar of ±1 sd." in found.summary
    (x, y), *others = found.points
    assert found.units.errors_of([(x + 0.1, y), *others]) == [None, None, pytest.approx(0.5)]
    plain = done(read_table("x,y,e\n0,1,0.2"), IF_NEEDED, "x", "y", error="e")
    assert plain.units.identical and plain.units.y_errors == ((0.0, 1.0, 0.2),)
    with pytest.raises(ValueError, match="line 2: a standard error must not be negative, got -1"):
        done(read_table("x,y,e\n0,1,-1"), error="e")


def test_means_of_neighbours_show_the_spread_of_each_block():
    rows = tuple((i / 100, float(i % 2)) for i in range(512))
    found = ready(rows, ("x", "y"), NEVER, rows="means")
    assert len(found.points) == 256 and found.units.errors_of(found.points) == [pytest.approx(0.5**0.5)] * 256


@pytest.mark.parametrize(
    "text", ["run,period\n1,0.63 ± 0.02\n2,\n3,0.71 ± 0.03", "run;period\n1;0,63 +/- 0,02\n2;NA\n3;0,71+/-0,03"]
)
def test_values_with_their_errors_in_one_cell_are_two_columns(text):
    table = read_table(text)
    assert [column.name for column in table.columns] == ["run", "period", "period ±"]
    found = done(table, NEVER, "run", "period", error="period ±")
    assert found.points == ((1.0, 0.63), (3.0, 0.71)) and found.units.errors_of(found.points) == [0.02, 0.03]
    assert done(table, NEVER, "run", "period").units == found.units  # an error in a cell of y is that of y
    assert done(table, NEVER, "run", "period", error="none").units.y_errors == ()
