"""Every story from its first to its last step by touch, on a phone and on a low one: all is measured at each step, and
lived through; and back again, where each step has the parts that it had when it was done."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from pages.lessons import LESSONS
from tests.board import board
from tests.looks import resized, settled, violations
from tests.steps import button, expect_step, measured, open_story, swipe
from tests.walking import Judge, address, lived_through, nothing

PHONE = {"width": 390, "height": 844}
LOW = {"width": 390, "height": 664}


def low_bars(page: Page) -> list[str]:
    """The bars of the weights, if they leave room of a phone unused."""
    resized(page, PHONE)
    high = board(page).locator('[data-panel="weights"] .bars-plot').bounding_box()["height"]
    return [] if high > 180 else [f"the bars are {high} px high"]


# What is measured of the pictures of single lessons, at the step of that number.
def flat_rows(page: Page) -> list[str]:
    """Rows of bars whose tallest is hardly seen."""
    resized(page, PHONE)
    rows = board(page).locator(".story-pictures .bars-plot:visible").all()
    tallest = [max(bar.bounding_box()["height"] for bar in row.locator(".bar").all()) for row in rows]
    return [f"the tallest bar is {high:.0f} px high" for high in tallest if high < 15] if rows else ["no bars"]


PHONE_PICTURES = {("attention", 1): low_bars, ("attention", 2): flat_rows, ("kernels", 5): flat_rows}


def pictures(page: Page, name: str, number: int) -> list[str]:
    """What is wrong with the pictures of a step on a low phone, where a tab opens them; and goes back to the plot."""
    tabs = board(page).locator('.story-tabs [data-picture="pictures"]')
    if not (tabs.is_visible() and tabs.is_enabled()) and (name, number) not in PHONE_PICTURES:
        resized(page, PHONE)
        return []
    tabs.tap()
    found = [f"pictures: {fault}" for fault in measured(page, LOW, PHONE)]
    found += PHONE_PICTURES.get((name, number), nothing)(page)
    stage = board(page).locator('.story-tabs [data-picture="stage"]')
    if stage.is_visible():  # on the higher phone a plane that is dragged stands below the stage
        stage.tap()
    return found


def parts(page: Page) -> dict[str, bool]:
    """Whether the open step has its plots behind tabs, or one below the other."""
    tabs, root = board(page).locator(".story-tabs"), board(page)
    return {"tabs": tabs.is_visible(), "stacked": "stacked" in (root.get_attribute("class") or "").split()}


def walked_back(page: Page, looks: dict[int, dict[str, bool]], last: int) -> list[str]:
    """The steps before the open one that have other parts than right after they were done."""
    found = []
    for number in range(last, 0, -1):
        settled(page)
        if parts(page) != looks[number]:
            found.append(f"step {number}, opened again: {parts(page)}, done: {looks[number]}")
        if number > 1:
            button(page, "back").tap()
            expect_step(page, number - 1)
    return found


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked_by_touch(new_page, server, name):
    """By a swipe and a tap in turn, on a phone and on a low one."""
    page, steps, found = new_page(viewport=PHONE, has_touch=True), len(LESSONS[name].story.steps), []
    looks = {}
    judge = Judge(page)
    open_story(page, address(server, name))
    for number in range(1, steps + 1):
        expect_step(page, number)
        wrong = measured(page, PHONE, LOW) + pictures(page, name, number)
        if number in (1, steps):
            wrong += violations(page)
        wrong += lived_through(page, judge, name, number)
        found += [f"step {number}: {fault}" for fault in wrong]
        looks[number] = parts(page)
        if number < steps and number % 2:
            swipe(page, -150)
        elif number < steps:
            button(page, "next").tap()
    swipe(page, 150)
    expect_step(page, steps - 1)
    found += walked_back(page, looks, steps - 1)
    assert not found + page.errors, "\n".join(found + page.errors)
