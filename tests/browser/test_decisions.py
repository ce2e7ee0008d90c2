"""Decisions in the browser: a click measures, points stay where they were measured, undo takes a measurement back."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, committed, surface, switch_to_lab
from tests.editing import drag
from tests.looks import settled
from tests.steps import open_story, step_faults, story

DOTS = '[data-panel="stage"] .point .dot'


def places(page: Page) -> list[tuple[float, float]]:
    """Where the points stand, in pixels of the plot."""
    dots = board(page).locator(DOTS)
    return [tuple(float(dot.get_attribute(f"c{axis}")) for axis in "xy") for dot in dots.all()]


def measure(page: Page, x: float) -> None:
    """Clicks at x, at the height of the plot's middle: what is drawn there is no matter."""
    box, count = surface(page).bounding_box(), len(places(page))
    ticks = {
        float(tick.text_content().replace("−", "-")): tick.bounding_box()
        for tick in board(page).locator('[data-panel="stage"] text.tick').all()
        if tick.get_attribute("text-anchor") == "middle"
    }
    low, high = min(ticks), max(ticks)
    middle = {at: tick["x"] + tick["width"] / 2 for at, tick in ticks.items()}
    across = middle[low] + (x - low) / (high - low) * (middle[high] - middle[low])
    page.mouse.click(across, box["y"] + 0.5 * box["height"])
    expect(board(page).locator(DOTS)).to_have_count(count + 1, timeout=PATIENCE)
    settled(page)


def test_a_click_measures_and_a_drag_moves_nothing(visit):
    page = visit("decisions", 2)
    settled(page)
    before = places(page)
    assert len(before) == 4 and len({y for _, y in before}) == 4, "each has its own y"
    expect(board(page).locator('.panel.stage > .legend [data-glyph="dot"]')).to_have_text("measurement")
    expect(board(page).locator(".panel.stage .point").first).to_have_attribute(
        "aria-label", re.compile("^measurement 1 of 4")
    )
    dot = board(page).locator(DOTS).first.bounding_box()
    start = dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2
    drag(page, start, (start[0] + 60, start[1] - 60))
    settled(page)
    assert places(page) == before
    assert page.errors == []


def test_nine_clicks_end_the_game_and_undo_takes_one_back(visit):
    page = visit("decisions", 1)
    settled(page)
    expect(story(page).get_by_role("status")).to_have_text(re.compile("Nine more"), timeout=PATIENCE)
    for x in (-1.8, -1.0, -0.6, -0.2, 0.2, 0.6, 1.0, 1.4):
        measure(page, x)
    assert "f, the function itself" not in board(page).inner_text()
    page.keyboard.press("Control+z")
    expect(board(page).locator(DOTS)).to_have_count(8, timeout=PATIENCE)
    for x in (1.5, 1.9):
        measure(page, x)
    expect(story(page).get_by_role("status")).to_have_text(re.compile("You miss the maximum"), timeout=PATIENCE)
    expect(board(page).locator('[data-panel="stage"] .legend')).to_contain_text("f, the function itself")
    assert step_faults(page) == [] and page.errors == []


def test_the_lab_measures_by_keys_and_a_link_carries_the_game(page, server):
    open_story(page, f"{server}/decisions")
    switch_to_lab(page)
    settled(page)  # the step's own measurement is here then
    count = len(places(page))
    assert count == 1
    surface(page).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("n")
    expect(board(page).locator(DOTS)).to_have_count(count + 1, timeout=PATIENCE)
    committed(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Data", exact=True)).to_have_count(0)
    assert page.errors == []
