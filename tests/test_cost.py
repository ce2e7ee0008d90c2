"""What tests cost, as it is summed: worked examples."""

import json

import pytest

from tests import cost


def line(test, own, phase="call", slow=False, **more):
    return {"test": test, "phase": phase, "slow": slow, "own": own, "others": 0.0, "wall": own, **more}


def test_phases_and_files_are_summed():
    lines = [line("tests/a.py::one", 1.0), line("tests/a.py::one", 2.0, "setup"), line("tests/b.py::two", 4.0, loads=3)]
    sums = cost.summed(lines, lambda each: each["test"].split("::")[0])
    assert (sums["tests/a.py"]["own"], sums["tests/a.py"]["tests"]) == (3.0, 1)
    assert (sums["tests/b.py"]["loads"], sums["tests/b.py"]["own"]) == (3, 4.0)


def test_a_test_is_dear_in_the_majority_of_runs():
    often, once, marked, shown = (
        "tests/a.py::often",
        "tests/a.py::once",
        "tests/b.py::slow",
        "tests/browser/test_c.py::d",
    )
    runs = [
        [line(often, 2.0), line(once, spent), line(marked, 9.0, slow=True), line(shown, 9.0)]
        for spent in (5.0, 0.1, 0.2)
    ]
    assert cost.dear(runs) == ["  2.0 s  tests/a.py::often"]


def test_a_file_of_tests_that_take_next_to_nothing_needs_no_mark():
    lines = [line("tests/a.py::one", 0.05, slow=True), line("tests/a.py::two", 0.09, slow=True)]
    assert cost.cheap([lines]) == ["  0.1 s  tests/a.py"]
    assert cost.cheap([[*lines, line("tests/a.py::three", 0.2, slow=True)]]) == []
    assert cost.cheap([[*lines, line("tests/a.py::three", 0.01)]]) == [], "no mark of the whole file"


def test_a_file_of_another_kind_is_refused(tmp_path):
    (tmp_path / "cost").write_text("no line of a run")
    with pytest.raises(ValueError, match="--cost has written"):
        cost.read(tmp_path / "cost")
    (tmp_path / "cost").write_text(json.dumps(line("tests/a.py::one", 1.0)) + "\n")
    assert cost.main([str(tmp_path / "cost")]) == 0
