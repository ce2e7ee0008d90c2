"""From a pointer event to the painted band on every lesson, and over a link with 50 ms round trip, in one run; where a
text is typed or a picture painted in place of points, from a letter or a stroke to the painted output. On a plane a
station is dragged among 60 and among 256, and the map is painted: mean and standard deviation in 28 x 28 cells.

    python benchmarks/lessons.py --json lessons.json
    python benchmarks/lessons.py --maps    (the maps alone, beside a lesson with one input)

As benchmarks/interaction.py, with the live socket alone. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import itertools
import math
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.interaction import PROBE, REST_MS, WARM_UP_MS, Result, drawn, measure, parser_of, percentile
from benchmarks.slowlink import relay
from benchmarks.verdict import conclude
from pages.lessons import LESSONS
from pages.shared.lesson.stage import Measurements
from tests.board import PATIENCE, board, open_board
from tests.chromium import launch
from tests.serving import serve

ROUND_TRIP = 0.05
TYPED, PAINTED = ("decoding",), ("autoencoders",)  # lessons without points
MEASURED = tuple(
    name for name, lesson in LESSONS.items() if isinstance(lesson.stage, Measurements)
)  # what was measured stays
LETTERS = "Thursday, 3 April 2031"
FAR = "home, 50 ms away"
STATIONS, MAP_MS = (60, 256), 50  # with the fewer ones a map is to follow within so long
MAP_MODELS = ("tetnp", "convcnp")
ONE_INPUT = "attention"  # the lesson that stands beside the maps


def run(options: argparse.Namespace) -> dict[str, Result]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        with serve("app.py", Path(folder) / "app.log") as url:
            drawn_on = [ONE_INPUT] if options.maps else [n for n in LESSONS if n not in (*TYPED, *PAINTED, *MEASURED)]
            results = {
                name: measure(browser, f"{url}/{name.removeprefix('home')}?{drawn()}", options, True)
                for name in drawn_on
            }
            for name, count in itertools.product(MAP_MODELS, STATIONS):
                where = f"{url}/plane?plane_model={name}%40gp2d&{stations(count)}"
                results[mapped(name, count)] = measure(browser, where, options, True, points=count)
            if not options.maps:
                results |= {name: typed(browser, f"{url}/{name}?lab=1", options.moves) for name in TYPED}
                results |= {name: painted(browser, f"{url}/{name}?lab=1", options.moves) for name in PAINTED}
                with relay(urlsplit(url).port, ROUND_TRIP / 2) as port:
                    results[FAR] = measure(browser, f"http://127.0.0.1:{port}/?{drawn()}", options, True)
        browser.close()
    return results


def slopes(results: dict[str, Result]) -> dict[str, float]:
    """By model, how many milliseconds a map takes more for every station, from the fewer ones to the many."""
    few, many = STATIONS
    ends = {name: [results[mapped(name, count)].single_median for count in STATIONS] for name in MAP_MODELS}
    return {name: (high - low) / (many - few) for name, (low, high) in ends.items()}


def mapped(name: str, count: int) -> str:
    """What the row of a map is called."""
    return f"plane, {name}, {count}"


def stations(count: int) -> str:
    """The part of a link that holds so many stations, spread evenly over the plane, with a smooth map's values."""
    places = [(-2 + 4 * (i * 0.618034 % 1), -2 + 4 * (i + 0.5) / count) for i in range(count)]
    values = (math.sin(2 * x1) * math.cos(x2) for x1, x2 in places)
    drawn = ";".join(f"{x1:.3f},{x2:.3f}" for x1, x2 in places)
    return f"v=1&p={drawn}&c=measured:" + ",".join(f"{value:.3f}" for value in values)


def typed(browser: Browser, where: str, letters: int) -> Result:
    """What a page achieves whose text is typed, letter after letter, each after a rest; there is no drag."""

    def begin(page: Page) -> None:
        board(page).locator("input[type=text]").first.fill("")

    return one_by_one(browser, where, letters, begin, _typed_letter)


def painted(browser: Browser, where: str, moves: int) -> Result:
    """What a page achieves whose picture is painted, pixel after pixel in strokes of a row, each after a rest."""

    def begin(page: Page) -> None:
        board(page).locator(".pixels").first.scroll_into_view_if_needed()

    return one_by_one(browser, where, moves, begin, _painted_pixel)


def one_by_one(browser: Browser, where: str, count: int, begin: Callable, act: Callable) -> Result:
    """What a page achieves on so many actions, each after a rest: `act(page, number)` gives milliseconds."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(PROBE)
    try:
        open_board(page, where)
        board(page).evaluate("probe.watch")
        page.wait_for_timeout(WARM_UP_MS)
        begin(page)
        page.wait_for_timeout(WARM_UP_MS)
        page.evaluate("probe.clear()")
        times = [act(page, i) for i in range(count)]
        if not page.evaluate("probe.sends.some((send) => send.live)"):  # commits at rest go by the other one
            raise RuntimeError("these were to be served by the socket, and were not")
        return Result(percentile(times, 50), percentile(times, 95), count, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    finally:
        context.close()


def _typed_letter(page: Page, number: int) -> float:
    """Milliseconds from a letter to its paint; the first one replaces the text."""
    if number % len(LETTERS) == 0:
        page.keyboard.press("ControlOrMeta+a")
    before = page.evaluate("probe.paints.length")
    page.keyboard.insert_text(LETTERS[number % len(LETTERS)])
    return _until_painted(page, before)


def _painted_pixel(page: Page, number: int) -> float:
    """Milliseconds from a move of the brush to its paint: four rows of seven pixels, then a white page again."""
    row, column = divmod(number % 28, 7)
    box = board(page).locator(".pixels-paper").first.bounding_box()
    side = box["width"] / 8
    y = box["y"] + (2 * row + 0.5) * side
    if column == 0:
        page.mouse.up()
        if row == 0:
            board(page).get_by_role("button", name="Clear").first.click()
        page.mouse.move(box["x"] + side / 2, y)
        page.mouse.down()
        page.wait_for_timeout(REST_MS)
    before = page.evaluate("probe.paints.length")
    page.mouse.move(box["x"] + (column + 1.5) * side, y)
    return _until_painted(page, before)


def _until_painted(page: Page, before: int) -> float:
    page.evaluate(f"probe.more({before}, {PATIENCE})")
    page.wait_for_timeout(REST_MS)
    return page.evaluate(f"probe.paints[{before}].at - probe.event")


def wanted(results: dict[str, Result]) -> dict[str, bool]:
    """The goals, and whether each is met."""
    maps = {mapped(name, count): count for name, count in itertools.product(MAP_MODELS, STATIONS)}
    near = {name: result for name, result in results.items() if name not in (FAR, *maps)}
    goals = {f"{name}: median <= 28 ms, p95 <= 40 ms": good(result) for name, result in near.items()}
    few = {name: results[name].single_median for name, count in maps.items() if count == STATIONS[0]}
    goals |= {f"{name}: median <= {MAP_MS} ms": median <= MAP_MS for name, median in few.items()}
    far = {f"{FAR}: >= 40 paints per second": results[FAR].paints_per_second >= 40} if FAR in results else {}
    return {**goals, **far}


def good(result: Result) -> bool:
    return result.single_median <= 28 and result.single_p95 <= 40


def table(results: dict[str, Result]) -> str:
    rows = [f"{'':>18}  median ms  p95 ms  paints/s  lag ms, median  p95"]
    for name, r in results.items():
        numbers = f"{r.single_median:9.1f}  {r.single_p95:6.1f}  {r.paints_per_second:8.1f}"
        rows.append(f"{name:>18}  {numbers}  {r.lag_median:14.1f}  {r.lag_p95:3.1f}")
    rows += [f"plane, {name}: {slope:.3f} ms more for every station" for name, slope in slopes(results).items()]
    return "\n".join(rows)


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--maps", action="store_true", help="only the maps of a plane, beside a lesson with one input")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    results = run(options)
    kept = wanted(results)
    print(table(results))
    report = {"results": {name: asdict(r) for name, r in results.items()}, "ms_per_station": slopes(results)}
    conclude(report, kept, load, options.json)


if __name__ == "__main__":
    main()
