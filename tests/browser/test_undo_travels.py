"""Undo, redo and reset after points from elsewhere came onto the board, and on another page than the one drawn on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.board import PATIENCE, board, click, committed, data_menu, follow, positions, role
from tests.editing import button, open_points

THREE = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]


def expect_drawn(page, count, across):
    """So many points over an axis of this title."""
    expect(role(page, "context")).to_have_count(count, timeout=PATIENCE)
    expect(board(page).locator(".panel.stage text.axis").first).to_have_text(across, timeout=PATIENCE)


def nile(page):
    data_menu(page, "Real data")
    page.get_by_role("button", name="Nile").click()
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
    committed(page)
    expect(page.get_by_text("the models use")).to_have_count(0)
    button(page, "redo").click()
    expect_drawn(page, 100, "year")
    committed(page)
    expect(page.get_by_text("the models use")).to_be_visible()
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
    go(page, "Masks" if page.get_by_role("link", name="Masks", exact=True).count() else "Attention masks")
    expect(button(page, "undo")).to_be_disabled()
    assert positions(page) == THREE and not page.errors
