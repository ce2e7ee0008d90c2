"""Which tests `make check` leaves to `make test`, so that it ends within two minutes: a rule over measured times.

`tests/seconds.txt` names each test function that needs half a processor second or more, all its cases together. Of
those `make check` runs as many cases as fit in a budget, the first case of a cheap function before the tenth of a long
one. A function that is not in the file is cheap or new, and always runs; one that needs a browser never does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
BROWSER = "tests/browser/"
TYPES = "tests/test_types.py"  # always run: of the two minutes mypy needs one second where its cache is filled
MEASURED = Path(__file__).with_name("seconds.txt")

# Processor seconds, at the speed of the machine that the file was measured on, for what is named there.
BUDGET = 20.0

# Neighbouring cases are alike, and so is every tenth where ten values of one parameter are combined with another's.
# Steps of the golden ratio spread a few cases over all of both.
STEP = (5**0.5 - 1) / 2


class Cost(NamedTuple):
    """What a test function needed when it was measured."""

    seconds: float
    cases: int


def measured(text: str) -> dict[str, Cost]:
    """The functions in the text of `seconds.txt`, by name."""
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {name: Cost(float(seconds), int(cases)) for seconds, cases, name in rows}


def affordable(costs: dict[str, Cost], budget: float) -> Counter[str]:
    """How many cases of each function are run: next comes the one that brings its function to the fewest seconds."""
    each = {name: cost.seconds / cost.cases for name, cost in costs.items()}
    steps = sorted((case * each[name], name) for name, cost in costs.items() for case in range(1, cost.cases + 1))
    taken: Counter[str] = Counter()
    for _, name in steps:
        budget -= each[name]
        if budget < 0:
            break
        taken[name] += 1
    return taken


def spread(cases: int, count: int) -> list[int]:
    """Which of a function's cases are run, the first one always."""
    return sorted(sorted(range(cases), key=lambda case: case * STEP % 1)[:count])


def function_of(test: str) -> str:
    """A test's function, without the case."""
    return test.partition("[")[0]


def file_of(test: str) -> str:
    """A test's file, from the root of the checkout."""
    return test.partition("::")[0]


def slow(tests: Iterable[str], costs: dict[str, Cost], budget: float) -> set[str]:
    """Which tests are left to `make test`."""
    taken = affordable(costs, budget)
    cases: dict[str, list[str]] = {}
    for test in tests:
        cases.setdefault(function_of(test), []).append(test)
    left = set()
    for function, its in cases.items():
        if function.startswith(BROWSER):
            left.update(its)
        elif function in costs and taken[function] < costs[function].cases and not function.startswith(TYPES):
            run = spread(len(its), taken[function])
            left.update(test for case, test in enumerate(its) if case not in run)
    return left


def longest_first(costs: dict[str, Cost]):
    """A key that sorts tests by file: those with a browser, then by their seconds, so that no process ends alone."""
    files: Counter[str] = Counter()
    for function, cost in costs.items():
        files[file_of(function)] += cost.seconds

    def key(test: str) -> tuple[bool, float, str]:
        file = file_of(test)
        return not file.startswith(BROWSER), -files[file], file

    return key


class Backwards(pytest.Dir):
    """Collects what is last in a folder first."""

    def collect(self):
        return reversed(list(super().collect()))


class Budget:
    """The plugin that marks what is slow and puts long files first."""

    def __init__(self, config: pytest.Config) -> None:
        self._fast = config.option.markexpr == "not slow"
        worker = getattr(config, "workerinput", {}).get("workerid", "gw0")
        self._backwards = int(worker.removeprefix("gw")) % 2 == 1

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """What needs a browser is not even imported by `make check`."""
        return True if self._fast and collection_path == ROOT / BROWSER else None

    def pytest_collect_directory(self, path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Two processes begin at the two ends: in a fresh clone each finds half of the tests compiled by the other."""
        return Backwards.from_parent(parent, path=path) if self._backwards else None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        costs = measured(MEASURED.read_text("utf-8"))
        key = longest_first(costs)
        items.sort(key=lambda item: key(item.nodeid))
        left = slow([item.nodeid for item in items], costs, BUDGET)
        for item in items:
            if item.nodeid in left:
                item.add_marker(pytest.mark.slow)
