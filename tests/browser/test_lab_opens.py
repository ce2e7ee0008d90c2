"""A lab says what it keeps from a step of the story."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import board, positions
from tests.looks import settled

LOW = {"width": 1280, "height": 720}


def test_a_lab_says_what_it_goes_on_with_and_starts_afresh(visit):
    page = visit("attention", 4, LOW)
    drawn = positions(page)
    page.get_by_test_id("lab-switch").first.get_by_role("button", name="Lab").click()
    expect(board(page)).to_have_attribute("data-mode", "lab")
    note = board(page).locator(".lab-note")
    expect(note).to_contain_text("Keeps the points from step 4; all else is as usual")
    settled(page)
    assert positions(page) == drawn
    note.get_by_test_id("lab-fresh").click()
    expect(note).to_be_hidden()
    settled(page)
    fresh = positions(page)
    assert fresh != drawn
    visit.at("attention", LOW)
    settled(page)
    assert positions(page) == fresh
    expect(note).to_be_hidden()
    assert page.errors == []
