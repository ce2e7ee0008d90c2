"""The lesson on kernels in a browser: what a step reveals, a second entry of a point, and the outlined query."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.board import PATIENCE, board
from tests.steps import story


def test_a_revealed_picture_is_painted_with_the_verdict_where_the_step_hides_nothing_else(visit):
    page = visit("kernels", 2)
    left = board(page).locator('[data-panel="gp-posterior"]')
    expect(board(page).locator('[data-panel="gp-prior"]')).to_be_visible(timeout=PATIENCE)
    expect(left).to_have_count(0)
    story(page).locator('[data-option="1"]').click()
    expect(story(page).get_by_role("status")).to_contain_text("Outside all points", timeout=PATIENCE)
    expect(left).to_be_visible(timeout=PATIENCE)
    assert page.errors == []


def test_a_second_entry_is_one_click_and_its_weight_stands_beside_the_first(visit):
    page = visit("kernels", 4)
    story(page).locator('[data-option="1"]').click()
    story(page).get_by_role("button", name="enter it twice").click()
    expect(story(page).get_by_role("status")).to_contain_text("two votes", timeout=PATIENCE)
    numbers = board(page).locator('[data-panel="pair"] .bar-number')
    expect(numbers).to_have_count(6, timeout=PATIENCE)
    expect(numbers).to_have_text(["0.51", "0.68", "0.49", "0.66", "0.76", "0.78"])
    assert page.errors == []


def test_the_rows_are_as_wide_as_the_picture_and_have_numbers_that_can_be_read(visit):
    page = visit("kernels", 3)
    story(page).locator('[data-option="2"]').click()
    canvas = board(page).locator('[data-panel="four"] canvas')
    expect(canvas).to_be_visible(timeout=PATIENCE)
    box, panel = canvas.bounding_box(), board(page).locator('[data-panel="four"]').bounding_box()
    assert box["width"] > 0.75 * panel["width"] and box["height"] / 4 >= 18
    assert page.errors == []


def test_the_query_stands_in_the_density_and_moves_there_too(visit):
    page = visit("kernels", 7)
    line = board(page).locator('[data-panel="density"] .handle-line')
    expect(line).to_be_attached(timeout=PATIENCE)
    before = line.get_attribute("x1")
    handle = page.locator('[data-panel="density"] [data-handle="query"]')
    handle.focus()
    for _ in range(4):
        page.keyboard.press("Shift+ArrowRight")
    expect(line).not_to_have_attribute("x1", before, timeout=PATIENCE)
    on_stage = board(page).locator('.panel.stage [data-handle="query"]')
    expect(on_stage).to_have_attribute("aria-valuenow", handle.get_attribute("aria-valuenow"), timeout=PATIENCE)
    expect(story(page).get_by_role("status")).to_contain_text(re.compile("Peaks at y"), timeout=PATIENCE)
    assert page.errors == []


def test_between_the_two_maps_lies_the_paper_and_no_cell(visit):
    page = visit("kernels", 8)
    canvas = board(page).locator('[data-panel="maps"] canvas')
    expect(canvas).to_be_visible(timeout=PATIENCE)
    opaque = canvas.evaluate(
        """(node) => Array.from({ length: 11 }, (_, column) => node.getContext("2d")
        .getImageData(((column + 0.5) * node.width) / 11, node.height / 2, 1, 1).data[3])"""
    )
    assert opaque == [255] * 5 + [0] + [255] * 5
    over = board(page).locator('[data-panel="maps"] .heat-over')
    over.focus()
    for _ in range(5):  # the focus shows the first cell
        page.keyboard.press("ArrowRight")
    expect(board(page).locator('[data-panel="maps"] .cursor')).to_be_visible()
    box, cursor = canvas.bounding_box(), board(page).locator('[data-panel="maps"] .cursor').bounding_box()
    assert (cursor["x"] - box["x"]) / (box["width"] / 11) == pytest.approx(6, abs=0.1), "the first of the other map"
    assert page.errors == []
