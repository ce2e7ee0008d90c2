"""From a pointer event to the painted band on a page without a server: the benchmark of interaction.py on the folder.

    python benchmarks/without_server.py --json without_server.json

The folder of `make demo` is built, served as plain files, and the first step of each of its lessons is dragged in
headless Chromium with TNP-D and 20 points: as it is, and on a processor that is four times slower. Chromium slows the
page down, but not its workers; so they wait three times as long as they have computed. The equivariance lesson runs
its model twice for each picture, as drawn and shifted. It takes two minutes, and prints the table of the README. The
goals are Home's. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, sync_playwright

from benchmarks.interaction import DRAG, PROBE, Result, drawn, measure, parser_of
from benchmarks.verdict import conclude
from demo.build import address, build
from demo.lessons import LESSONS
from tests.board import open_board
from tests.chromium import launch
from tests.demo_page import served

SLOWER = 4
# Where a worker computes a part of a scene, and how that is made to last longer.
COMPUTED = "const scene = await this.computed("
SLOWLY = f"""
async function slowly(compute) {{
  const start = performance.now();
  try {{
    return await compute();
  }} finally {{
    const end = performance.now() + {SLOWER - 1} * (performance.now() - start);
    while (performance.now() < end);
  }}
}}
"""


def slow(folder: Path) -> None:
    """Make the workers so many times slower."""
    worker = folder / "worker.js"
    text = worker.read_text("utf-8")
    (line,) = (each for each in text.splitlines() if COMPUTED in each)
    call = line.partition("await ")[2].removesuffix(";")
    worker.write_text(SLOWLY + text.replace(call, f"slowly(() => {call})"), "utf-8")


def seconds_until_ready(browser: Browser, url: str) -> float:
    """From the address to the first painted band, in a browser that has nothing of the page yet."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page, start = context.new_page(), time.perf_counter()
    open_board(page, f"{url}/?step=1")
    found = time.perf_counter() - start
    context.close()
    return round(found, 2)


def frames_per_second(browser: Browser, seconds: float) -> float:
    """Of an empty page that gets the moves of the drag: no page can show more paints than that."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(PROBE)
    page.goto("data:text/html,<title>empty</title>")
    window = page.locator("body").evaluate(DRAG, [640, 450, seconds * 1000])
    page.close()
    return round(1000 * window["events"] / (window["end"] - window["start"]), 1)


def dragged(browser: Browser, url: str, options: argparse.Namespace, slower: int = 1) -> dict[str, Result]:
    """The result of every lesson of the folder, by its name in the navigation."""
    return {
        lesson.link: measure(browser, f"{url}/{address(lesson)}?{drawn()}", options, True, slower) for lesson in LESSONS
    }


def wanted(plain: Result, slowed: Result, ready: float, frames: float) -> dict[str, bool]:
    """The goals, and whether each is met. No page paints more than an empty one has frames."""
    most = min(60, round(frames))
    return {
        "p95 <= 25 ms": plain.single_p95 <= 25,
        f"{most} paints per second": round(plain.paints_per_second) >= most,
        f">= 20 paints per second, {SLOWER} times slower": slowed.paints_per_second >= 20,
        "ready within 3 s": ready <= 3,
    }


def table(results: dict[str, Result]) -> str:
    """As the README has it."""
    lines = (
        f"| {name} | {r.single_median:.0f} / {r.single_p95:.0f} ms | {r.lag_median:.0f} / {r.lag_p95:.0f} ms "
        f"| {r.paints_per_second:.0f} |"
        for name, r in results.items()
    )
    heads = ("", "single move, median / 95 %", "lag in a drag, median / 95 %", "paints per second in a drag")
    return "\n".join((f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *lines))


def main() -> None:
    options = parser_of(__doc__).parse_args()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder, browser = Path(scratch), launch(playwright)
        build(folder)
        with served(folder) as url:
            frames = frames_per_second(browser, options.seconds)
            ready = seconds_until_ready(browser, url)
            plain = dragged(browser, url, options)
            slow(folder)
            slowed = dragged(browser, url, options, SLOWER)
        browser.close()
    results = plain | {f"{title}, {SLOWER} times slower": result for title, result in slowed.items()}
    for name, result in results.items():
        print(name, result)
    print(table(results))
    print(
        f"First prediction after {ready:.1f} s. An empty page has {frames:.1f} frames per second under the same moves."
    )
    home = LESSONS[0].link
    report = {"ready": ready, "empty page": frames, "results": {name: asdict(each) for name, each in results.items()}}
    conclude(report, wanted(plain[home], slowed[home], ready, frames), load, options.json)


if __name__ == "__main__":
    main()
