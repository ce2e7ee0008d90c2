"""Every story from its first to its last step, and back, in turn on a phone and in a wide window.

Each step is lived through, and left in turn by a swipe, a tap, a click and a key. What it looks like in windows of all
sizes is measured in test_geometry.py.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import board
from tests.looks import resized, settled, violations
from tests.steps import button, expect_step, numbers, open_story, story, swipe
from tests.walking import Judge, address, lived_through

WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
BY_TOUCH = (0, 1)  # of the ways to the next step
# The board waits for a hand to rest before it judges, and before captions follow: no hand needs so long here.
HASTE = """(() => {
  const wait = window.setTimeout;
  window.setTimeout = (act, ms = 0, ...given) => wait(act, ms === 700 ? 70 : ms, ...given);
})()"""


def without_numbers(page: Page) -> list[str]:
    """What is wrong with the table of the numbers of every panel on show, and with the step below it."""
    shown = board(page).locator(".panel").evaluate_all("nodes => nodes.map((node) => node.dataset.panel)")
    dialog = numbers(page)
    sections = dialog.locator("[data-numbers]").evaluate_all("nodes => nodes.map((node) => node.dataset.numbers)")
    found = [] if sorted(sections) == sorted(shown) else [f"numbers of {sections}, on show are {shown}"]
    if dialog.locator("tbody tr").count() <= 2:
        found.append("hardly any numbers")
    found += violations(page)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    story(page).get_by_role("heading").focus()  # on a phone the button would have room as long as it has the focus
    return found


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
def test_a_story_is_walked(new_page, boards, name):
    """Each lesson begins with another way of the four."""
    first, story_of, found, looks = list(LESSONS).index(name), LESSONS[name].story, [], {}
    page = new_page(viewport=WIDE, has_touch=True, reduced_motion="reduce")
    page.add_init_script(HASTE)
    judge, steps = Judge(page), len(story_of.steps)
    open_story(page, address(boards, name))
    expect(story(page)).to_have_attribute("data-steps", str(steps))
    for number in range(1, steps + 1):
        way = (number + first) % 4
        own = PHONE if way in BY_TOUCH else WIDE
        settled(page)
        numbered = number == (3 if name == "kernels" else 2)  # its second step has no stage, and no buttons of one
        wrong = without_numbers(page) if numbered else []
        resized(page, own)
        wrong += lived_through(page, judge, name, number)
        if number == 1:
            wrong += violations(page)
        settled(page)
        if own == PHONE:
            looks[number] = parts(page)
        found += [f"step {number}: {fault}" for fault in wrong]
        if number < steps:
            left(page, number, way)
    story(page).get_by_role("heading").focus()
    page.keyboard.press("ArrowRight")  # beyond the last there is none
    expect_step(page, steps)
    found += walked_back(page, steps, looks)
    assert not found + page.errors, "\n".join(found + page.errors)
