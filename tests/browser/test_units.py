"""Real data: numbers with the unit of an axis are those of the data, on the board itself. What every lesson's texts say
in them is compared in tests/pages/shared/scene/test_original_units.py."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.board import PATIENCE, board, role

# x = 1990 + 10 s, y = 500 + 100 t: a place is a year, a shift of 1 is one of 10 years.
DRAWN = "v=1&p=-1.5,0.4;0.25,-1.2;1.75,0.9&c=tau:1"
UNITS = "u=1990,10;500,100&ux=year&uy=flow"


def test_shift_caption_and_readings_are_in_the_units_of_the_data(visit):
    page = visit.at(f"?{DRAWN}&{UNITS}")
    slider = board(page).locator('.slider:has([data-control="tau"]) output')
    expect(slider).to_have_text("10.0", timeout=PATIENCE)
    expect(board(page).locator(".shift-text")).to_have_text("all x +10.0")
    expect(board(page).locator('.reading[data-reading^="shift-"]').first).to_contain_text("+10.0")
    expect(role(page, "caption")).to_contain_text(re.compile(r"x = (19|20)\d\d\.\d"))
    text = board(page).inner_text()
    assert "[object" not in text
    assert not re.search(r"by \+1\.00|x = \u2212?[0-3]\.\d\d\b", text)
    assert not page.errors


def test_without_units_the_numbers_stay(visit):
    page = visit.at(f"?{DRAWN}")
    expect(board(page).locator(".shift-text")).to_have_text("all x +1.00")
    expect(role(page, "caption")).to_contain_text(re.compile(r"At x = 0 it predicts \u2212?\d\.\d\d,"))
    assert "[object" not in board(page).inner_text()
