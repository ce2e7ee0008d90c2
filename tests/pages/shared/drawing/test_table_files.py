"""Small files of every kind, and the table, the question or the refusal that each must give (tables/expected.json)."""

import json
from pathlib import Path

import pytest

from pages.shared.drawing.table import OpenQuestion, in_words, read_file, read_table
from pages.shared.drawing.table_points import pairs

FOLDER = Path(__file__).parent / "tables"
EXPECTED = json.loads((FOLDER / "expected.json").read_text("utf-8"))
KINDS = {"n": "number", "d": "date", "t": "text"}


def plain(value):
    """A value as JSON holds it."""
    if not hasattr(value, "isoformat"):
        return value
    midnight = value.isoformat().removesuffix("T00:00:00")
    return midnight.removesuffix(":00") if "T" in midnight else midnight


def check(table, wanted):
    columns = {column.name: [plain(value) for value in column.values] for column in table.columns}
    same = {
        name: [v.removesuffix("T00:00") if isinstance(v, str) else v for v in vs]
        for name, vs in wanted["columns"].items()
    }
    assert columns == same
    assert [column.kind for column in table.columns] == [KINDS[letter] for letter in wanted["kinds"]]
    for name, value in wanted.get("decisions", {}).items():
        got = getattr(table.decisions, name)
        assert (list(got) if isinstance(got, tuple) else got) == value, name
    if "units" in wanted:
        assert [column.unit for column in table.columns] == wanted["units"]
    if "skipped" in wanted:
        assert [each.line for each in table.skipped] == wanted["skipped"]


def chosen(option):
    """How expected.json names an option."""
    return " ".join(option.value) if isinstance(option.value, tuple) else str(option.value)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_file_gives_its_table_its_question_or_its_refusal(name):
    wanted, data = EXPECTED[name], (FOLDER / name).read_bytes()
    if "columns" in wanted:
        check(read_file(data), wanted)
        return
    with pytest.raises(ValueError) as caught:
        read_file(data)
    if "refusal" in wanted:
        assert str(caught.value).startswith(wanted["refusal"])
        return
    assert isinstance(caught.value, OpenQuestion) and caught.value.keyword == wanted["question"]
    assert wanted.get("says", "") in caught.value.sentence
    options = {chosen(option): option for option in caught.value.options}
    assert set(wanted["options"]) <= set(options)
    for choice, table in wanted["options"].items():
        check(read_file(data, **{caught.value.keyword: options[choice].value}), table)
        assert options[choice].readings


def test_every_file_of_the_folder_is_expected_and_short():
    assert {file.name for file in FOLDER.iterdir()} == {*EXPECTED, "expected.json"}
    assert max(len((FOLDER / name).read_bytes().splitlines()) for name in EXPECTED if "xlsx" not in name) <= 40


@pytest.mark.parametrize(
    ("times", "hours", "said"),
    [
        (("21:00", "23:30", "00:00", "03:30"), (21, 23.5, 24, 27.5), True),
        (("21:00", "23:30", "00:00", "23:00", "01:00"), (21, 23.5, 24, 47, 49), True),
        (("21:00", "08:30", "10:00", "03:30"), (21, 8.5, 10, 3.5), False),  # in no order
        (("08:00", "21:00"), (8, 21), False),
    ],
)
def test_a_log_goes_on_past_midnight(times, hours, said):
    table = read_table("\n".join(["time,v", *(f"{each},{i}" for i, each in enumerate(times))]))
    assert tuple(x for x, _ in pairs(table, "time", "v")[0]) == hours
    assert ("times past midnight on the next day" in in_words(table)) is said


@pytest.mark.parametrize(
    "cells", [("2025-03-30T00:00:00+01:00", "2025-03-30T03:00:00+02:00"), ("1743289200", "1743296400")]
)
def test_moments_of_a_time_zone_are_said_to_be_in_utc(cells):
    table = read_table("\n".join(["time,v", *(f"{each},{i}" for i, each in enumerate(cells))]))
    assert "times in UTC" in in_words(table) and pairs(table, "time", "v")[2] == "time (UTC)"
    assert "UTC" not in in_words(read_table("time,v\n2025-03-30T00:00,1\n2025-03-30T01:00,2"))
