"""Undo within a story: it stays in the open step, the lab's goes beyond; and a step that is done opens as it ended."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, click, positions, role
from tests.editing import button as tool
from tests.steps import button, dot, expect_step, measured, open_story

# Another lesson was left in its third step.
AMID_ANOTHER = """() => {
  const key = "neural-processes-course", kept = JSON.parse(localStorage.getItem(key) ?? "{}");
  localStorage.setItem(key, JSON.stringify({ ...kept, kernels: { at: 3, opened: 5, steps: {} } }));
}"""


def do_first(page: Page) -> Page:
    """Home's first step: a click adds the only point."""
    expect(tool(page, "undo")).to_be_disabled()
    click(page, 0.5, 0.4)
    expect(dot(page, 1)).to_have_class(re.compile("done"), timeout=PATIENCE)
    return page


@pytest.fixture
def done(visit):
    return do_first(visit("home", 1))


def expect_points(page: Page, count: int) -> None:
    expect(role(page, "context")).to_have_count(count, timeout=PATIENCE)


def test_undo_stays_in_the_step(done):
    button(done, "next").click()
    expect_step(done, 2)
    expect_points(done, 7)
    expect(tool(done, "undo")).to_be_disabled()
    done.keyboard.press("Control+z")
    button(done, "next").click()
    expect_step(done, 3)
    brought = positions(done)
    click(done, 0.45, 0.7)
    expect_points(done, len(brought) + 1)
    tool(done, "undo").click()
    assert positions(done) == brought
    expect(tool(done, "undo")).to_be_disabled()
    done.keyboard.press("Control+Shift+Z")
    expect_points(done, len(brought) + 1)
    assert not done.errors


def test_undo_in_the_lab_goes_beyond_the_step(done):
    drawn = positions(done)
    button(done, "next").click()
    expect_points(done, 7)
    done.get_by_test_id("lab-switch").first.get_by_role("button", name="Lab").click()
    expect(board(done)).to_have_attribute("data-mode", "lab")
    tool(done, "undo").click()
    expect_points(done, 1)
    assert positions(done) == drawn
    assert not done.errors


def test_a_step_that_is_done_opens_as_it_ended(page, server):
    """After other points were drawn, from the step after it, and after a reload: there it fits a low phone, too."""
    open_story(page, f"{server}/")
    done = do_first(page)
    drawn = positions(done)
    click(done, 0.6, 0.4)
    expect_points(done, 2)
    button(done, "next").click()
    expect_points(done, 7)
    button(done, "back").click()
    expect_step(done, 1)
    expect_points(done, 1)
    assert positions(done) == drawn
    expect(board(done).locator(".story").get_by_role("status")).to_be_visible()
    done.evaluate(AMID_ANOTHER)
    done.goto("about:blank")
    done.go_back()
    expect_step(done, 1)
    expect_points(done, 1)
    assert positions(done) == drawn
    expect(board(done).locator(".story-door.onward")).to_contain_text("Go on: Kernels")
    assert measured(done, {"width": 390, "height": 664}) == []
    assert not done.errors
