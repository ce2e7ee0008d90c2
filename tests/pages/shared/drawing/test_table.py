"""Reading a table: what no small file shows. Long texts, keywords, limits, damaged files."""

import random
import time

import pytest

from pages.shared.drawing.table import MAX_BYTES, OpenQuestion, decoded, read_file, read_table
from tests.pages.shared.drawing.mutations import mutated

pytestmark = pytest.mark.slow


def values(text, name, **choices):
    return read_table(text, **choices).column(name).values


def test_a_smart_meter_has_a_decimal_comma_however_long_it_ran():
    rows = [f"{day:02}.{month:02}.2025;12,{100 + day + month}" for month in range(1, 13) for day in range(10, 28)]
    table = read_table("\n".join(rows * 2))
    assert [column.kind for column in table.columns] == ["date", "number"]
    assert len(table.columns[0].values) == 432
    assert max(table.column("column 2").values) < 13
    assert (table.decisions.decimal, table.decisions.date_order) == (",", "dmy")


def test_one_cell_late_in_a_column_decides_for_all_of_it():
    rows = [f"{i};1.{100 + i}" for i in range(400)]
    with pytest.raises(OpenQuestion, match=r"is the point in 1\.100, y, line 2"):
        read_table("\n".join(["x;y", *rows]))
    assert values("\n".join(["x;y", *rows, "400;1.5"]), "y")[0] == 1.1
    assert values("\n".join(["x;y", *rows, "400;1.500,5"]), "y")[0] == 1100
    days = [f"{1 + i % 12}/{1 + i % 11}/2020,{i}" for i in range(400)]
    assert read_table("\n".join(["d,y", *days, "1/13/2020,0"])).decisions.date_order == "mdy"


def test_a_bad_cell_anywhere_is_named():
    rows = [f"{i},{i / 2}" for i in range(5000)]
    rows[3456] = "3456,17o"
    with pytest.raises(OpenQuestion, match="line 3458: y must be a number, got '17o'"):
        read_table("\n".join(["x,y", *rows]))
    rows[3456] = "3456"
    with pytest.raises(ValueError, match=r"line 3458: 2 columns wanted, got 1: '3456' \(columns parted by commas\)"):
        read_table("\n".join(["x,y", *rows]))


def test_keywords_decide_without_a_question():
    text = "d;y\n01-02-2020;1.050\n03-04-2020;-99"
    table = read_table(text, decimal=",", date_order="mdy", missing=[-99.0])
    assert [column.values[0] for column in table.columns][1] == 1050
    assert (table.columns[0].values[0].month, table.columns[1].values[1]) == (1, None)
    assert table.decisions.thousands == "." and table.decisions.decimal is None
    assert values("1,5\n2,7", "column 1", separator="") == (1.5, 2.7)
    assert values("x;y\n1;1,234", "y", thousands=",") == (1234.0,)
    assert values("x;y\n1;1.234", "y", thousands="") == (1.234,)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ({"decimal": "x"}, "decimal must be one of None, '.', ',', got 'x'"),
        ({"thousands": "x"}, "thousands must be one of"),
        ({"date_order": "dym"}, "date_order must be one of"),
        ({"decimal": ",", "thousands": ","}, "must be different marks"),
        ({"separator": "abc"}, "a separator is one character, got 'abc'"),
    ],
)
def test_a_keyword_that_means_nothing_is_refused(choice, message):
    with pytest.raises(ValueError, match=message):
        read_table("x,y\n1,2", **choice)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1, 2\n" * 101_001, "at most 100,000 rows"),
        ("1, 2\n" * 100_001, "at most 100,000 rows"),
        ("[" + "1," * 101_001 + "1]", "at most 100,000 rows"),
        (",".join(["1.5"] * 501), "at most 500 columns, got 501"),
        ("1" * 10_000_001, "at most 10,000,000 characters"),
        ("[" * 100_000, "line 1: numbers or dates are required"),
    ],
)
def test_what_is_too_large_is_refused(text, message):
    with pytest.raises(ValueError, match=message):
        read_table(text)


def test_a_file_that_is_too_large_is_refused():
    for reads in (read_file, decoded):
        with pytest.raises(ValueError, match="at most 10,000,000 bytes"):
            reads(b"1" * (MAX_BYTES + 1))


def test_a_hundred_thousand_rows_are_read_at_once():
    rng = random.Random(0)
    rows = (f"2020-01-{1 + i % 28:02} {i % 24:02}:00;{rng.gauss(0, 5):.4f}".replace(".", ",") for i in range(100_000))
    start = time.process_time()
    table = read_table("\n".join(["time;flow", *rows]))
    assert len(table.column("flow").values) == 100_000
    assert time.process_time() - start < 8  # about 1 on a free processor


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_damaged_files_give_a_table_or_a_sentence_within_a_second(start):
    for seed in range(start, start + 100):
        data, choices, rng, before = mutated(seed), {}, random.Random(seed), time.process_time()
        for _ in range(8):  # questions one after the other; none comes twice
            try:
                assert len({len(column.values) for column in read_file(data, **choices).columns}) == 1
            except OpenQuestion as question:
                assert choices.get(question.keyword) is None or question.keyword == "missing"
                choices[question.keyword] = rng.choice(question.options).value
            except ValueError as error:
                assert 0 < len(str(error)) < 300 and "\n" not in str(error)
                break
            else:
                break
        else:
            raise AssertionError(f"seed {seed}: questions without end")
        assert time.process_time() - before < 1
