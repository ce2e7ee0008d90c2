"""Faults put into the code, one at a time: which tests see them?

`make faults` tries those of tests/faults.toml that the file of results has not yet; ARGS="NAME ..." tries these,
ARGS="--draw 5 --seed 1 --whole" five of them against all tests. A fault is seen where a test fails, fails again alone,
and passes alone without the fault. Only tests that reach the changed files run, the nearest first, to the first
failure. Each fault has a worktree of its own; one whose text has changed is named, and is to be written anew.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.reached import ROOT, distances

LIST = Path(__file__).with_suffix(".toml")
RESULTS = ROOT / "faults.jsonl"  # of this machine: it is not committed
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+?)(?: - .*)?$", re.MULTILINE)
WORD = re.compile(r"[a-z]{4,}")


@dataclass(frozen=True)
class Change:
    """A text of a file that is replaced by another."""

    file: str
    old: str
    new: str

    def apply(self, root: Path) -> None:
        """Writes the changed file. Raises ValueError where the old text does not stand there exactly once."""
        path = root / self.file
        text = path.read_text("utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"the old text must stand once in {self.file}, got {text.count(self.old)} times")
        path.write_text(text.replace(self.old, self.new), "utf-8")


@dataclass(frozen=True)
class Fault:
    """What goes wrong, where, and what a person would see of it."""

    name: str
    area: str
    seen: str
    changes: tuple[Change, ...]


def listed(path: Path = LIST) -> list[Fault]:
    """The faults of the list."""
    found = []
    for entry in tomllib.loads(path.read_text("utf-8"))["fault"]:
        changes = entry.get("change") or [{name: entry[name] for name in ("file", "old", "new")}]
        found.append(Fault(entry["name"], entry["area"], entry["seen"], tuple(Change(**change) for change in changes)))
    return found


# ---- which tests reach a file ----------------------------------------------------------------------


def words(text: str) -> set[str]:
    """The longer words of a text."""
    return set(WORD.findall(text.lower()))


def reaching(fault: Fault) -> list[Path]:
    """The files of tests that reach a changed file, the nearest first; those with a browser may reach any file."""
    changed = [ROOT / change.file for change in fault.changes]
    tests = sorted((ROOT / "tests").rglob("test_*.py"))
    told = words(" ".join([fault.name, fault.seen, *(change.file for change in fault.changes)]))

    def rank(test: Path) -> tuple[int, int, int] | None:
        text = test.read_text("utf-8")
        ways = distances(test)
        near = min((ways[path] for path in changed if path in ways), default=99)
        named = any(f'"{path.parent.name}/{path.stem}"' in text for path in changed)
        browser = "browser" in test.parts
        if near == 99 and not named and not browser:
            return None
        return 0 if named else near if near < 99 else 50, browser, -len(told & words(f"{test.stem} {text}"))

    ranked = [(found, test) for test in tests if (found := rank(test)) is not None]
    return [test for _, test in sorted(ranked)]


# ---- trying a fault --------------------------------------------------------------------------------


@contextmanager
def worktree(changes: Iterable[Change] = ()) -> Iterator[Path]:
    """A copy of the present commit with these changes."""
    with tempfile.TemporaryDirectory(prefix="fault") as folder:
        place = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "-q", "--detach", place], cwd=ROOT, check=True)
        try:
            for change in changes:
                change.apply(place)
            yield place
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", place], cwd=ROOT, check=True)


def failures(place: Path, tests: Iterable[str], *options: str) -> list[str]:
    """The tests that fail there. Raises RuntimeError where the run itself did not come to an end."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options, *tests]
    run = subprocess.run(command, cwd=place, capture_output=True, text=True)
    if run.returncode not in (0, 1, 2):
        raise RuntimeError(
            f"pytest must end with 0, 1 or 2, got {run.returncode}: {run.stdout[-2000:]}{run.stderr[-500:]}"
        )
    return FAILED.findall(run.stdout)


def parts(files: list[Path]) -> Iterator[list[str]]:
    """The nearest files, then four times as many each time: a run by itself begins with what takes longest."""
    names, size = [str(path.relative_to(ROOT)) for path in files], 4
    while names:
        yield names[:size]
        names, size = names[size:], 4 * size


def tried(fault: Fault, whole: bool, clean: Path) -> dict[str, object]:
    """By which test a fault is seen, or null; and which tests failed without its doing."""
    flakes: list[str] = []
    found = {"name": fault.name, "area": fault.area, "whole": whole, "seen": None, "flakes": flakes}
    with worktree(fault.changes) as place:
        for files in [["tests"]] if whole else parts(reaching(fault)):
            for test in failures(place, files, "--maxfail=3", "-n", "auto", "--dist", "loadfile"):
                if failures(place, [test], "-n", "0") and not failures(clean, [test], "-n", "0"):
                    return {**found, "seen": test}
                flakes.append(test)
    return found


def main(arguments: list[str]) -> int:
    """Tries faults and prints which are seen. Returns 1 where one is not, or could not be tried."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--draw", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--whole", action="store_true")
    chosen = parser.parse_args(arguments)
    known = RESULTS.read_text("utf-8").splitlines() if RESULTS.exists() else []
    done = {line["name"] for line in map(json.loads, known)}
    faults = [each for each in listed() if (each.name in chosen.names if chosen.names else each.name not in done)]
    if chosen.draw:
        faults = random.Random(chosen.seed).sample(listed(), chosen.draw)
    counts: Counter[str] = Counter()
    with worktree() as clean:
        for fault in faults:
            try:
                found = tried(fault, chosen.whole, clean)
            except ValueError as stale:
                counts["stale"] += 1
                print(f"{fault.name}: {stale}", flush=True)
                continue
            with RESULTS.open("a", encoding="utf-8") as file:
                file.write(json.dumps(found) + "\n")
            counts["seen" if found["seen"] else "unseen"] += 1
            print(f"{fault.name}: {found['seen'] or 'NOT SEEN'}", flush=True)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return int(counts["unseen"] + counts["stale"] > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
