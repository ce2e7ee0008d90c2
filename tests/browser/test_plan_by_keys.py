"""The plan of 45 minutes is given by keys alone, from its page to its last state; all of each is on screen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from pages.lecture import PLANS
from pages.lecture.talk import Stop, read
from pages.lessons import LESSONS
from tests.board import OPENING, PATIENCE, board
from tests.steps import expect_step, measured, story

pytestmark = pytest.mark.rare

FOCUSED = """(selector) => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node?.matches(selector) ?? false;
}"""
MOST_TABS = 40
SIZES = tuple({"width": width, "height": height} for width, height in ((1280, 720), (1024, 768)))
AGAIN = 4  # so often one goes back and on again

# By state, what the lecturer presses: a name of a key, or ("to", selector), which presses Tab until that is reached.
ACTS = {
    "home?step=1": [("to", "svg.plot"), "Enter"],
    "home?step=2": ["Enter", *["ArrowUp"] * 8, "Enter"],
    "home?step=3": [("to", "svg.plot"), "ArrowLeft", "Enter"],
    "home?step=4": ["Enter", "a", "Enter"],
    "attention?step=1": [("to", ".handle"), *["Shift+ArrowRight"] * 3],
    "attention?step=2": [("to", ".handle"), *["Shift+ArrowRight"] * 2],
    "attention?step=3": ["Enter", "ArrowUp", "Enter"],
    "attention?step=5": ["Enter", "b", "Enter", ("to", ".point"), *["Shift+ArrowUp"] * 4],
    "equivariance?step=1": ["3", "1", "1", "2", "Enter"],
    "equivariance?step=2": [("to", '[data-value="true"]'), "Enter"],
    "equivariance?step=3": [("to", ".shift"), *["Shift+ArrowRight"] * 10, ("to", '[data-value="tetnp"]'), "Enter"],
    "equivariance?step=4": ["Enter", "b", "Enter", ("to", ".handle"), *["Shift+ArrowRight"] * 3],
    "equivariance?step=8": ["2", "4", "1", "3", "Enter"],
}


def test_a_lecture_is_given_by_keys_alone(new_page, server, server_log: Path):
    page, found = new_page(viewport=SIZES[0]), []
    stops = read(PLANS["45"], LESSONS).stops
    page.goto(f"{server}/lecture")
    expect(page.get_by_role("button", name="Start the talk")).to_be_visible(timeout=OPENING)
    press(page, ("to", '[data-act="start"]'))
    page.keyboard.press("Enter")
    for number, stop in enumerate(stops):
        expect_at(page, stop)
        if number and number % AGAIN == 0:
            page.keyboard.press("PageUp")
            expect_at(page, stops[number - 1])
            page.keyboard.press("PageDown")
            expect_at(page, stop)
        found += [f"{stop.link}: {fault}" for fault in measured(page, *SIZES)]
        for key in ACTS[stop.link]:
            press(page, key)
        expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
        found += [f"{stop.link}, done: {fault}" for fault in measured(page, *SIZES)]
        page.keyboard.press("PageDown")
    expect(board(page).locator(".notice")).to_have_text("The talk ends here.")
    assert found + page.errors == []
    assert "Traceback" not in server_log.read_text("utf-8")


def expect_at(page: Page, stop: Stop) -> None:
    address = "" if stop.lesson == "home" else stop.lesson
    expect(page).to_have_url(re.compile(rf"/{address}\?"), timeout=OPENING)
    expect_step(page, stop.step)
    expect(board(page)).to_have_attribute("data-presents", "stage")


def press(page: Page, key: str | tuple[str, str]) -> None:
    """One key, or as many of Tab as lead to something."""
    if isinstance(key, str):
        page.keyboard.press(key)
        return
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(FOCUSED, key[1]):
            return
    raise AssertionError(f"{MOST_TABS} presses of Tab do not reach {key[1]}")
