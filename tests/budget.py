"""Which tests `make check` leaves to `make test`, so that it ends within two minutes: a rule, and no list of tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

BROWSER = Path(__file__).parent / "browser"

# Of a test with more cases than this, the first are enough to see that something broke.
CASES = 4

# What a file of tests is named for, where nearly every test in it needs seconds: it trains, measures or exports models,
# draws figures, or searches for the solutions of an exercise.
SUBJECTS = (
    *("ablation", "comparisons", "evaluation", "export", "figures", "guarantees", "learning", "scoreboard", "training"),
    *("exercise", "story_end"),
)


class Budget:
    """Says of each test in turn, as pytest collects them, whether it is left to `make test`."""

    def __init__(self) -> None:
        self._cases: Counter[Callable[..., object]] = Counter()

    def is_over(self, file: Path, function: Callable[..., object]) -> bool:
        """Whether a test is slow.

        Args:
            file: where it stands.
            function: the test function; called once for each of its cases.
        """
        self._cases[function] += 1
        slow_file = file.is_relative_to(BROWSER) or any(subject in file.stem for subject in SUBJECTS)
        return slow_file or self._cases[function] > CASES
