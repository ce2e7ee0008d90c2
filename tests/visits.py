"""Pages without Streamlit that stay open from one test to the next, in all files: a window of its own and the board's
code, loaded anew, cost more than most tests do.

Each visit mounts a new board, in a page that has forgotten what was drawn, guessed, undone and kept in the browser
(`openAfresh` in tests/boards.py). So a test begins as with a new window, but for what a page alone can have: what was
routed, injected, granted, or is claimed of the loading itself. Tests of these open pages by `new_page`.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page

from tests.board import OPENING, PREDICTED, await_painted, await_there, board, in_lab
from tests.looks import settled
from tests.steps import expect_step
from tests.windows import Windows

SIZE = {"width": 1280, "height": 900}
USES = 60  # of a page, before it is replaced: what was mounted in it goes with it
USUAL = {"color_scheme": "null", "reduced_motion": "null"}
AFRESH = "async (url) => { await globalThis.openAfresh?.(url); return Boolean(globalThis.openAfresh); }"


class Visits:
    """The pages of one process: one for each set of options that a window has."""

    def __init__(self, windows: Windows, boards: str):
        self._windows, self._boards = windows, boards
        self._open: dict[str, tuple[Page, int]] = {}

    def __call__(self, lesson: str, step: int, size: dict[str, int] = SIZE, **options: Any) -> Page:
        """The page of a lesson at rest, that step newly opened, in a window of that size."""
        page = self.at(f"{'' if lesson == 'home' else lesson}?step={step}", size, **options)
        settled(page)
        return page

    def at(self, address: str = "", size: dict[str, int] = SIZE, **options: Any) -> Page:
        """The page with the lab, or the step, at an address of the app, once it has painted a first prediction."""
        url = f"{self._boards}/{in_lab(address)}"
        page = self._page(size, options)
        if not page.evaluate(AFRESH, url):
            page.goto(url)
        await_painted(page)
        step = parse_qs(urlsplit(url).query).get("step")
        if step:
            expect_step(page, int(step[0]))
        else:
            await_there(board(page).locator(PREDICTED).first, OPENING)
        return page

    def blank(self, size: dict[str, int] = SIZE, **options: Any) -> Page:
        """A page of its own for a test that plays the server's part (tests/bare.py), which then goes to an address."""
        return self._page(size, options, "blank")

    def close(self) -> None:
        """Ends them: later visits open others."""
        while self._open:
            self._windows.release(self._open.popitem()[1][0])

    def renew(self) -> None:
        """Ends those that have been used often: between two tests, since one may still hold a page."""
        for key in [key for key, (_, uses) in self._open.items() if uses >= USES]:
            self._windows.release(self._open.pop(key)[0])

    def _page(self, size: dict[str, int], options: dict[str, Any], kind: str = "board") -> Page:
        key = json.dumps([kind, options], sort_keys=True)
        page, uses = self._open.get(key, (None, 0))
        if uses == 0:
            page = self._windows.keep(viewport=size, **options)
        self._open[key] = page, uses + 1
        if uses == 0:
            return page
        page.errors.clear()
        page.mouse.move(0, 0)
        page.emulate_media(**USUAL)
        if page.viewport_size != size:
            page.set_viewport_size(size)
        return page
