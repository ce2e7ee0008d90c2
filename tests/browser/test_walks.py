"""Every story from its first to its last step, and back: all is measured at each step in windows of all sizes.

A step fits, is accessible, and shows what it names. Then it is lived through, in turn on a phone and in a wide window,
and left in turn by a swipe, a tap, a click and a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import board
from tests.looks import faults, resized, settled, violations
from tests.steps import button, expect_step, measured, missing, numbers, open_story, step_faults, story, swipe
from tests.walking import Judge, address, lived_through, verdict_faults

WIDE = {"width": 1280, "height": 720}
LARGE_LETTERS = ({"width": 1024, "height": 576}, {"width": 853, "height": 480})  # as at 125 % and 150 %
OLD_PROJECTOR = {"width": 1024, "height": 768}
PHONE = {"width": 390, "height": 844}
LOW = {"width": 390, "height": 664}
READABLE = 140  # px, of a picture's height
BY_TOUCH = (0, 1)  # of the ways to the next step
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


def low_bars(page: Page) -> list[str]:
    """The bars of the weights, if they leave room of a phone unused."""
    resized(page, PHONE)
    high = board(page).locator('[data-panel="weights"] .bars-plot').bounding_box()["height"]
    return [] if high > 180 else [f"the bars are {high} px high"]


def flat_rows(page: Page) -> list[str]:
    """Rows of bars whose tallest is hardly seen: they were 2 px high."""
    resized(page, PHONE)
    rows = board(page).locator(".story-pictures .bars-plot:visible").all()
    tallest = [max(bar.bounding_box()["height"] for bar in row.locator(".bar").all()) for row in rows]
    return [f"the tallest bar is {high:.0f} px high" for high in tallest if high < 10] if rows else ["no bars"]


# What is measured of single lessons, at the step of that number, the last for -1; and of the pictures of a phone.
Measure = Callable[[Page], list[str]]
WIDE_STEPS: dict[tuple[str, int], Measure] = {
    ("kernels", 7): squashed,
    ("kernels", -1): broken_name,
    ("masks", -1): broken_name,
    ("setconv", -1): broken_name,
    ("plane", 4): squashed,
    ("autoencoders", 6): squashed,
    ("layer", 6): squashed,
}
PHONE_PICTURES: dict[tuple[str, int], Measure] = {
    ("attention", 1): low_bars,
    ("attention", 2): flat_rows,
    ("kernels", 5): flat_rows,
}


def lost_to_large_letters(page: Page, *sizes: dict[str, int]) -> list[str]:
    """What a step loses in lower windows: its card is to be scrolled, and its plot on screen."""
    found = []
    for size in sizes:
        resized(page, size)
        wrong = [fault for fault in step_faults(page) if fault.startswith(CLIPS)]
        wrong += [fault for fault in faults(page) if " lies on " in fault]
        plot = board(page).locator(".panel.stage").bounding_box()
        if plot["y"] < 0 or plot["y"] + 200 > size["height"]:
            wrong.append("the plot is out of the window")
        found += [f"at {size['width']}: {fault}" for fault in wrong]
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


def pictures(page: Page, name: str, number: int) -> list[str]:
    """What is wrong with the pictures of a step on a low phone, where a tab opens them; and goes back to the plot."""
    tabs = board(page).locator('.story-tabs [data-picture="pictures"]')
    of_its_own = PHONE_PICTURES.get((name, number))
    if not (tabs.is_visible() and tabs.is_enabled()) and of_its_own is None:
        return []
    tabs.tap()
    found = [f"pictures: {fault}" for fault in measured(page, LOW, PHONE)]
    found += of_its_own(page) if of_its_own else []
    stage = board(page).locator('.story-tabs [data-picture="stage"]')
    if stage.is_visible():  # on the higher phone a plane that is dragged stands below the stage
        stage.tap()
    return found


def unlived(page: Page, name: str, number: int) -> list[str]:
    """What is wrong with a step as it opens, in windows of all sizes; ends on the low phone."""
    steps = LESSONS[name].story.steps
    resized(page, WIDE)
    found = missing(page, steps[number - 1]) + measured(page, WIDE)
    of_its_own = WIDE_STEPS.get((name, number if number < len(steps) else -1))
    found += of_its_own(page) if of_its_own else []
    if number in (1, 2, len(steps)):
        found += violations(page)
    if number == (3 if name == "kernels" else 2):  # its second step has no stage, and no buttons of one
        found += without_numbers(page)
    found += lost_to_large_letters(page, *LARGE_LETTERS)
    found += measured(page, PHONE, LOW) + pictures(page, name, number)
    resized(page, PHONE)
    return found + (violations(page) if number in (1, len(steps)) else [])


def parts(page: Page) -> dict[str, bool]:
    """Whether the open step has its plots behind tabs, or one below the other."""
    tabs, root = board(page).locator(".story-tabs"), board(page)
    return {"tabs": tabs.is_visible(), "stacked": "stacked" in (root.get_attribute("class") or "").split()}


def left(page: Page, number: int, way: int) -> None:
    """Opens the next step by that way: it is read out from its title, and the address follows."""
    if way == 0:
        swipe(page, -150)
    elif way == 1:
        button(page, "next").tap()
    elif way == 2:
        button(page, "next").click()
    else:
        story(page).get_by_role("heading").focus()  # the arrow keys of what was touched are its own
        page.keyboard.press("ArrowRight")
    expect_step(page, number + 1)
    expect(story(page).get_by_role("heading")).to_be_focused()
    expect(page).to_have_url(re.compile(rf"step={number + 1}\b"))


def walked_back(page: Page, steps: int, looks: dict[int, dict[str, bool]]) -> list[str]:
    """The steps that have other parts on a phone, when opened again, than right after they were done there."""
    found = []
    resized(page, PHONE)
    for number in range(steps - 1, 0, -1):
        if number % 2:
            swipe(page, 150)
        else:
            button(page, "back").tap()
        expect_step(page, number)
        settled(page)  # the next swipe would miss a card that still moves
        if number in looks and parts(page) != looks[number]:
            found.append(f"step {number}, opened again: {parts(page)}, done: {looks[number]}")
    return found


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked(new_page, server, name):
    """Each lesson begins with another way of the four."""
    page, story_of, found = new_page(viewport=WIDE, has_touch=True), LESSONS[name].story, []
    judge, first, looks, steps = Judge(page), list(LESSONS).index(name), {}, len(story_of.steps)
    open_story(page, address(server, name))
    expect(story(page)).to_have_attribute("data-steps", str(steps))
    for number, step in enumerate(story_of.steps, start=1):
        way = (number + first) % 4
        own, other = (PHONE, WIDE) if way in BY_TOUCH else (WIDE, PHONE)
        wrong = unlived(page, name, number)
        resized(page, own)
        wrong += lived_through(page, judge, name, number)
        if own == PHONE:
            looks[number] = parts(page)
        wrong += [f"done, {fault}" for fault in lost_to_large_letters(page, LARGE_LETTERS[-1])]
        resized(page, other)
        if step.judge is not None:
            wrong += [f"done, at {other['width']}: {fault}" for fault in verdict_faults(page)]
        resized(page, own)
        found += [f"step {number}: {fault}" for fault in wrong]
        if number < steps:
            left(page, number, way)
    story(page).get_by_role("heading").focus()
    page.keyboard.press("ArrowRight")  # beyond the last there is none
    expect_step(page, steps)
    found += walked_back(page, steps, looks)
    assert not found + page.errors, "\n".join(found + page.errors)
