"""Sample paths in the browser: what is seen when, and the exercise done by hand."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, middle, role, spot
from tests.steps import button, expect_step, open_story, story

PATHS = 'path[data-line="path"]'


def handle(page: Page, name: str):
    return board(page).locator(f'.handle[data-handle="{name}"]')


def test_places_and_paths_are_seen_when_they_are_due(page, server):
    open_story(page, f"{server}/paths")
    expect(board(page).locator(PATHS)).to_have_count(6, timeout=PATIENCE)
    expect(board(page).locator(PATHS).first).to_be_hidden()
    expect(handle(page, "a")).to_be_hidden()
    for across, act in ((0.2, page.mouse.down), (0.8, page.mouse.up)):
        page.mouse.move(*spot(page, across, 0.4), steps=8)
        act()
    story(page).locator(".guess-commit:visible").click()
    expect(board(page).locator(PATHS).first).to_be_visible(timeout=PATIENCE)
    expect(story(page).get_by_role("status")).to_have_text(re.compile("jump"))
    for number in (2, 3):
        button(page, "next").click()
        expect_step(page, number)
    expect(handle(page, "a")).to_be_visible()
    event = board(page).locator('[data-panel="event"]')
    expect(event).to_have_count(0)
    story(page).locator('[data-option="1"]').click()
    expect(event).to_be_visible(timeout=PATIENCE)
    assert page.errors == []


def test_the_exercise_is_done_by_hand(page, server):
    open_story(page, f"{server}/paths?step=8", step=8)
    points = role(page, "context")
    for left in (5, 4):
        page.mouse.click(*middle(points.nth(2)), button="right")
        expect(points).to_have_count(left)
    for name, arrow in (("a", "ArrowRight"), ("b", "ArrowLeft")):
        handle(page, name).focus()
        for key in [f"Shift+{arrow}"] * 3 + [arrow] * 7:
            page.keyboard.press(key)
    level = board(page).locator('input[data-control="level"]')
    level.focus()
    for _ in range(10):
        page.keyboard.press("ArrowLeft")
    verdict = story(page).get_by_role("status")
    expect(verdict).to_have_text(re.compile("Proven"), timeout=PATIENCE)
    assert page.errors == []
