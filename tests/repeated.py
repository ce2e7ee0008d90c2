"""Runs commands of the tests; what fails is repeated alone, and is a flake where it passes then.

`python -m tests.repeated "make test" ...` runs them one after the other, prints each flake with its count, and fails
where a test fails again, or where more flake than a machine's bad moment explains.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

FAILED = Path(__file__).resolve().parents[1] / ".pytest_cache" / "v" / "cache" / "lastfailed"
FLAKES = 2  # so many may fail once
REPEATED = 12  # more failures than these have one reason, and are not repeated


def failed() -> list[str]:
    """The tests that failed in the last run; none where no test was run."""
    return list(json.loads(FAILED.read_text("utf-8"))) if FAILED.exists() else []


def passes(command: str) -> bool:
    """Whether a command succeeds, for which the failures of an earlier one are forgotten."""
    FAILED.unlink(missing_ok=True)
    return subprocess.run(shlex.split(command)).returncode == 0


def flakes(
    commands: list[str], passes: Callable[[str], bool] = passes, failed: Callable[[], list[str]] = failed
) -> Counter[str]:
    """The tests that failed once and passed when they were repeated alone, by how often they did.

    Args:
        commands: each runs tests, and is run once.
        passes: runs a command, and says whether it succeeded.
        failed: the tests that failed in the command that ran last.

    Raises:
        RuntimeError: a command failed without a failing test, or with more than are repeated, or a test failed again.
    """
    found: Counter[str] = Counter()
    for command in commands:
        if passes(command):
            continue
        again = failed()
        if not 0 < len(again) <= REPEATED:
            raise RuntimeError(f"{command} failed, with {len(again)} tests: 1 to {REPEATED} are repeated")
        for test in again:
            if not passes(f"{sys.executable} -m pytest -n 0 {shlex.quote(test)}"):
                raise RuntimeError(f"{test} failed twice")
            found[test] += 1
    return found


def main(commands: list[str]) -> int:
    """Prints the flakes; 1 where a test fails, or more than two flake."""
    try:
        found = flakes(commands)
    except RuntimeError as error:
        print(error)
        return 1
    for test, count in found.items():
        print(f"flake, {count} time(s): {test}")
    return int(len(found) > FLAKES)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
