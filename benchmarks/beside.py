"""Two real browsers that drag a point each while others use the same server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.interaction import DRAG, PROBE, address, lags_within, percentile
from tests.board import board, middle, open_board, role, surface
from tests.chromium import launch

START_DRAG = f"(surface, where) => {{ window.dragging = ({DRAG})(surface, where); }}"


class Hand:
    """A page whose middle point is held, ready to be dragged."""

    def __init__(self, browser: Browser, url: str):
        self.page: Page = browser.new_page(viewport={"width": 1280, "height": 900})
        self.page.add_init_script(PROBE)
        open_board(self.page, address(url, "tnpd", live=True))
        board(self.page).evaluate("probe.watch")
        points = role(self.page, "context")
        self.at = middle(points.nth(points.count() // 2))
        self.page.mouse.move(*self.at)
        self.page.mouse.down()

    def drag(self, seconds: float) -> None:
        """Begin; the page goes on by itself."""
        self.page.evaluate("probe.clear()")
        surface(self.page).evaluate(START_DRAG, [*self.at, seconds * 1000])

    def result(self) -> dict[str, float]:
        """Wait for the end: paints a second, and the milliseconds from an event to the paint that shows it."""
        window = self.page.evaluate("dragging")
        ages = [age for _, age in lags_within(self.page, window)]
        return {
            "paints_per_second": round(len(ages) / (window["end"] - window["start"]) * 1000, 1),
            "p50": percentile(ages, 50),
            "p95": percentile(ages, 95),
            "longest": round(float(np.max(ages)), 1),
        }


@contextmanager
def two_browsers(url: str) -> Iterator[tuple[Hand, Hand]]:
    """Two browsers, each with the first page open."""
    with sync_playwright() as playwright, ExitStack() as stack:
        yield tuple(Hand(stack.enter_context(launch(playwright)), url) for _ in range(2))
