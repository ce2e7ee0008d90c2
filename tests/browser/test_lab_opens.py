"""As a lab opens: the whole plot is in a low window, and it says where it goes on from a step of the story."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, open_board, positions, switch_to_lab
from tests.looks import settled
from tests.steps import open_story

LOW = {"width": 1280, "height": 720}


@pytest.mark.parametrize("name", LESSONS)
def test_the_whole_plot_is_in_a_low_window(new_page, server, name):
    page = new_page(viewport=LOW)
    open_board(page, f"{server}/{'' if name == 'home' else name}")
    settled(page)
    plot = board(page).locator(".panel.stage .body").bounding_box()
    assert plot["y"] + plot["height"] <= LOW["height"]
    for label in ("Data", "Share") if LESSONS[name].takes_data else ("Share",):
        box = page.get_by_role("button", name=label, exact=True).bounding_box()
        assert 0 < plot["y"] - box["y"] < 260, f"{label} is far from the plot"
    assert page.errors == []


def test_a_lab_says_what_it_goes_on_with_and_starts_afresh(new_page, server):
    page = new_page(viewport=LOW)
    open_story(page, f"{server}/attention?step=4", step=4)
    settled(page)
    drawn = positions(page)
    switch_to_lab(page)
    note = board(page).locator(".lab-note")
    expect(note).to_contain_text("Goes on from step 4, which changed the points")
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
