"""Pivot tables and tables with a column for every place: totals are left out, labels repeated, and each is said."""

import pytest

from pages.shared.drawing.axes import first_axes
from pages.shared.drawing.table import OpenQuestion, in_words, read_file, read_table
from pages.shared.shell.own_data import done, placed
from tests.pages.shared.drawing.test_workbooks import values, workbook

LANGUAGES = {
    "English": ("Grand Total", "North Total"),
    "German": ("Gesamtergebnis", "North Ergebnis"),
    "French": ("Total général", "Total North"),
    "Italian": ("Totale complessivo", "North Totale"),
    "Spanish": ("Total general", "Total North"),
    "of LibreOffice": ("Total Result", "North Result"),
}


def in_cells(text):
    return [[cell or None for cell in line.split(";")] for line in text.splitlines()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("uploaded", [False, True], ids=["pasted", "uploaded"])
def test_columns_and_rows_of_totals_are_left_out_and_said(language, uploaded):
    grand, _ = LANGUAGES[language]
    text = f"Year;North;South;{grand}\n2020;1;2;3\n2021;3;4;7\n{grand};4;6;10\n"
    table = read_file(workbook(A=in_cells(text))) if uploaded else read_table(text)
    assert values(table) == {"Year": (2020, 2021), "North": (1, 3), "South": (2, 4)}
    assert f"columns of totals left out: {grand}" in in_words(table) and "(a total" in in_words(table)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("uploaded", [False, True], ids=["pasted", "uploaded"])
def test_subtotals_are_left_out_and_labels_stand_in_every_row(language, uploaded):
    grand, north = LANGUAGES[language]
    text = f"Region;Year;Sales\nNorth;2020;1\n;2021;2\n{north};;3\nSouth;2020;3\n;2021;5\n{grand};;11\n"
    table = read_file(workbook(A=in_cells(text))) if uploaded else read_table(text)
    wanted = {"Region": ("North", "North", "South", "South"), "Year": (2020, 2021, 2020, 2021), "Sales": (1, 2, 3, 5)}
    assert values(table) == wanted
    assert "empty cells of Region filled from above" in in_words(table) and "a total of North" in in_words(table)


def test_years_that_are_written_once_stand_in_every_row_without_totals_too():
    text = "Year,Quarter,Sales\n2020,1,5\n,2,6\n2021,1,7\n,2,8\n"
    assert read_table(text).column("Year").values == (2020, 2020, 2021, 2021)
    totals = "Year,Month,Sales\n2020,Jan,5\n,Feb,6\n2020 Total,,11\n2021,Jan,7\n,Feb,8\n2021 Total,,15\nTotal,,26\n"
    assert read_table(totals).column("Year").values == (2020, 2020, 2021, 2021)
    assert read_table("x,y\n1,2\n,3\n4,5\n").column("x").values == (1, None, 4)  # a missing value


def test_subtotals_among_columns_are_left_out():
    text = "Year,North A,North B,North Total,South A,South Total\n2020,1,2,3,4,4\n2021,3,4,7,1,1\n"
    table = read_table(text)
    assert list(values(table)) == ["Year", "North A", "North B", "South A"]
    assert "columns of totals left out: North Total, South Total" in in_words(table)


@pytest.mark.parametrize(
    "text", ["year,men,women,total\n2020,1,2,3\n2021,2,3,5\n", "year,Grand Total\n2020,1\n2021,2\n"]
)
def test_a_total_that_may_be_what_is_meant_stays(text):
    assert len(read_table(text).columns) == len(text.split("\n")[0].split(","))


def test_labels_of_several_levels_in_one_column_are_refused():
    text = "Row Labels,Sum of Sales\nNorth,3\n2020,1\n2021,2\nSouth,8\n2020,3\n2021,5\nGrand Total,11\n"
    with pytest.raises(
        ValueError, match=r"line 3: Row Labels holds several levels of a pivot table, 'North'"
    ) as caught:
        read_table(text)
    assert "'North' and '2020': show it in tabular form" in str(caught.value) and not isinstance(
        caught.value, OpenQuestion
    )
    named = "Zeilenbeschriftungen;Summe von Umsatz\nNord;3\nA;1\nB;2\nSüd;8\nA;3\nB;5\n"
    with pytest.raises(ValueError, match="line 6: Zeilenbeschriftungen holds several levels"):
        read_table(named)
    assert len(read_table("Row Labels,Sum of Sales\n2020,3\n2021,5\nGrand Total,8\n").column("Row Labels").values) == 2


def test_which_of_several_columns_is_y_is_said_unless_it_was_chosen():
    table = read_table("date,Bonn,Kiel,Ulm\n2020-01-01,2,3,4\n2020-01-02,3,4,5\n2020-01-03,3,6,5\n")
    assert first_axes(table) == ("date", "Bonn")
    assert "Of several columns y is Bonn; the others are Kiel, Ulm." in done(table).summary
    assert "several" not in done(table, y="Kiel").summary
    assert "several" not in done(read_table("x,y,y_err\n0,1,.1\n1,2,.1\n")).summary
    stations = read_table("lon,lat,T,RH\n8.5,47.3,9,70\n7.4,46.9,8,75\n7.6,47.5,10,71\n")
    assert "Of several columns the value is T; the others are RH." in placed(stations).summary
