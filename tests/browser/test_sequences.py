"""The lattice of notes: points snap to its rows, rings follow what a model writes, a forbidden cell counts at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.sequences.lattice import ROWS
from tests.board import PATIENCE, board, choose, middle, positions, role
from tests.editing import drag
from tests.steps import expect_step


def test_points_snap_to_the_rows_with_pointer_and_keys(visit):
    page = visit("sequences", 1)
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


def test_a_forbidden_cell_breaks_a_ring(visit):
    page = visit.at("sequences?step=4")
    expect_step(page, 4)
    expect(role(page, "right")).to_have_count(6)
    page.locator('[data-panel="alignment"] svg[role="application"]').first.focus()
    for key in ("ArrowDown", "ArrowDown", *["ArrowRight"] * 4, "Space"):
        page.keyboard.press(key)
    expect(role(page, "wrong")).to_have_count(1)
    expect(role(page, "right")).to_have_count(5)
    assert not page.errors


def test_the_lab_compares_and_a_forced_note_is_followed(visit):
    """What takes many runs follows the first picture; the errors get a line of their own for a wrong note."""
    page = visit.at("sequences?v=1&p=-2.5,-2;-1,0;0,2;1,-1;2.5,1&sequences_model=Transformer")
    stage = board(page).locator(".panel.stage")
    expect(stage.locator('[data-role="right"]')).to_have_count(5)
    for name in ("square", "reached", "errors", "times", "gradients", "lengths"):
        expect(board(page).locator(f'[data-panel="{name}"] svg').first).to_be_visible(timeout=PATIENCE)
    expect(board(page).locator('[data-role="training-warning"]')).to_be_hidden()
    lines = board(page).locator('[data-panel="errors"] path[data-role="line"]')
    expect(lines).to_have_count(2)
    choose(page, force="C4")
    expect(lines).to_have_count(3, timeout=PATIENCE)
    expect(stage.locator('[data-role="wrong"]').first).to_be_visible()
    assert not page.errors
