"""Parts of the tests: what is tested of one lesson (`make lesson L=kernels`), chosen by what a test is given and not by
words in its name; and a fifth of what `make test` leaves out, by turns, for each submission."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

TESTS = Path(__file__).parent
# What is tested of the library and of the set-up is of no lesson, and takes the longest to import.
OTHERS = (TESTS / "tnpcore",)
NAMES = ("lesson", "name")  # of the parameters that hold a lesson


def is_of(path: Path, given: dict[str, Any], lesson: str) -> bool:
    """Whether a test is of this lesson: by its place, or by a parameter that is the lesson, or begins with it."""
    if path.parent == TESTS / "pages" / lesson or path == TESTS / "browser" / f"test_{lesson}.py":
        return True
    return any(
        value == lesson or (isinstance(value, (tuple, list)) and value[:1] in ((lesson,), [lesson]))
        for name, value in given.items()
        if name in NAMES or isinstance(value, (tuple, list))
    )


class OfLesson:
    """A plugin of pytest: keeps the tests of one lesson, and says at the end which files they are from."""

    def __init__(self, lesson: str):
        self._lesson, self._kept = lesson, Counter[str]()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        return True if collection_path in OTHERS else None

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        from pages.lessons import LESSONS

        if self._lesson not in LESSONS:
            raise pytest.UsageError(f"--lesson must be one of {', '.join(LESSONS)}, got {self._lesson}")
        kept = [item for item in items if is_of(item.path, self._given(item), self._lesson)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

    @staticmethod
    def _given(item: pytest.Item) -> dict[str, Any]:
        return item.callspec.params if hasattr(item, "callspec") else {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call":
            self._kept[report.nodeid.split("::")[0]] += 1

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.section(f"tested of {self._lesson}: {sum(self._kept.values())} tests")
        for path, count in sorted(self._kept.items()):
            terminalreporter.write_line(f"{count:4} {path}")


PARTS = 5


def part_of(file: str) -> int:
    """Which of the five parts a file of tests belongs to: always the same one, on every machine."""
    return crc32(file.encode()) % PARTS


class Fifth:
    """A plugin of pytest: keeps a fifth of the files whose tests are rare, the one whose turn it is."""

    def __init__(self, turn: int):
        self._part = turn % PARTS

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept = [item for item in items if item.get_closest_marker("rare") and self._has(item.nodeid)]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(kept)])
        items[:] = kept

    def _has(self, nodeid: str) -> bool:
        return part_of(nodeid.split("::")[0]) == self._part
