"""With large letters, as at 125 % and 150 % in a window of 1280 x 720, no step loses anything: its card is scrolled."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from tests.board import board
from tests.looks import faults, resized, settled
from tests.steps import dot, expect_step, open_story, step_faults

SIZES = ({"width": 1024, "height": 576}, {"width": 853, "height": 480})
CLIPS = (".story", ".left", ".lesson-bar")  # parts of a step that are not scrolled


@pytest.mark.parametrize("name", LESSONS)
def test_no_step_is_clipped_with_large_letters(new_page, server, name):
    page, found = new_page(viewport=SIZES[0]), []
    open_story(page, f"{server}/{'' if name == 'home' else name}?step=1")
    for number in range(1, len(LESSONS[name].story.steps) + 1):
        if number > 1:
            dot(page, number).dispatch_event("click")
            expect_step(page, number)
        settled(page)
        for size in SIZES:
            resized(page, size)
            wrong = [fault for fault in step_faults(page) if fault.startswith(CLIPS)]
            wrong += [fault for fault in faults(page) if " lies on " in fault]
            plot = board(page).locator(".panel.stage").bounding_box()
            if plot["y"] < 0 or plot["y"] + 200 > size["height"]:
                wrong.append("the plot is out of the window")
            found += [f"step {number} at {size['width']}: {fault}" for fault in wrong]
        resized(page, SIZES[0])
    assert not found + page.errors, "\n".join(found + page.errors)
