"""Small files of every kind, and the table, the question or the refusal that each must give (tables/expected.json)."""

import json
from pathlib import Path

import pytest

from pages.shared.drawing.table import OpenQuestion, read_file

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
