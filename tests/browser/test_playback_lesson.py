"""Playback where it is used: drawn notes and what a model writes, in story and lab, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.sequences.lattice import note_at
from pages.sequences.tune import HERTZ
from tests.board import PATIENCE, board, middle, open_board, positions
from tests.editing import drag
from tests.looks import faults, settled, violations
from tests.playback import SPY, bar, expect_played, expect_playing, expect_stopped, key, played, ring, volume
from tests.steps import button, expect_step, open_story, step_faults, story

DESK, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
FIRST = ("E4", "C4", "G4", "A4")  # notes of the first step
NOTES = "-2.5,-2;-1,0;0,2;1,-1;2.5,1"
BOXES = """(root) => [".tools", ".panel.stage h2", ".panel.stage svg.plot", ".tools button"].map((name) => {
  const { x, y, width, height } = root.querySelector(name).getBoundingClientRect();
  return [x, y, width, height];
})"""


def hertz(names):
    return [HERTZ[name] for name in names]


@pytest.fixture
def open_page(new_page):
    """A page whose synthesiser is spied upon."""

    def open_one(**options):
        page = new_page(**options)
        page.add_init_script(SPY)
        return page

    return open_one


def test_the_drawn_notes_are_played_and_then_what_is_written(open_page, boards):
    page = open_page()
    open_story(page, f"{boards}/sequences?step=1")
    assert page.evaluate("contexts.length") == 0
    key(page).click()
    notes = expect_played(page, 8)
    assert [note["hertz"] for note in notes] == pytest.approx(hertz(FIRST + FIRST), rel=1e-6)
    assert [note["timbre"] for note in notes] == [0] * 4 + [1] * 4
    expect_stopped(page)
    assert not page.errors


def test_a_note_that_is_dragged_sounds_as_it_stands(open_page, boards):
    page = open_page()
    open_story(page, f"{boards}/sequences?step=1")
    key(page).click()
    expect_played(page, 1)
    x, y = middle(board(page).locator(".point").nth(3))
    drag(page, (x, y), (x, y + 300))
    expect_stopped(page)
    note = note_at(positions(page)[3][1])
    assert note != FIRST[3]
    before = len(played(page))
    key(page).click()
    assert expect_played(page, before + 8)[-5]["hertz"] == pytest.approx(HERTZ[note], rel=1e-6)
    assert not page.errors


def test_what_a_guess_is_about_is_not_played_before(open_page, boards):
    page = open_page()
    open_story(page, f"{boards}/sequences?step=2", step=2)
    expect(bar(page).locator(".playback-note")).to_have_text("Drawn notes (16)")
    expect(bar(page).locator(".playback-line")).to_have_text("")
    story(page).locator(".guess-option").first.click()
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    expect(bar(page).locator(".playback-note")).to_have_text("Drawn notes (16)")
    expect(bar(page).locator(".playback-line")).not_to_have_text("")
    assert not page.errors


def test_another_step_and_the_lab_are_silent(open_page, boards):
    """As is a board that has gone (test_playback.py)."""
    page = open_page()
    open_story(page, f"{boards}/sequences?step=3", step=3)
    key(page).click()
    expect_playing(page)
    button(page, "next").click()
    expect_step(page, 4)
    expect_stopped(page)
    key(page).click()
    expect_playing(page)
    page.get_by_test_id("lab-switch").first.get_by_role("button", name="Lab").click()
    expect(board(page)).to_have_attribute("data-mode", "lab")
    expect_stopped(page)
    assert not page.errors


@pytest.mark.parametrize(("size", "touch", "scheme"), [(DESK, False, "light"), (PHONE, True, "dark")])
def test_the_story_keeps_its_places_while_it_plays(open_page, boards, size, touch, scheme):
    page = open_page(viewport=size, has_touch=touch, color_scheme=scheme)
    open_story(page, f"{boards}/sequences?step=3", step=3)
    expect(board(page)).to_have_attribute("data-theme", scheme)
    settled(page)
    assert step_faults(page) == []
    before = board(page).evaluate(BOXES)
    (key(page).tap if touch else key(page).click)()
    expect_playing(page)
    assert board(page).evaluate(BOXES) == before
    assert step_faults(page) == []
    for target in (key(page), volume(page)):
        box = target.bounding_box()
        assert min(box["width"], box["height"]) >= 40
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
    assert violations(page) == []
    (key(page).tap if touch else key(page).click)()
    expect_stopped(page)
    assert not page.errors


def test_the_lab_has_its_button_in_the_corner_below_the_axes(open_page, boards):
    page = open_page(viewport=PHONE)
    open_board(page, f"{boards}/sequences?v=1&p={NOTES}&sequences_model=Transformer")
    settled(page)
    assert [fault for fault in faults(page) if "lay" in fault or "lies on" in fault] == []
    box, frame = key(page).bounding_box(), board(page).locator(".panel.stage rect.frame").bounding_box()
    assert box["x"] + box["width"] <= frame["x"] + 1 and box["y"] >= frame["y"] + frame["height"] - 3
    key(page).focus()
    page.keyboard.press("Enter")
    expect_playing(page)
    page.keyboard.press("Tab")
    expect(volume(page)).to_be_focused()
    page.keyboard.press("Home")
    expect(volume(page)).to_have_value("0")
    expect(ring(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect_stopped(page)
    assert not page.errors


def test_a_link_that_hides_the_tools_hides_it(open_page, boards):
    page = open_page()
    open_board(page, f"{boards}/sequences?v=1&p={NOTES}&hide=tools")
    expect(bar(page)).to_be_hidden()
    assert not page.errors
