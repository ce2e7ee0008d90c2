"""Undo, redo and reset after points from elsewhere came onto the board, and on another page than the one drawn on."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from pages.shared.drawing.units import Units
from tests.bare import update
from tests.board import PATIENCE, board, choose_data, click, follow, positions, role
from tests.editing import button, open_points
from tests.javascript import results

THREE = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]
YEARS = {"points": [[i / 10, i % 3] for i in range(10)], "units": Units("year", 1990, 5, "flow", 100, 20).wire()}


def expect_drawn(page, count, across):
    """So many points over an axis of this title."""
    expect(role(page, "context")).to_have_count(count, timeout=PATIENCE)
    expect(board(page).locator(".panel.stage text.axis").first).to_have_text(across, timeout=PATIENCE)


def nile(page):
    choose_data(page, "Nile", "Real data")
    expect_drawn(page, 100, "year")


def go(page, name):
    follow(page, name)
    expect(board(page)).to_have_attribute("data-seq", re.compile(r"\d"), timeout=PATIENCE)
    expect(board(page).locator(".panel.stage .tools")).to_be_visible()


def test_undo_brings_back_what_real_data_replaced(page, server):
    """Without a socket, as any page paints it that has none; with one, the next test."""
    open_points(page, server, c="tau:0&live=off")
    nile(page)
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    assert positions(page) == THREE
    expect(page.get_by_text("the models use")).to_have_count(0)  # the page has run
    button(page, "redo").click()
    expect_drawn(page, 100, "year")
    expect(page.get_by_text("the models use")).to_be_visible()
    expect_drawn(page, 100, "year")
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    button(page, "reset").click()
    expect_drawn(page, 100, "year")
    assert not page.errors


def test_undo_redo_and_reset_outlive_a_change_of_page(page, server):
    """What only the first page had, a slider, is no step on the next."""
    open_points(page, server)
    click(page, 0.3, 0.7)
    four = positions(page)
    nile(page)
    board(page).locator('[data-control="tau"]').fill("-0.5")
    go(page, "Attention")
    expect_drawn(page, 100, "year")
    button(page, "undo").click()
    expect_drawn(page, 4, "x")
    assert positions(page) == four
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    expect(button(page, "undo")).to_be_disabled()
    click(page, 0.4, 0.7)
    expect_drawn(page, 4, "x")
    drawn = positions(page)
    go(page, "Home")
    assert positions(page) == drawn
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    button(page, "redo").click()
    assert positions(page) == drawn
    button(page, "reset").click()
    expect_drawn(page, 100, "year")
    assert not page.errors


def reload(page, count, across):
    page.reload()
    expect_drawn(page, count, across)
    expect(board(page)).to_have_attribute("data-seq", re.compile(r"\d"), timeout=PATIENCE)


def test_undo_redo_and_reset_outlive_a_reload(page, boards):
    """With data in units between, a slider among the steps, and one step undone before the reload."""
    open_points(page, boards)
    click(page, 0.3, 0.7)
    four = positions(page)
    update(page, hand="years", **YEARS)
    expect_drawn(page, 10, "year")
    slider = board(page).locator('[data-control="tau"]')
    slider.fill("-0.5")
    click(page, 0.5, 0.5)
    expect_drawn(page, 11, "year")
    button(page, "undo").click()
    expect_drawn(page, 10, "year")
    for _ in range(2):
        reload(page, 10, "year")
        expect(slider).to_have_value("-0.5")
    button(page, "redo").click()
    expect_drawn(page, 11, "year")
    for _ in range(2):
        button(page, "undo").click()
    expect(slider).to_have_value("0")
    button(page, "undo").click()
    expect_drawn(page, 4, "x")
    assert positions(page) == four
    reload(page, 4, "x")
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    assert positions(page) == THREE
    expect(button(page, "undo")).to_be_disabled()
    button(page, "reset").click()
    expect_drawn(page, 10, "year")
    assert not page.errors


KEEP = """(most) => {
  const drawing = new module.Drawing();
  drawing.take(Array.from({ length: 100 }, (_, i) => [i / 50, 0]), {}, null);
  for (let i = 0; i < 150; i++) {
    drawing.remember();
    drawing.own.tau = i;
  }
  const { past } = drawing.history(most);
  return [JSON.stringify(past).length, past.at(-1).own.tau, past.length];
}"""


def test_what_is_kept_of_many_steps_is_bounded_and_nearest():
    """Of 150 steps with 100 points those that 20,000 characters hold, the last one among them."""
    [(long, last, count)] = results("state/drawing", KEEP, [[20_000]])
    assert long <= 10_000 + count and last == 148 and count > 5
