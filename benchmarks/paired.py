"""This commit against another one, in turn on one machine: responses to people who drag, and every lesson's latency.

    python benchmarks/paired.py 3f79f27 --json paired.json
    python benchmarks/paired.py 3f79f27 --seconds 5 --rounds 1 people     (one part, for a short look)

The parts: `people`, 1, 5, 20 and 60 of them on Home (the ratio of responses per second, small pictures for each,
processor time of a response); `lessons`, single moves and a drag in a browser. Both servers run all the time and are
used by turns; who begins changes from round to round. The whole takes 24 minutes; run it with nothing else running.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import sync_playwright

from benchmarks.classroom import ROOMS
from benchmarks.crowd import Room, Server, hold, of_checkout, served
from benchmarks.interaction import Result, drawn, measure
from benchmarks.lessons import PAINTED, TYPED
from pages.lessons import LESSONS
from tests.chromium import launch
from tests.serving import ROOT

BEFORE, AFTER = SIDES = ("before", "after")
PARTS = ("people", "lessons")
Servers = dict[str, Server]


@contextmanager
def both(commit: str) -> Iterator[Servers]:
    """Two servers that have warmed up: of the commit, and of this checkout."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        old = Path(folder) / BEFORE
        old.mkdir()
        archive = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", str(old)], input=archive, check=True)
        yield {
            side: stack.enter_context(served(partial(of_checkout, where), Path(folder) / f"{side}.log"))
            for side, where in zip(SIDES, (old, ROOT), strict=True)
        }


def in_turn(rounds: int) -> Iterator[str]:
    """The sides, each once a round; either begins in every other round."""
    for number in range(rounds):
        yield from SIDES if number % 2 == 0 else reversed(SIDES)


def rooms(servers: Servers, options: argparse.Namespace) -> list[dict]:
    """For each number of people, all rounds of both sides."""
    found = []
    for people in ROOMS:
        sides: dict[str, list[Room]] = {side: [] for side in SIDES}
        for side in in_turn(options.rounds):
            sides[side].append(hold(servers[side], people, options.seconds))
        found.append({"people": people, **sides})
        print(room_row(found[-1]), flush=True)
    return found


def ratio(pairs: dict[str, list[Room]], key: str) -> float:
    """The median over the rounds of after / before."""
    both = zip(pairs[BEFORE], pairs[AFTER], strict=True)
    return round(median(getattr(after, key) / getattr(before, key) for before, after in both), 2)


def room_row(room: dict) -> str:
    """Medians over the rounds, before -> after, and the ratios of the pairs."""

    def change(key: str, factor: float = 1.0) -> str:
        return " -> ".join(f"{factor * median(getattr(one, key) for one in room[side]):.4g}" for side in SIDES)

    return (
        f"{room['people']:>3} people: responses/s {change('rate', room['people'])} (x {ratio(room, 'rate'):.2f}); "
        f"CPU ms {change('cpu_ms')} (x {ratio(room, 'cpu_ms'):.2f}); small pictures and later for each "
        f"{change('beside')}; p50 {change('p50')}, p95 {change('p95')} ms; errors {change('errors')}"
    )


def in_both(commit: str) -> list[str]:
    """The lessons of this checkout that the commit has, too, and in which points are dragged."""
    listed = subprocess.run(
        ["git", "ls-tree", "--name-only", commit, "pages/"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    there = {Path(line).name for line in listed.stdout.splitlines()}
    return [name for name in LESSONS if name in there and name not in (*TYPED, *PAINTED)]


def lessons(servers: Servers, options: argparse.Namespace) -> dict[str, dict[str, list[Result]]]:
    """For each lesson, all rounds of both sides."""
    found: dict[str, dict[str, list[Result]]] = {}
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for name in options.lesson or in_both(options.commit):
            sides = found[name] = {side: [] for side in SIDES}
            for side in in_turn(options.browser_rounds):
                where = f"{servers[side].http}/{name.removeprefix('home')}?{drawn()}"
                sides[side].append(measure(browser, where, options, True))
            print(lesson_row(name, sides), flush=True)
        browser.close()
    return found


def lesson_row(name: str, sides: dict[str, list[Result]]) -> str:
    def change(key: str) -> str:
        return " -> ".join(f"{median(getattr(one, key) for one in sides[side]):.1f}" for side in SIDES)

    single = f"median {change('single_median')}, p95 {change('single_p95')} ms"
    return f"{name:>14}: {single}, {change('paints_per_second')} paints/s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the one to compare with; both need the same packages")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)} (default: all)")
    parser.add_argument("--seconds", type=float, default=20, help="length of each drag (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=4, help="drags of each side (default %(default)s)")
    parser.add_argument("--browser-rounds", type=int, default=1, help="of each lesson and side (default %(default)s)")
    parser.add_argument("--lesson", action="append", choices=LESSONS, help="only this lesson (may be repeated)")
    parser.add_argument("--moves", type=int, default=60, help="single moves per lesson (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write everything there")
    options = parser.parse_intermixed_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"a part must be one of {', '.join(PARTS)}, got {', '.join(unknown)}")
    load, wanted = os.getloadavg()[0], options.parts or PARTS
    found: dict[str, object] = {"commit": options.commit, "cores": os.cpu_count(), "load_before": round(load, 2)}
    with both(options.commit) as servers:
        if "people" in wanted:
            found["people"] = rooms(servers, options)
        if "lessons" in wanted:
            found["lessons"] = lessons(servers, options)
    print(f"{os.cpu_count()} cores, shared with the people and the browser; load before {load:.2f}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=2, default=asdict) + "\n")


if __name__ == "__main__":
    main()
