"""The lattice of notes: points snap to its rows, rings follow what a model writes, a forbidden cell counts at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.sequences.lattice import ROWS
from tests.board import board, middle, positions, role
from tests.editing import drag
from tests.steps import expect_step, open_story


def test_points_snap_to_the_rows_with_pointer_and_keys(page, server):
    open_story(page, f"{server}/sequences?step=1")
    expect(role(page, "right")).to_have_count(4)
    points = board(page).locator(".point")
    x, y = middle(points.nth(1))
    drag(page, (x, y), (x, y - 41))
    levels = list(ROWS.values())
    assert any(positions(page)[1][1] == pytest.approx(level) for level in levels)
    before = levels.index(min(levels, key=lambda level: abs(level - positions(page)[1][1])))
    points.nth(1).focus()
    page.keyboard.press("ArrowUp")
    assert positions(page)[1][1] == pytest.approx(levels[before + 1])
    expect(role(page, "right")).to_have_count(4)
    expect(board(page).locator('[data-role="training-warning"]')).to_be_hidden()
    assert not page.errors


def test_a_forbidden_cell_breaks_a_ring(page, server):
    open_story(page, f"{server}/sequences?step=4", step=4)
    expect_step(page, 4)
    expect(role(page, "right")).to_have_count(6)
    page.locator('[data-panel="alignment"] svg[role="application"]').first.focus()
    for key in ("ArrowDown", "ArrowDown", *["ArrowRight"] * 4, "Space"):
        page.keyboard.press(key)
    expect(role(page, "wrong")).to_have_count(1)
    expect(role(page, "right")).to_have_count(5)
    assert not page.errors
