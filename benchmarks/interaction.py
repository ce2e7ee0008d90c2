"""From a pointer event to the painted band, by three ways of requesting it, in one run.

    python benchmarks/interaction.py --json interaction.json

A headless Chromium opens Home with TNP-D and 20 points, drags one of them, and measures (a) single moves, each after a
rest, and (b) a drag that never rests, one event per frame. The three ways are the live socket, a Streamlit rerun on the
same tuned server, and a Streamlit rerun on a plain server with Streamlit's defaults. Run it with nothing else running.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.verdict import conclude
from tests.board import PATIENCE, board, middle, open_board, role, surface
from tests.chromium import launch
from tests.serving import serve

POINTS = 20
REST_MS = 150
WARM_UP_MOVES = 15
WARM_UP_MS = 4000
LAG_MAY_GROW_MS = 10
LIVE, TUNED, DEFAULTS = "live socket", "fragment, tuned", "fragment, defaults"

PROBE = (Path(__file__).parent / "probe.js").read_text("utf-8")

DRAG = """
(surface, [x, y, ms]) => new Promise((done) => {
  const start = performance.now();
  let events = 0;
  const step = () => {
    const t = performance.now() - start;
    if (t > ms) return done({ start, end: performance.now(), events });
    const at = { clientX: x + 60 * Math.sin(t / 400), clientY: y + 60 * Math.cos(t / 270) };
    const kind = { pointerId: probe.pointer, pointerType: "mouse", buttons: 1, bubbles: true, composed: true };
    surface.dispatchEvent(new PointerEvent("pointermove", { ...at, ...kind }));
    events++;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})
"""


@dataclass(frozen=True)
class Result:
    """What one way achieves. Times in ms from a pointer event to the paint that first shows it; `lag_first`
    and `lag_last` are medians over the first and the last third of the drag."""

    single_median: float
    single_p95: float
    singles: int
    paints_per_second: float
    events_per_second: float
    lag_median: float
    lag_p95: float
    lag_first: float
    lag_last: float


def address(url: str, model: str, *, live: bool) -> str:
    """Home with that model and the points."""
    return f"{url}/?{drawn()}&model={model}" + ("" if live else "&live=off")


def drawn() -> str:
    """The part of a link that holds 20 points on a slow sinusoid, one of them near the middle of the stage."""
    xs = [-2 + 4 * (i + 0.5) / POINTS for i in range(POINTS)]
    return "v=1&p=" + ";".join(f"{x:.3f},{math.sin(2 * x):.3f}" for x in xs)


def measure(
    browser: Browser, where: str, options: argparse.Namespace, live: bool, slower: int = 1, points: int = POINTS
) -> Result:
    """What a page at that address, with so many points, achieves on a processor so many times slower; RuntimeError when
    its responses do not come the way they should."""
    # The probe waits with code of its own, which the app's security policy would refuse.
    context = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(PROBE)
    if slower > 1:
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    try:
        open_board(page, where)
        board(page).evaluate("probe.watch")
        count = role(page, "context").count()
        if count != points:
            raise RuntimeError(f"the board must show {points} points, it shows {count}")
        page.wait_for_timeout(WARM_UP_MS)
        x, y = middle(role(page, "context").nth(points // 2))
        page.mouse.move(x, y)
        page.mouse.down()
        single_moves(page, x, y, WARM_UP_MOVES)
        singles = single_moves(page, x, y, options.moves)
        window, lags = drag(page, x, y, options.seconds)
        check_way(page, live)
        page.mouse.up()
        return summary(singles, window, lags)
    finally:
        context.close()


def single_moves(page: Page, x: float, y: float, count: int) -> list[float]:
    """Milliseconds from each move to its paint; every move waits for the one before, and a rest."""
    page.evaluate("probe.clear()")
    times = []
    for i in range(count):
        before = page.evaluate("probe.paints.length")
        page.mouse.move(x + 20 + (i % 20) * 3, y + 10 + (i % 13) * 4)
        page.evaluate(f"probe.more({before}, {PATIENCE})")
        times.append(page.evaluate(f"probe.paints[{before}].at - probe.event"))
        page.wait_for_timeout(REST_MS)
    return times


def drag(page: Page, x: float, y: float, seconds: float) -> tuple[dict, list[tuple[float, float]]]:
    """A drag without a rest: its window, and (time of paint, age of what it shows) for every paint in it."""
    page.evaluate("probe.clear()")
    window = surface(page).evaluate(DRAG, [x, y, seconds * 1000])
    return window, lags_within(page, window)


def lags_within(page: Page, window: dict) -> list[tuple[float, float]]:
    """(Time of paint, age of what it shows) for every paint in the window of a drag."""
    found = page.evaluate("({ sends: probe.sends, paints: probe.paints })")
    sent = {send["seq"]: send["event"] for send in reversed(found["sends"])}
    lags = []
    for paint in (paint for paint in found["paints"] if window["start"] <= paint["at"] <= window["end"]):
        # A rerun's response may carry a number just above its request's: it belongs to the newest request before.
        if known := [seq for seq in sent if seq <= paint["seq"]]:
            lags.append((paint["at"], paint["at"] - sent[max(known)]))
    return lags


def check_way(page: Page, live: bool) -> None:
    """Raises RuntimeError unless the drag's questions went the way that was to be measured."""
    ways = set(page.evaluate("probe.sends.map((send) => send.live)"))
    if ways != {live}:
        raise RuntimeError(f"the drag was to be served {'' if live else 'not '}by the socket, seen: {ways}")


def summary(singles: list[float], window: dict, lags: list[tuple[float, float]]) -> Result:
    seconds = (window["end"] - window["start"]) / 1000
    at, age = np.array(lags).reshape(-1, 2).T
    third = (window["end"] - window["start"]) / 3
    first, last = age[at < window["start"] + third], age[at > window["end"] - third]
    return Result(
        single_median=percentile(singles, 50),
        single_p95=percentile(singles, 95),
        singles=len(singles),
        paints_per_second=round(len(age) / seconds, 1),
        events_per_second=round(window["events"] / seconds, 1),
        lag_median=percentile(age, 50),
        lag_p95=percentile(age, 95),
        lag_first=percentile(first, 50),
        lag_last=percentile(last, 50),
    )


def percentile(values, q: float) -> float:
    return round(float(np.percentile(values, q)), 1) if len(values) else math.nan


def ratios(results: dict[str, Result]) -> dict[str, dict[str, float]]:
    """How many times slower than the socket a single move is and a drag lags, how many times fewer paints it gets."""
    live = results[LIVE]
    return {
        name: {
            "single_median": round(result.single_median / live.single_median, 2),
            "paints_per_second": round(live.paints_per_second / max(result.paints_per_second, 0.1), 2),
            "lag_median": round(result.lag_median / live.lag_median, 2),
        }
        for name, result in results.items()
    }


def wanted(results: dict[str, Result]) -> dict[str, bool]:
    """The goals of the live socket, and whether each is met."""
    live, ratio = results[LIVE], ratios(results)
    return {
        "median <= 32 ms": live.single_median <= 32,
        "p95 <= 45 ms": live.single_p95 <= 45,
        ">= 50 paints per second": live.paints_per_second >= 50,
        f"lag grows by < {LAG_MAY_GROW_MS} ms": live.lag_last - live.lag_first < LAG_MAY_GROW_MS,
        "tuned fragment lags >= 2 times as much": ratio[TUNED]["lag_median"] >= 2,
        "default fragment lags >= 5 times as much": ratio[DEFAULTS]["lag_median"] >= 5,
    }


def table(results: dict[str, Result]) -> str:
    head = ("", "median ms", "p95 ms", "ratio", "paints/s", "ratio", "lag ms", "ratio", "first", "last third")
    rows = [head]
    for name, r in results.items():
        ratio = ratios(results)[name]
        numbers = (r.single_median, r.single_p95, ratio["single_median"], r.paints_per_second)
        drag_numbers = (ratio["paints_per_second"], r.lag_median, ratio["lag_median"], r.lag_first, r.lag_last)
        rows.append((name, *map(str, (*numbers, *drag_numbers))))
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def run(options: argparse.Namespace) -> dict[str, Result]:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = launch(playwright)
        logs = Path(folder)
        with serve("app.py", logs / "app.log") as url:
            results = {
                name: measure(browser, address(url, options.model, live=live), options, live)
                for name, live in ((LIVE, True), (TUNED, False))
            }
        with serve("pages/navigation.py", logs / "plain.log") as url:
            results[DEFAULTS] = measure(browser, address(url, options.model, live=False), options, False)
        browser.close()
    return results


def parser_of(about: str | None) -> argparse.ArgumentParser:
    """The options of a benchmark that moves a point, first in single moves, then in a drag."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=60, help="single moves of each measurement (default %(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="length of each drag (default %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="also write everything there")
    return parser


def main() -> None:
    parser = parser_of(__doc__)
    parser.add_argument("--model", default="tnpd", help="the model on the stage (default %(default)s)")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    results = run(options)
    kept = wanted(results)
    print(table(results))
    report = {
        "settings": {"model": options.model, "points": POINTS, "moves": options.moves, "seconds": options.seconds},
        "results": {name: asdict(result) for name, result in results.items()},
        "ratios": ratios(results),
    }
    conclude(report, kept, load, options.json)


if __name__ == "__main__":
    main()
