"""Which table is meant: of a workbook's sheets, of several on one sheet or in one text; and formulas without values."""

import io
import time
import zipfile
from contextlib import suppress

import openpyxl
import pytest

from pages.shared.drawing.table import OpenQuestion, in_words, read_file, read_table

FLOW = [["year", "flow"], [2020, 5], [2021, 7]]
LEVEL = [["day", "level"], [1, 0.5], [2, 0.7], [3, 0.9]]


def workbook(**sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def calculated(data, stored):
    """The workbook with values beside formulas, as a spreadsheet program stores them; `stored`: pairs of cells."""
    written = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(written, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            for before, after in stored if "sheet1" in name else ():
                assert before in text
                text = text.replace(before, after)
            new.writestr(name, text)
    return written.getvalue()


def as_text(rows, separator=","):
    return "\n".join(separator.join("" if cell is None else str(cell) for cell in row) for row in rows)


def values(table):
    return {column.name: column.values for column in table.columns}


def test_a_workbook_with_two_tables_asks_for_the_sheet_and_names_all():
    data = workbook(Notes=[["See the other sheets"], ["Bonn"]], Flow=FLOW, Level=LEVEL)
    with pytest.raises(OpenQuestion, match="sheets Notes, Flow, Level, and 2 of them hold a table") as caught:
        read_file(data)
    assert caught.value.keyword == "sheet"
    assert [option.value for option in caught.value.options] == ["Notes", "Flow", "Level"]
    assert [option.label for option in caught.value.options] == ["Notes (no table)", "Flow", "Level"]
    assert caught.value.options[1].readings[:2] == ("year, flow", "2020, 5")
    table = read_file(data, sheet="Level")
    assert values(table) == {"day": (1, 2, 3), "level": (0.5, 0.7, 0.9)} and "sheet Level" in in_words(table)
    with pytest.raises(ValueError, match="has the sheets Notes, Flow, Level, got 'Other'"):
        read_file(data, sheet="Other")


def test_a_workbook_with_one_table_takes_it_and_says_the_sheet():
    for cover in ([["Report of the year"], ["See the sheet Flow"]], [["Version", 2]]):
        table = read_file(workbook(Cover=cover, Flow=FLOW, Empty=[]))
        assert values(table) == {"year": (2020, 2021), "flow": (5, 7)}
        assert in_words(table).startswith("Read as: sheet Flow;")
    with pytest.raises(ValueError, match="no sheet with cells"):
        read_file(workbook(Empty=[]))
    with pytest.raises(ValueError, match="none of the sheets A, B holds a table"):
        read_file(workbook(A=[["no"]], B=[["neither"]]))


BELOW = [*FLOW, [None, None], ["day", "level"], *LEVEL[1:]]
BESIDE = [[*left, None, *right] for left, right in zip([*FLOW, [None, None]], LEVEL)]
TITLED = [["Bonn", None], *FLOW, [None, None], ["Kiel", None], ["year", "flow"], [2020, 6], [2021, 8], [2022, 9]]
OF_LEVEL = {"day": (1, 2, 3), "level": (0.5, 0.7, 0.9)}


@pytest.mark.parametrize(
    ("rows", "second"),
    [
        (BELOW, OF_LEVEL),
        (BESIDE, OF_LEVEL),
        (TITLED, {"year": (2020, 2021, 2022), "flow": (6, 8, 9)}),
        ([row for row in BELOW if any(row)], OF_LEVEL),  # names alone begin it
    ],
    ids=["below", "beside", "same names", "no empty row"],
)
@pytest.mark.parametrize("separator", [None, "\t", ";"], ids=["uploaded", "pasted from a spreadsheet", "pasted"])
def test_two_tables_in_one_place_ask_which(rows, second, separator):
    given, reads = (as_text(rows, separator), read_table) if separator else (workbook(A=rows), read_file)
    with pytest.raises(OpenQuestion, match="there are 2 tables here") as caught:
        reads(given)
    assert caught.value.keyword == "part"
    assert [option.value for option in caught.value.options] == [1, 2, 0]
    assert values(reads(given, part=1)) == {"year": (2020, 2021), "flow": (5, 7)}
    table = reads(given, part=2)
    assert values(table) == second and "table 2 of 2" in in_words(table)
    if rows is not TITLED:
        assert len(reads(given, part=0).columns) == (4 if rows is BESIDE else 2)
    with pytest.raises(ValueError, match="part must be one of 0 to 2"):
        reads(given, part=3)


def test_blank_lines_in_a_text_part_tables_of_different_widths():
    text = "x,y\n1,2\n2,3\n\nt,v,w\n10,5,1\n20,6,2\n"
    assert values(read_table(text, part=2)) == {"t": (10, 20), "v": (5, 6), "w": (1, 2)}


@pytest.mark.parametrize(
    "text",
    [
        "Station,Bonn\nHeight,62\nLatitude,50.7\n\nday,T\n1,3.5\n2,4.5\n",  # facts above
        "day,T\n1,3.5\n\n2,4.5\n",  # an empty line within
        "day,T\n\n1,3.5\n2,4.5\n\nSource: office\n",
        "day,T\n1,3.5\nday,T\n2,4.5\n",
        "day,,T\n1,,3.5\n2,,4.5\n",  # an empty column beside a single one
    ],
)
def test_one_table_with_something_about_it_stays_one(text):
    assert values(read_table(text)) == {"day": (1, 2), "T": (3.5, 4.5)}


def test_a_formula_without_a_value_is_named():
    data = workbook(A=[["x", "y"], [1, 3], [2, "=A3*2"], [3, "=A4*2"]])
    with pytest.raises(ValueError, match=r"row 3: y holds the formula =A3\*2 without its value") as caught:
        read_file(data)
    assert "open the file in a spreadsheet program, save it there, and try again" in str(
        caught.value
    ) and not isinstance(caught.value, OpenQuestion)
    with pytest.raises(ValueError, match=r"row 2: x holds the formula"):
        read_file(workbook(A=[["x", "y"], ["=1+1", "=A2"], ["=1+2", "=A3"]], B=[["nothing"]]))
    with pytest.raises(ValueError, match=r"line 2: y holds the formula =A2\*2 .* and paste the values"):
        read_table("x\ty\n1\t=A2*2\n2\t=A3*2\n3\t4\n")


def test_formulas_with_values_and_those_of_totals_are_read():
    data = workbook(A=[["x", "y", "note"], [1, "=A2*2", '=""'], [2, 5, "b"], ["Total", "=SUM(B2:B3)", None]])
    stored = [
        (b'<c r="B2"><f>A2*2</f><v /></c>', b'<c r="B2"><f>A2*2</f><v>2</v></c>'),
        (b'<c r="C2"><f>""</f><v /></c>', b'<c r="C2" t="str"><f>""</f><v></v></c>'),
    ]
    assert values(read_file(calculated(data, stored))) == {"x": (1, 2), "y": (2, 5), "note": (None, "b")}


def test_looking_for_tables_takes_time_in_proportion_to_the_lines():
    def took(count):
        text = "x,y\n" + "1,2\n\nday,T\n" * count + "1,2\n"
        start = time.process_time()
        with suppress(OpenQuestion):
            read_table(text)
        return time.process_time() - start

    assert took(20_000) < 40 * min(took(2_000) for _ in range(3)) + 0.05
