"""Typing on the stage: every letter is answered at once, undo takes back what was typed, nothing typed is lost."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from pages.shared.drawing.codec import to_link
from pages.shared.drawing.state import DrawingState
from tests.board import PATIENCE, board, open_board
from tests.editing import button
from tests.steps import expect_step, open_story, story


def field(page: Page, name: str = "text"):
    return board(page).locator(f'input[data-control="{name}"]')


def written(page: Page) -> str:
    """The letters of the output, as they stand on the stage."""
    return "".join(board(page).locator(".panel.stage .symbol:is(.strong, .bad)").all_inner_texts())


def expect_written(page: Page, text: str) -> None:
    output = board(page).locator(".panel.stage .symbol:is(.strong, .bad)")
    expect(output).to_have_text([*text, "end"], timeout=PATIENCE)


def test_what_is_typed_is_read_and_undone(visit):
    page = visit("decoding", 1)
    expect_written(page, "2031-04-03")
    field(page).press("End")
    field(page).press("Backspace")
    field(page).press("7")
    expect_written(page, "2037-04-03")
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    button(page, "undo").click()
    expect(field(page)).to_have_value("3 April 2031")
    expect_written(page, "2031-04-03")
    expect_step(page, 1)
    assert page.errors == []


def test_letters_and_arrows_in_the_field_are_no_commands(visit):
    page = visit("decoding", 1)
    field(page).focus()
    for key in ("ArrowLeft", "p", "ArrowRight", "?", "Enter"):
        page.keyboard.press(key)
    expect_step(page, 1)
    expect(field(page)).to_have_value("3 April 203p1?")
    expect(board(page)).not_to_have_attribute("data-presents", re.compile(""))
    assert page.errors == []


def test_what_cannot_be_read_gives_one_sentence_and_is_kept(visit):
    page = visit("decoding", 1)
    for i, text in enumerate(("", "☃", "x" * 64)):
        field(page).fill(text)
        expect(board(page).locator(".symbol.words").last).to_have_text(
            re.compile("nothing to read|no letter|at most 40")
        )
        expect(field(page)).to_have_value(text)
        assert written(page) == "", text
        field(page).fill(f"{i + 3} May 2031")
        expect_written(page, f"2031-05-0{i + 3}")
        assert page.errors == [], text


@pytest.mark.parametrize("more", ["", "&live=off"])
def test_a_link_brings_the_text_and_a_reload_keeps_it(page, boards, more):
    link = to_link(DrawingState((), {"text": "3 May; 1999"}))
    open_board(page, f"{boards}/decoding?lab=1{more}&{urlencode(link)}")
    expect(field(page)).to_have_value("3 May; 1999")
    field(page).fill("29 August 1997")
    expect_written(page, "1997-08-29")
    page.wait_for_timeout(600)  # committed at rest
    page.reload()
    expect(field(page)).to_have_value("29 August 1997", timeout=PATIENCE)
    expect_written(page, "1997-08-29")
    assert page.errors == []


def test_an_example_is_one_step_to_undo(visit):
    page = visit.at("decoding?lab=1")
    board(page).get_by_role("button", name="en-GB 3/4/2031").click()
    expect(field(page)).to_have_value("en-GB 3/4/2031")
    button(page, "undo").click()
    expect(field(page)).to_have_value("3 April 2031")
    assert page.errors == []


def test_a_letter_is_picked_by_a_click_and_by_the_arrow_keys(visit):
    page = visit("decoding", 2)
    ring = board(page).locator(".panel.stage .symbol-keys")
    expect(ring).to_have_attribute("aria-valuetext", "4: 1")
    board(page).locator('.panel.stage [data-pick="9"]').click()
    expect(ring).to_have_attribute("aria-valuetext", "10: 3")
    ring.focus()
    page.keyboard.press("ArrowLeft")
    expect(ring).to_have_attribute("aria-valuetext", "9: 0")
    expect_step(page, 2)
    assert page.errors == []


def test_no_point_can_be_drawn_where_none_is_shown(visit):
    page = visit("decoding", 2)
    box = board(page).locator(".panel.stage svg.plot").bounding_box()
    page.mouse.click(box["x"] + 40, box["y"] + 40)
    expect(board(page).locator(".panel.stage .point")).to_have_count(0)
    expect(button(page, "clear")).to_be_hidden()
    assert page.errors == []


def test_a_text_is_typed_by_touch(new_page, boards):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True)
    open_story(page, f"{boards}/decoding?step=1")
    field(page).tap()
    page.keyboard.insert_text(" 2")
    expect(field(page)).to_have_value(re.compile("2$"))
    size = float(field(page).evaluate("node => parseFloat(getComputedStyle(node).fontSize)"))
    assert size >= 16, "smaller text makes a phone zoom in"
    assert page.errors == []
