"""Renews `tests/seconds.txt` from a run of the tests with `--measure` and its path; some of the tests may be run alone.

It holds processor seconds: on a busy machine they grow far less than the time on the clock. So that it does not change
at every run, what is about as long as it was keeps its number.
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.budget import BROWSER, Cost, file_of, function_of, measured

LEAST = 0.5  # seconds; shorter functions always run and are not named
ABOUT = 1.5  # times as long, or as short

HEAD = """\
# Written by make test ARGS="--measure tests/seconds.txt", read by tests/budget.py: processor seconds, cases, function
"""


def used() -> float:
    """Processor seconds of this process, and of those that it has started and seen end."""
    return sum(os.times()[:4])


def renewed(old: dict[str, Cost], new: dict[str, Cost]) -> dict[str, Cost]:
    """The costs to keep: of functions that were not run the old ones."""
    kept = {name: cost for name, cost in old.items() if name not in new}
    for name, cost in new.items():
        before = old.get(name)
        if before and before.cases == cost.cases and before.seconds / ABOUT < cost.seconds < before.seconds * ABOUT:
            kept[name] = before
        elif cost.seconds >= LEAST:
            kept[name] = Cost(float(f"{cost.seconds:.2g}"), cost.cases)
    return kept


def written(costs: dict[str, Cost]) -> str:
    return HEAD + "".join(f"{cost.seconds:g} {cost.cases} {name}\n" for name, cost in sorted(costs.items()))


class Measuring:
    """The plugin: every process of the tests measures, the one that hears of all reports writes the file.

    A fixture that functions share counts for each of them: where one is left out, the next one has to wait for it.
    """

    def __init__(self, file: Path, writes: bool) -> None:
        self._file, self._writes = file, writes
        self._incomplete: set[str] = set()
        self._last = self._shared_now = 0.0
        self._fixtures: Counter[tuple[str, str]] = Counter()
        self._seconds: Counter[str] = Counter()
        self._shared: dict[str, float] = {}
        self._cases: Counter[str] = Counter()

    def pytest_deselected(self, items: list[pytest.Item]) -> None:
        self._incomplete.update(function_of(item.nodeid) for item in items)

    def pytest_runtest_logstart(self) -> None:
        self._last, self._shared_now = used(), 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef, request):
        start = used()
        try:
            return (yield)
        finally:
            if fixturedef.scope in ("module", "class"):
                self._fixtures[file_of(request.node.nodeid), fixturedef.argname] += used() - start
                self._shared_now += used() - start

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Function):
        report, now = (yield), used()
        function = function_of(item.nodeid)
        if not function.startswith(BROWSER) and function not in self._incomplete:
            report.processor_seconds = now - self._last - self._shared_now
            report.shared_seconds = sum(self._fixtures[file_of(function), name] for name in item.fixturenames)
        self._last, self._shared_now = now, 0.0
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(report, "processor_seconds"):
            function = function_of(report.nodeid)
            self._seconds[function] += report.processor_seconds
            self._shared[function] = report.shared_seconds
            self._cases[function] += report.when == "setup"

    def pytest_sessionfinish(self) -> None:
        if self._writes:
            new = {name: Cost(each + self._shared[name], self._cases[name]) for name, each in self._seconds.items()}
            old = measured(self._file.read_text("utf-8"))
            self._file.write_text(written(renewed(old, new)), "utf-8")
