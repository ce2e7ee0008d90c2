"""What `make check` leaves out: whatever needs a browser, and of long tests the cases that do not fit in the budget."""

import os
import re
import subprocess
import sys

import pytest

from tests.budget import (
    BROWSER,
    BUDGET,
    MEASURED,
    ROOT,
    TYPES,
    Cost,
    affordable,
    file_of,
    function_of,
    longest_first,
    measured,
    slow,
    spread,
)
from tests.measuring import LEAST, renewed, written

COSTS = measured(MEASURED.read_text("utf-8"))
LONG, SHORT, HUGE = "tests/test_a.py::test_long", "tests/test_a.py::test_short", "tests/test_b.py::test_huge"
EXAMPLE = {LONG: Cost(20.0, 10), SHORT: Cost(1.0, 1), HUGE: Cost(30.0, 1)}


def cases(function: str, count: int) -> list[str]:
    return [f"{function}[{case}]" for case in range(count)]


def test_every_function_gets_something_before_one_gets_much():
    assert affordable(EXAMPLE, 5.0) == {SHORT: 1, LONG: 2}
    assert affordable(EXAMPLE, 21.0) == {SHORT: 1, LONG: 10}
    assert affordable(EXAMPLE, 51.0) == {SHORT: 1, LONG: 10, HUGE: 1}


def test_what_does_not_fit_is_slow_and_what_is_not_named_never_is():
    tests = [*cases(LONG, 10), SHORT, HUGE, *cases("tests/test_a.py::test_new", 3)]
    left = slow(tests, EXAMPLE, 5.0)
    assert HUGE in left and len(left) == 9
    assert {function_of(test) for test in left} == {LONG, HUGE} and f"{LONG}[0]" not in left
    assert slow(tests, EXAMPLE, 51.0) == set()


def test_a_case_that_was_added_to_a_function_that_fits_is_run():
    assert slow(cases(LONG, 12), EXAMPLE, 51.0) == set()


def test_what_needs_a_browser_is_slow_whatever_the_budget():
    test = f"{BROWSER}test_masks.py::test_a_mask"
    assert (ROOT / file_of(test)).exists()
    assert slow([test], {}, 1e9) == {test}


@pytest.mark.parametrize("inner", range(2, 13))
def test_a_few_cases_have_several_values_of_every_parameter(inner):
    taken = spread(12 * inner, 6)
    assert len(taken) == 6 and taken[0] == 0
    assert len({case % inner for case in taken}) >= min(inner, 3) and len({case // inner for case in taken}) >= 4


def test_longest_files_come_first_and_those_with_a_browser_before_them():
    tests = ["tests/test_c.py::test_new", SHORT, LONG, HUGE, f"{BROWSER}test_masks.py::test_a_mask"]
    assert sorted(tests, key=longest_first(EXAMPLE)) == [tests[4], HUGE, SHORT, LONG, tests[0]]


def test_the_file_names_only_what_exists():
    assert 50 < len(COSTS) < 400
    files = {name: (ROOT / file_of(name)) for name in COSTS}
    assert [name for name, file in files.items() if not file.exists()] == []
    texts = {file: file.read_text("utf-8") for file in set(files.values())}
    words = {name: name.split("::")[1:] for name in COSTS}
    gone = [
        name
        for name, file in files.items()
        if not all(re.search(rf"^ *(def|class) {word}\b", texts[file], re.MULTILINE) for word in words[name])
    ]
    assert gone == []


def test_what_is_run_fits_and_no_cheaper_case_is_left_out():
    taken = affordable(COSTS, BUDGET)
    each = {name: cost.seconds / cost.cases for name, cost in COSTS.items()}
    assert sum(each[name] * taken[name] for name in COSTS) <= BUDGET
    longest = max(each[name] * taken[name] for name in COSTS)
    assert min(each[name] * (taken[name] + 1) for name in COSTS if taken[name] < COSTS[name].cases) >= longest


def test_types_are_checked_however_long_that_takes():
    assert slow([f"{TYPES}::test_a"], {f"{TYPES}::test_a": Cost(99.0, 1)}, 1.0) == set()


def test_times_that_are_about_the_same_are_kept():
    old = {LONG: Cost(20.0, 10), SHORT: Cost(1.0, 1), HUGE: Cost(30.0, 1)}
    assert renewed(old, {LONG: Cost(25.0, 10), SHORT: Cost(0.8, 1)}) == old
    assert renewed(old, {LONG: Cost(31.23, 10)}) == {**old, LONG: Cost(31.0, 10)}
    assert renewed(old, {LONG: Cost(21.0, 11)}) == {**old, LONG: Cost(21.0, 11)}
    assert renewed(old, {SHORT: Cost(LEAST / 2, 1)}) == {LONG: old[LONG], HUGE: old[HUGE]}


def test_what_is_written_is_read_again():
    assert measured(written(EXAMPLE)) == EXAMPLE


MEASURED_TESTS = """
import time
import pytest

def work(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

@pytest.fixture(scope="module")
def shared():
    work(0.6)

@pytest.mark.parametrize("case", range(3))
def test_long(case):
    work(0.2)

def test_waits():
    time.sleep(0.6)

def test_first(shared):
    work(0.2)

def test_second(shared):
    pass

@pytest.mark.parametrize("case", range(2))
def test_in_part(case):
    work(0.6)
"""
RUN = """
import sys
from pathlib import Path
import pytest
from tests.measuring import Measuring
sys.exit(pytest.main([*"-q -p no:cacheprovider -p no:xdist --deselect".split(), "test_it.py::test_in_part[1]", "."],
                     plugins=[Measuring(Path("seconds.txt"), writes=True)]))
"""


def test_a_run_measures_functions_that_it_runs_whole_by_processor_time_with_what_they_share(tmp_path):
    (tmp_path / "test_it.py").write_text(MEASURED_TESTS)
    (tmp_path / "seconds.txt").write_text("2 2 test_it.py::test_in_part\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-c", RUN]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    found = measured((tmp_path / "seconds.txt").read_text())
    seconds = {function.partition("::")[2]: cost.seconds for function, cost in found.items()}
    assert set(seconds) == {"test_long", "test_first", "test_second", "test_in_part"}
    assert found["test_it.py::test_in_part"] == Cost(2.0, 2) and found["test_it.py::test_long"].cases == 3
    assert 0.55 <= seconds["test_long"] < 1.2 and 0.55 <= seconds["test_second"] < 1.0
    assert 0.75 <= seconds["test_first"] < 1.2
