"""Undo, redo and reset after points from elsewhere came onto the board, and on another page than the one drawn on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages.shared.board.bundle import sources
from tests.board import PATIENCE, board, choose_data, click, committed, follow, positions, role
from tests.editing import button, open_points

THREE = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]


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


@pytest.mark.parametrize("live", ["", "&live=off"])
def test_undo_brings_back_what_real_data_replaced(page, server, live):
    open_points(page, server, c=f"tau:0{live}")
    nile(page)
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    assert positions(page) == THREE
    expect(page.get_by_text("the models use")).to_have_count(0)  # the page has run: it would close what opens before
    committed(page)
    button(page, "redo").click()
    expect_drawn(page, 100, "year")
    expect(page.get_by_text("the models use")).to_be_visible()
    committed(page)
    expect_drawn(page, 100, "year")
    button(page, "undo").click()
    expect_drawn(page, 3, "x")
    button(page, "reset").click()
    expect_drawn(page, 100, "year")
    assert not page.errors


def test_undo_redo_and_reset_outlive_a_change_of_page(page, server):
    open_points(page, server)
    click(page, 0.3, 0.7)
    four = positions(page)
    nile(page)
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


def test_what_only_the_first_page_had_is_no_step_on_the_next(page, server):
    open_points(page, server)
    slider = board(page).locator('[data-control="tau"]')
    slider.fill("-0.5")
    expect(button(page, "undo")).to_be_enabled()
    go(page, "Attention masks")
    expect(button(page, "undo")).to_be_disabled()
    assert positions(page) == THREE and not page.errors


def reload(page, count, across):
    page.reload()
    expect_drawn(page, count, across)
    expect(board(page)).to_have_attribute("data-seq", re.compile(r"\d"), timeout=PATIENCE)


def test_undo_redo_and_reset_outlive_a_reload(page, server):
    """With real data between, a slider among the steps, and one step undone before the reload."""
    open_points(page, server)
    click(page, 0.3, 0.7)
    four = positions(page)
    nile(page)
    slider = board(page).locator('[data-control="tau"]')
    slider.fill("-0.5")
    click(page, 0.5, 0.5)
    expect_drawn(page, 101, "year")
    button(page, "undo").click()
    expect_drawn(page, 100, "year")
    committed(page)
    for _ in range(2):
        reload(page, 100, "year")
        expect(slider).to_have_value("-0.5")
    button(page, "redo").click()
    expect_drawn(page, 101, "year")
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
    expect_drawn(page, 100, "year")
    assert not page.errors


def test_what_is_kept_of_many_steps_is_bounded_and_nearest(page):
    """Of 150 steps with 100 points those that 20,000 characters hold, the last one among them."""
    kept = page.evaluate(
        """async (source) => {
      const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      const { Drawing } = (await import(url)).default;
      const drawing = new Drawing();
      drawing.take(Array.from({ length: 100 }, (_, i) => [i / 50, 0]), {}, null);
      for (let i = 0; i < 150; i++) {
        drawing.remember();
        drawing.own.tau = i;
      }
      const history = drawing.history(20_000);
      return [JSON.stringify(history.past).length, history.past.at(-1).own.tau, history.past.length];
    }""",
        sources("state/drawing"),
    )
    assert kept[0] <= 10_000 + kept[2] and kept[1] == 148 and kept[2] > 5
