"""Stories that stay open from one test of a file to the next, without Streamlit: to open a page costs more than most
tests do on it.

A step has its own points and settings whenever it is opened, so a test may come to it by its mark as well as by its
link; but one that is done opens as it ended, so then the story is opened anew. What stays is what a person keeps, too:
guesses that were made. The second test that guesses at a step opens a page of its own, and so does a test of what a
link or a reload brings.
"""

from __future__ import annotations

from playwright.sync_api import Page

from tests.looks import settled
from tests.steps import dot, expect_step, open_story, story
from tests.windows import Windows

SIZE = {"width": 1280, "height": 900}


class Visits:
    """The stories that tests of one file have open."""

    def __init__(self, windows: Windows, boards: str):
        self._windows, self._boards = windows, boards
        self._open: dict[tuple[str, bool], Page] = {}

    def visit(self, lesson: str, step: int, size: dict[str, int] = SIZE, touch: bool = False) -> Page:
        """The page of a lesson at rest, that step newly opened, in a window of that size."""
        page = self._open.get((lesson, touch))
        if page and "done" in (dot(page, step).get_attribute("class") or ""):
            self._windows.release(self._open.pop((lesson, touch)))
            page = None
        if page is None:
            page = self._open[lesson, touch] = self._windows.keep(
                viewport=size, **({"has_touch": True} if touch else {})
            )
            open_story(page, f"{self._boards}/{'' if lesson == 'home' else lesson}?step={step}", step=step)
        else:
            page.mouse.move(0, 0)
            page.set_viewport_size(size)
            if story(page).get_attribute("data-step") == str(step):
                self._go(page, step + 1 if step == 1 else step - 1)
            self._go(page, step)
        settled(page)
        return page

    def close(self) -> None:
        """Ends them: a later visit opens them anew."""
        while self._open:
            self._windows.release(self._open.popitem()[1])

    @staticmethod
    def _go(page: Page, step: int) -> None:
        dot(page, step).dispatch_event("click")  # on a phone the marks are smaller than a finger
        expect_step(page, step)
