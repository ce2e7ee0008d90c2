"""Lines above the rows: names in groups, units below names, and units that say from when on numbers count."""

from datetime import datetime

import pytest

from pages.shared.drawing.axes import first_axes
from pages.shared.drawing.table import OpenQuestion, in_words, read_file, read_table
from tests.pages.shared.drawing.test_workbooks import workbook

NAMES = ["Time", "Station A T", "Station A RH", "Station B T", "Station B RH"]
ROWS = "1,2,3,4,5\n2,3,4,5,6\n"


def units(table):
    return [column.unit for column in table.columns]


def names(table):
    return [column.name for column in table.columns]


@pytest.mark.parametrize("uploaded", [False, True], ids=["pasted", "uploaded"])
@pytest.mark.parametrize(
    "head",
    [
        "Time,Station A,,Station B,\n,T,RH,T,RH\n",
        ",Station A,,Station B,\nTime,T,RH,T,RH\n",
        "Time,Station A,,Station B,\nTime,T,RH,T,RH\n",  # a cell over two rows, written in both
        "Report of the year,,,,\n\n,Station A,,Station B,\nTime,T,RH,T,RH\n",
        ",Station A,,Station B,\nTime,T,RH,T,RH\ns,°C,%,°C,%\n",
    ],
)
def test_names_of_groups_stand_before_the_names_below_them(head, uploaded):
    text = head + ROWS
    cells = [[cell or None for cell in line.split(",")] for line in text.splitlines()]
    table = read_file(workbook(A=cells)) if uploaded else read_table(text)
    assert names(table) == NAMES and first_axes(table) == ("Time", "Station A T")
    assert units(table) == (["s", "°C", "%", "°C", "%"] if "°C" in head else [""] * 5)


def test_groups_above_names_that_are_all_different_are_joined_but_facts_are_not():
    table = read_table(",Air,,Soil,\nTime,T1,RH1,T2,RH2\n" + ROWS)
    assert names(table) == ["Time", "Air T1", "Air RH1", "Soil T2", "Soil RH2"]
    assert names(read_table("Station,Bonn,,,\nTime,a,b,c,d\n" + ROWS)) == ["Time", "a", "b", "c", "d"]


def test_names_that_look_like_units_are_names_below_groups():
    text = ",North,,South,\nYear,A,B,A,B\n2020,1,2,3,4\n2021,3,4,1,1\n"
    assert names(read_table(text)) == ["Year", "North A", "North B", "South A", "South B"]


@pytest.mark.parametrize(
    ("unit", "cells", "moments", "utc"),
    [
        ("seconds since 1970-01-01", (1628515800, 1628515860), ("2021-08-09T13:30", "2021-08-09T13:31"), True),
        ("s since the epoch", (10, 70.5), ("1970-01-01T00:00:10", "1970-01-01T00:01:10.5"), True),
        ("days since 1899-12-30", (44197, 44198.5), ("2021-01-01", "2021-01-02T12:00"), False),
        ("hours since 2000-01-01 12:00:00", (6, 12), ("2000-01-01T18:00", "2000-01-02"), False),
        ("hours since 2000-01-01T00:00 +01:00", (6, 12), ("2000-01-01T05:00", "2000-01-01T11:00"), True),
        ("milliseconds since 1970-1-1Z", (1628515800000,) * 2, ("2021-08-09T13:30",) * 2, True),
    ],
)
@pytest.mark.parametrize("form", ["time;T\n{};degC\n", "time [{}];T [degC]\n"], ids=["a row of units", "in the name"])
def test_numbers_count_from_the_moment_that_their_unit_names(unit, cells, moments, utc, form):
    table = read_table(form.format(unit) + "".join(f"{cell};{i}.5\n" for i, cell in enumerate(cells)))
    assert table.columns[0].values == tuple(map(datetime.fromisoformat, moments))
    assert table.columns[1].values == (0.5, 1.5) and ("times in UTC" in in_words(table)) is utc
    assert names(table) == (["time", "T"] if form.startswith("time;") else [f"time [{unit}]", "T [degC]"])


@pytest.mark.parametrize(
    ("row", "cells"),
    [
        ("s,°C", "1628515800,3\n1628515860,4\n"),
        ("UTC,degree_C", "2021-01-01T00:00:00Z,3\n2021-01-01T01:00:00Z,4\n"),
        ("yyyy-mm-dd hh:mm,degC", "2021-01-01 10:00,3\n2021-01-01 11:00,4\n"),
        ("TT.MM.JJJJ,m s-1", "01.01.2021,3\n13.01.2021,4\n"),
        ("TS,W/m^2", "2021-01-01 10:00,3\n2021-01-01 11:00,4\n"),
        ("h,1", "0,3\n1,4\n"),  # without a unit
    ],
)
def test_names_above_a_row_of_units_are_kept(row, cells):
    table = read_table(f"time,T\n{row}\n{cells}")
    first, second = row.split(",")
    assert names(table) == ["time", "T"] and units(table) == [first, second.removeprefix("1")]
    assert table.column("T").values == (3, 4)


def test_days_of_a_spreadsheet_stay_a_question_below_their_unit():
    with pytest.raises(OpenQuestion, match="is 44197, Datum, line 3, a moment or a number") as caught:
        read_table("Datum;T\nd;°C\n44197;3,5\n44198;4,5\n44199;5,5\n")
    assert caught.value.keyword == "date_order"


def test_a_data_logger_has_a_line_about_itself_names_units_and_what_was_averaged():
    head = '"TOA5","x","12"\n"TIMESTAMP","RECORD","T_Avg"\n"TS","RN","Deg C"\n"","","Avg"\n'
    table = read_table(head + "".join(f'"2021-01-01 00:{i}0:00",{i},{3 + i / 10}\n' for i in range(6)))
    assert names(table) == ["TIMESTAMP", "RECORD", "T_Avg"] and units(table)[2] == "Deg C"
    assert [each.line for each in table.skipped] == [1, 4]
