"""A lab says what it keeps from a step of the story."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import PATIENCE, board, positions, switch_to_lab
from tests.looks import settled
from tests.steps import open_story

LOW = {"width": 1280, "height": 720}


def test_a_lab_says_what_it_goes_on_with_and_starts_afresh(new_page, server):
    page = new_page(viewport=LOW)
    open_story(page, f"{server}/attention?step=4", step=4)
    settled(page)
    drawn = positions(page)
    switch_to_lab(page)
    note = board(page).locator(".lab-note")
    expect(note).to_contain_text("Keeps the points from step 4; all else is as usual")
    settled(page)
    assert positions(page) == drawn
    note.get_by_test_id("lab-fresh").click()
    expect(note).to_be_hidden()
    settled(page)
    fresh = positions(page)
    assert fresh != drawn
    page.goto(f"{server}/attention?lab=1")
    expect(board(page)).to_have_attribute("data-mode", "lab", timeout=PATIENCE)
    settled(page)
    assert positions(page) == fresh
    expect(note).to_be_hidden()
    assert page.errors == []
