"""Every story from its first to its last step in a wide window, by mouse and by keys: all is measured at each step.

A step fits in windows of all sizes, is accessible, and shows what it names. Then it is lived through.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import board
from tests.looks import faults, resized, violations
from tests.steps import button, expect_step, measured, missing, numbers, open_story, step_faults, story
from tests.walking import Judge, address, lived_through, nothing

WIDE = {"width": 1280, "height": 720}
LARGE_LETTERS = ({"width": 1024, "height": 576}, {"width": 853, "height": 480})  # as at 125 % and 150 %
OLD_PROJECTOR = {"width": 1024, "height": 768}
READABLE = 140  # px, of a picture's height
CLIPS = (".story", ".left", ".lesson-bar")  # with large letters: parts of a step that are not scrolled


def broken_name(page: Page) -> list[str]:
    """The way to the next lesson, if it has not one line."""
    lines = (
        "node => { const r = document.createRange(); r.selectNodeContents(node); return r.getClientRects().length; }"
    )
    count = button(page, "next").evaluate(lines)
    return [f"the next lesson's name has {count} lines"] if count != 1 else []


def squashed(page: Page) -> list[str]:
    """Pictures that are too low to be read in the window of an old projector."""
    resized(page, OLD_PROJECTOR)
    found = [f"at 1024 x 768: {fault}" for fault in step_faults(page)]
    for one in (
        board(page).locator('.story-pictures .panel svg.plot, .story-pictures [data-panel="excess"] .body').all()
    ):
        high = one.bounding_box()["height"]
        if high < READABLE:
            found.append(f"at 1024 x 768 a picture is {high:.0f} px high")
    resized(page, WIDE)
    return found


# What is measured of single lessons, at the step of that number, the last for -1.
WIDE_STEPS = {
    ("kernels", 7): squashed,
    ("kernels", -1): broken_name,
    ("masks", -1): broken_name,
    ("setconv", -1): broken_name,
    ("plane", 2): squashed,
    ("autoencoders", 6): squashed,
    ("layer", 6): squashed,
}


def lost_to_large_letters(page: Page) -> list[str]:
    """What a step loses in lower windows: its card is to be scrolled, and its plot on screen."""
    found = []
    for size in LARGE_LETTERS:
        resized(page, size)
        wrong = [fault for fault in step_faults(page) if fault.startswith(CLIPS)]
        wrong += [fault for fault in faults(page) if " lies on " in fault]
        plot = board(page).locator(".panel.stage").bounding_box()
        if plot["y"] < 0 or plot["y"] + 200 > size["height"]:
            wrong.append("the plot is out of the window")
        found += [f"at {size['width']}: {fault}" for fault in wrong]
    resized(page, WIDE)
    return found


def without_numbers(page: Page) -> list[str]:
    """What is wrong with the table of the numbers of every panel on show."""
    shown = board(page).locator(".panel").evaluate_all("nodes => nodes.map((node) => node.dataset.panel)")
    dialog = numbers(page)
    sections = dialog.locator("[data-numbers]").evaluate_all("nodes => nodes.map((node) => node.dataset.numbers)")
    found = [] if sorted(sections) == sorted(shown) else [f"numbers of {sections}, on show are {shown}"]
    if dialog.locator("tbody tr").count() <= 2:
        found.append("hardly any numbers")
    found += violations(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    return found


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked_by_mouse_and_by_keys(new_page, server, name):
    """Forwards by a click and a key in turn, every second lesson by the key first; and back by keys."""
    page, steps, found = new_page(viewport=WIDE), len(LESSONS[name].story.steps), []
    judge, first = Judge(page), list(LESSONS).index(name)
    open_story(page, address(server, name))
    expect(story(page)).to_have_attribute("data-steps", str(steps))
    for number, step in enumerate(LESSONS[name].story.steps, start=1):
        wrong = missing(page, step) + measured(page, WIDE)
        wrong += WIDE_STEPS.get((name, number if number < steps else -1), nothing)(page)
        if number in (1, 2, steps):
            wrong += violations(page)
        if number == (3 if name == "kernels" else 2):  # its second step has no stage, and no buttons of one
            wrong += without_numbers(page)
        wrong += lost_to_large_letters(page) + lived_through(page, judge, name, number)
        found += [f"step {number}: {fault}" for fault in wrong]
        if number < steps:
            expect_onward(page, number + 1, by_key=(number + first) % 2)
    story(page).get_by_role("heading").focus()  # the arrow keys of what was touched are its own
    page.keyboard.press("ArrowRight")  # beyond the last there is none
    expect_step(page, steps)
    assert not found + page.errors, "\n".join(found + page.errors)
    for number in range(steps - 1, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect_step(page, number)
    assert page.errors == []


def expect_onward(page: Page, number: int, by_key: bool) -> None:
    """Opens the next step, of that number: it is read out from its title, and the address follows."""
    if by_key:
        story(page).get_by_role("heading").focus()
        page.keyboard.press("ArrowRight")
    else:
        button(page, "next").click()
    expect_step(page, number)
    expect(story(page).get_by_role("heading")).to_be_focused()
    expect(page).to_have_url(re.compile(rf"step={number}\b"))
