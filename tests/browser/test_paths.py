"""Sample paths in the browser: what is seen when, and the exercise done by hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, middle, role, spot
from tests.looks import settled
from tests.steps import button, expect_step, story

PHONE = {"width": 390, "height": 844}
PATHS = 'path[data-line="path"]'


def handle(page: Page, name: str):
    return board(page).locator(f'.handle[data-handle="{name}"]')


def test_places_and_paths_are_seen_when_they_are_due(visit):
    page = visit("paths", 1)
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


def test_the_words_of_the_level_lie_over_no_point(visit):
    page = visit("paths", 6, PHONE)
    settled(page)
    words = board(page).locator('[data-panel="stage"] .handle.level .handle-text').bounding_box()
    for dot in role(page, "context").all():
        box = dot.bounding_box()
        apart = [
            box[side] > words[side] + words[size] or words[side] > box[side] + box[size]
            for side, size in (("x", "width"), ("y", "height"))
        ]
        assert any(apart), (words, box)
    assert page.errors == []


def test_the_exercise_is_done_by_hand(visit):
    page = visit("paths", 7)
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


def test_the_level_is_dragged_on_the_stage_in_the_steps_of_its_slider(visit):
    page = visit("paths", 7)
    level = handle(page, "level")
    expect(level).to_have_attribute("aria-valuenow", "0.5", timeout=PATIENCE)
    points, before = role(page, "context"), role(page, "context").count()
    x, y = middle(level.locator(".handle-grip"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=4)
    page.mouse.up()
    value = float(level.get_attribute("aria-valuenow"))
    assert value < 0.4 and value == pytest.approx(round(value / 0.05) * 0.05)
    slider = board(page).locator('input[data-control="level"]')
    expect(slider).to_have_value(re.compile(rf"^{value:g}$"))
    expect(board(page).locator('[data-panel="event"] h2')).to_contain_text(f"{value:.2f}".replace("-", "\u2212"))
    level.focus()
    page.keyboard.press("ArrowUp")
    expect(level).to_have_attribute("aria-valuenow", f"{value + 0.05:g}")
    expect(points).to_have_count(before)  # a drag adds no point
    assert page.errors == []


def test_the_level_is_not_seen_where_it_is_of_no_use(visit):
    page = visit("paths", 5)
    expect(handle(page, "a")).to_be_visible(timeout=PATIENCE)
    expect(handle(page, "level")).to_be_hidden()
    expect(board(page).locator(".rail.level")).to_be_hidden()
    assert page.errors == []
