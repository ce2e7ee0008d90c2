"""Two dimensions in the browser: stations are put and removed, and each keeps its value; a drag is answered at once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, committed, surface, switch_to_lab
from tests.editing import drag
from tests.looks import settled
from tests.steps import step_faults, story

PHONE = {"width": 390, "height": 844}
VALUES = '[data-panel="values"] .value'


def click_at(page: Page, across: float, down: float) -> None:
    box = surface(page).bounding_box()
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])


def labels(page: Page) -> list[str]:
    return board(page).locator('[data-panel="stage"] .names .dot-label').all_text_contents()


def centre(locator) -> tuple[float, float]:
    box = locator.locator(".diamond").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_labels(page: Page, *texts: str) -> None:
    names = board(page).locator('[data-panel="stage"] .names .dot-label')
    expect(names).to_have_text([re.compile(text) for text in texts], timeout=PATIENCE)


def test_stations_keep_their_values_when_another_one_goes(visit):
    page = visit("plane", 1)
    settled(page)
    for across, down in ((0.4, 0.3), (0.6, 0.3), (0.4, 0.6), (0.6, 0.6)):
        click_at(page, across, down)
    expect_labels(page, r"1: 1\.0", r"2: 1\.0", r"3: 1\.0", r"4: 1\.0")
    settled(page)
    x, y = centre(board(page).locator(VALUES).nth(2))
    drag(page, (x, y), (x, y + 20))
    expect(story(page).get_by_role("status")).to_have_text(re.compile("because near a station"), timeout=PATIENCE)
    third = labels(page)[2].split(": ")[1]
    assert third != "1.0"
    box = surface(page).bounding_box()
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"], button="right")
    expect_labels(page, r"1: 1\.0", f"2: {third}", r"3: 1\.0")
    page.keyboard.press("Control+z")
    expect_labels(page, r"1: 1\.0", r"2: 1\.0", f"3: {third}", r"4: 1\.0")
    assert step_faults(page) == [] and page.errors == []


def test_a_value_is_moved_by_keys(visit):
    page = visit("plane", 2)
    settled(page)
    expect_labels(page, "1: −0.5", r"2: 1\.0", r"3: 0\.5")
    board(page).locator(VALUES).nth(1).focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    expect(board(page).locator('[data-panel="stage"] .names .dot-label').nth(1)).not_to_have_text("2: 1.0")
    assert page.errors == []


def test_a_shift_along_both_axes_arrives_as_the_step_says(visit):
    page = visit("plane", 6)
    settled(page)
    story(page).locator(".guess-option").nth(1).click()
    expect(story(page).get_by_role("status")).to_have_text(re.compile(r"TNP-D's, by 0\.363 sd"), timeout=PATIENCE)
    assert page.errors == []


@pytest.mark.parametrize("step", [1, 4, 7])
def test_a_phone_shows_a_step_without_scrolling(visit, step):
    page = visit("plane", step, PHONE)
    settled(page)
    assert step_faults(page) == [] and page.errors == []


def test_the_lab_has_both_shifts_and_no_menu_of_data(visit):
    page = visit("plane", 1)
    switch_to_lab(page)
    expect(board(page).locator('[data-control="tau_x2"]')).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_role("button", name="Data", exact=True)).to_have_count(0)
    committed(page)
    assert page.errors == []
