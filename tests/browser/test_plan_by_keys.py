"""The shipped plan of 45 minutes, from its start to its last state: by keyboard alone, on two projectors."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.lecture import PLANS
from pages.lecture.talk import Stop, read
from pages.lessons import LESSONS
from pages.shared.lesson.course import Course
from pages.shared.lesson.guesses import Choose, DragWeights, SketchBand, Sort
from tests.board import OPENING, PATIENCE, board
from tests.looks import settled
from tests.steps import expect_step, step_faults, story

pytestmark = pytest.mark.slow

STOPS = read(PLANS["45"], LESSONS).stops
TITLES = {entry["name"]: entry["title"] for entry in Course.of(LESSONS.values()).wire()}
DRAWN = ("Enter", "ArrowUp", "ArrowUp", "Enter")
AT_ONCE = {("home", 2), ("home", 4), ("attention", 3), ("equivariance", 1)}  # what came true needs the guess alone
AGAIN = 4  # so often one goes back and on again


def guessed(page: Page, stop: Stop) -> None:
    """The guess that the step wants, by its keys; nothing where it wants none."""
    guess = LESSONS[stop.lesson].story.steps[stop.step - 1].guess
    match guess:
        case Choose():
            keys = ("b", "Enter")
        case Sort():
            keys = (*("a" for _ in guess.items), "Enter")
        case SketchBand() | DragWeights():
            keys = DRAWN
        case _:
            keys = ()
    for key in keys:
        page.keyboard.press(key)
    if (stop.lesson, stop.step) in AT_ONCE:
        expect(story(page).get_by_role("status")).to_be_visible(timeout=PATIENCE)


def expect_at(page: Page, stop: Stop) -> None:
    expect(board(page).locator(".lesson-title")).to_have_text(TITLES[stop.lesson], timeout=OPENING)
    expect_step(page, stop.step)
    expect(board(page)).to_have_attribute("data-presents", "stage")
    expect(page.get_by_test_id("stException")).to_have_count(0)


def faults(page: Page, stop: Stop) -> list[str]:
    settled(page)
    return [f"{stop.lesson}, step {stop.step}: {fault}" for fault in step_faults(page)]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_plan_of_45_minutes_is_given_by_keyboard_alone(new_page, server, server_log: Path, size):
    page, found = new_page(viewport=dict(zip(("width", "height"), size))), []
    page.goto(f"{server}/lecture")
    page.get_by_role("button", name="Start the talk").press("Enter", timeout=OPENING)
    for number, stop in enumerate(STOPS):
        if number:
            page.keyboard.press("PageDown")
        expect_at(page, stop)
        if number and number % AGAIN == 0:
            page.keyboard.press("PageUp")
            expect_at(page, STOPS[number - 1])
            page.keyboard.press("PageDown")
            expect_at(page, stop)
        found += faults(page, stop)
        guessed(page, stop)
        found += faults(page, stop)
    page.keyboard.press("PageDown")
    expect(board(page).locator(".notice")).to_have_text("The talk ends here.")
    assert found + page.errors == []
    assert "Traceback" not in server_log.read_text("utf-8")
