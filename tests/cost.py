"""What each test costs. `make test ARGS="--cost cost.jsonl"` writes one line for each phase of each test;
`python -m tests.cost cost.jsonl ...` reads the files of one or several runs and prints where the time goes.

Processor time counts and not time: it is the same on a busy machine. The servers that all processes share are charged
to no test; their sum stands at the end.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import psutil
import pytest

MOST = 1.0  # seconds of processor time in the majority of runs: what needs more is marked
LEAST = 0.1  # seconds: a file none of whose tests takes as much needs no mark
SHOWN = 25  # of the dearest files
BROWSER = "tests/browser/"
COUNTED = ("goto", "reload", "set_viewport_size", "wait_for_timeout")
COLUMNS = ("own", "others", "wall", "loads", "resizes", "rests", "waited")


def spent(process: psutil.Process) -> float:
    """Seconds of processor time of a process and of those that it has outlived."""
    try:
        times = process.cpu_times()
    except psutil.Error:  # it has ended, and its time is now its parent's
        return 0.0
    return sum(times[:4])  # user, system, and both of its children that ended


class Cost:
    """A plugin of pytest: writes what each phase of a test took, in this process and in those that it started."""

    def __init__(self, path: str):
        self._path, self._me = path, psutil.Process()
        self._counts: Counter[str] = Counter()
        self._last = self._begins()

    def _ends(self) -> dict[str, float]:
        """What was spent until now; to look at the other processes takes milliseconds, which are no test's."""
        return self._of(self._me.cpu_times(), self._others())

    def _begins(self) -> dict[str, float]:
        others = self._others()
        return self._of(self._me.cpu_times(), others)

    def _others(self) -> float:
        return sum(map(spent, self._me.children(recursive=True)))

    def _of(self, mine: Any, others: float) -> dict[str, float]:
        others += mine.children_user + mine.children_system
        return {"wall": time.monotonic(), "own": mine.user + mine.system, "others": others, **self._counts}

    def _write(self, **line: object) -> None:
        with open(self._path, "a", encoding="utf-8") as file:  # in one write, so that lines stay whole
            file.write(json.dumps(line) + "\n")

    def pytest_sessionstart(self) -> None:
        try:
            from playwright.sync_api import Page
        except ImportError:
            return
        from tests import looks

        for name in COUNTED:
            setattr(Page, name, self._counting(name, getattr(Page, name)))
        Page.evaluate = self._resting(Page.evaluate, looks._QUIET)  # type: ignore[method-assign]

    def _counting(self, name: str, method: Any) -> Any:
        column = {"goto": "loads", "reload": "loads", "set_viewport_size": "resizes"}.get(name, "rests")

        def counted(*values: Any, **options: Any) -> Any:
            self._counts[column] += 1
            began = time.monotonic()
            try:
                return method(*values, **options)
            finally:
                self._counts["waited"] += (time.monotonic() - began) * (column == "rests")

        return counted

    def _resting(self, evaluate: Any, quiet: str) -> Any:
        rest = self._counting("rest", evaluate)

        def evaluated(page: Any, expression: str, *values: Any) -> Any:
            return (rest if expression is quiet else evaluate)(page, expression, *values)

        return evaluated

    def pytest_runtest_logstart(self) -> None:
        self._last = self._begins()

    def pytest_runtest_makereport(self, item: Any, call: Any) -> None:
        now, last = self._ends(), self._last
        # What a browser had spent is lost with it where its parent ended first.
        taken = {name: max(0.0, round(value - last.get(name, 0), 3)) for name, value in now.items()}
        marked = any(map(item.get_closest_marker, ("slow", "rare")))
        self._write(test=item.nodeid, phase=call.when, slow=marked, **taken)
        self._last = self._begins()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: Any) -> None:
        if not hasattr(session.config, "workerinput"):
            cpu = sum(spent(each) for each in self._me.children() if "streamlit" in each.cmdline())
            self._write(process="servers", cpu=round(cpu, 1))


Line = dict[str, Any]


def read(path: Path) -> list[Line]:
    """The lines of one run. Raises ValueError for a file that no run has written."""
    try:
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    except (OSError, json.JSONDecodeError) as error:
        raise ValueError(f"the cost must be a file that --cost has written, got {path}") from error


def summed(lines: Iterable[Line], key: Any) -> dict[Any, Counter[str]]:
    """The columns, added for all lines of one key."""
    sums: dict[Any, Counter[str]] = defaultdict(Counter)
    for line in lines:
        for name in COLUMNS:
            sums[key(line)][name] += line.get(name, 0)
        sums[key(line)]["tests"] += line["phase"] == "call"
    return sums


def group(line: Line) -> str:
    """What a test is, by its place: a walk, another of the browser, or of Python alone."""
    if not line["test"].startswith(BROWSER):
        return "python, slow" if line["slow"] else "python"
    return "walks" if "test_walks" in line["test"] else "browser"


def table(title: str, sums: dict[Any, Counter[str]], most: int | None = None) -> str:
    """Rows by processor time, the dearest first; minutes."""
    head = f"{title:58} tests  own  others  wall  loads resizes rests waited"
    ranked = sorted(sums.items(), key=lambda pair: -pair[1]["own"] - pair[1]["others"])[:most]
    rows = [
        f"{name:58} {int(c['tests']):5} {c['own'] / 60:4.1f} {c['others'] / 60:7.1f} {c['wall'] / 60:5.1f}"
        f" {int(c['loads']):6} {int(c['resizes']):7} {int(c['rests']):5} {c['waited'] / 60:6.1f}"
        for name, c in ranked
    ]
    return "\n".join([head, *rows])


def costs(runs: list[list[Line]]) -> dict[tuple[str, bool], float]:
    """Of each test without a browser, and whether it is marked, the processor time that the majority of runs took."""
    found: dict[tuple[str, bool], list[float]] = defaultdict(list)
    for line in (line for lines in runs for line in lines):
        if group(line).startswith("python") and line["phase"] == "call":
            found[line["test"], line["slow"]].append(line["own"] + line["others"])
    return {test: statistics.median_low(values) for test, values in found.items()}


def dear(runs: list[list[Line]]) -> list[str]:
    """The tests without the mark, and without a browser, that take more than MOST in the majority of runs."""
    found = {name: cost for (name, marked), cost in costs(runs).items() if not marked and cost > MOST}
    return [f"{cost:5.1f} s  {name}" for name, cost in sorted(found.items(), key=lambda pair: -pair[1])]


def cheap(runs: list[list[Line]]) -> list[str]:
    """The files all of whose tests are marked, and none takes LEAST in the majority of runs."""
    files: dict[str, list[tuple[bool, float]]] = defaultdict(list)
    for (name, marked), cost in costs(runs).items():
        files[name.split("::")[0]].append((marked, cost))
    found = {
        file: sum(cost for _, cost in tests)
        for file, tests in files.items()
        if all(marked and cost < LEAST for marked, cost in tests)
    }
    return [f"{cost:5.1f} s  {file}" for file, cost in sorted(found.items())]


def main(paths: list[str]) -> int:
    """Prints the tables. Returns 1 where a mark is missing or not needed."""
    runs = [read(Path(path)) for path in paths]
    lines = [line for line in runs[0] if "test" in line]
    print(table("minutes by group", summed(lines, group)), "\n")
    print(table("minutes by phase", summed(lines, lambda line: line["phase"])), "\n")
    print(table("the dearest files", summed(lines, lambda line: line["test"].split("::")[0]), SHOWN), "\n")
    for line in (line for line in runs[0] if "process" in line):
        print(f"{line['process']}: {line['cpu'] / 60:.1f} minutes of processor time\n")
    tests = [[line for line in run if "test" in line] for run in runs]
    missing, idle = dear(tests), cheap(tests)
    print(f"{len(missing)} unmarked tests take more than {MOST:g} s of processor time", *missing, sep="\n")
    print(f"\n{len(idle)} marked files have no test that takes {LEAST:g} s", *idle, sep="\n")
    return int(bool(missing or idle))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
