"""The lesson on data of one's own in a window of 1280 x 720."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import board


def test_whether_the_band_fits_is_read_without_scrolling(visit):
    page = visit.at("fit", {"width": 1280, "height": 720})
    verdict = board(page).locator('[data-panel="scores"] .note')
    expect(verdict).to_contain_text("of 10 held-out points lie")
    box = verdict.bounding_box()
    assert page.evaluate("scrollY") == 0 and box["y"] + box["height"] < 720
    assert not page.errors
