"""A picture is painted: by mouse, finger and keys; it is undone, erased, cleared, linked; and the network follows."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from pages.autoencoders.controls import EXAMPLES
from pages.shared.scene.pixels import counts
from tests.board import PATIENCE, board
from tests.looks import settled
from tests.steps import expect_step, step_faults, story

PHONE = {"width": 390, "height": 844}


def painting(page: Page, name: str = "digit"):
    return board(page).locator(f'[data-pixels="{name}"]')


def ink(page: Page, name: str = "digit") -> list[float]:
    """Counts of ink on screen, row by row."""
    cells = painting(page, name).locator(".pixel")
    return cells.evaluate_all("cells => cells.map((cell) => Math.round(16 * cell.getAttribute('fill-opacity')))")


def pixel(page: Page, column: float, row: float, name: str = "digit") -> tuple[float, float]:
    box = painting(page, name).locator(".pixels-paper").bounding_box()
    return box["x"] + (column + 0.5) * box["width"] / 8, box["y"] + (row + 0.5) * box["height"] / 8


def stroke(page: Page, *places: tuple[float, float], name: str = "digit") -> None:
    page.mouse.move(*pixel(page, *places[0], name))
    page.mouse.down()
    for place in places[1:]:
        page.mouse.move(*pixel(page, *place, name), steps=6)
    page.mouse.up()


def tool(page: Page, name: str):
    return board(page).get_by_role("button", name=name)


def test_a_painted_digit_moves_q_and_ends_the_step(visit):
    page = visit("autoencoders", 1)
    settled(page)
    q = board(page).locator('[data-panel="plane"] .lines path').last
    assert ink(page) == counts(EXAMPLES["3"]).tolist()
    before = q.get_attribute("d")
    tool(page, "Clear").click()
    settled(page)
    assert not any(ink(page))
    stroke(page, (4, 0), (4, 7))
    painted = ink(page)
    assert painted[4::8] == [16] * 8 and 0 < painted[3] < 16 and not painted[0], "a stroke with soft edges"
    expect(story(page).get_by_role("status")).to_have_text(re.compile("because the encoder reads"), timeout=PATIENCE)
    settled(page)
    assert q.get_attribute("d") != before
    assert step_faults(page) == [] and page.errors == []


def test_a_stroke_is_one_step_of_undo_and_the_eraser_takes_ink_away(visit):
    page = visit("autoencoders", 1)
    settled(page)
    board(page).get_by_label("Your digit: examples").select_option("0")
    zero = counts(EXAMPLES["0"]).tolist()
    settled(page)
    assert ink(page) == zero
    stroke(page, (0, 0), (7, 7), (0, 7))
    assert ink(page) != zero
    page.keyboard.press("Control+z")
    settled(page)
    assert ink(page) == zero
    page.keyboard.press("Control+Shift+z")
    settled(page)
    assert ink(page) != zero
    tool(page, "Eraser").click()
    expect(tool(page, "Eraser")).to_have_attribute("aria-pressed", "true")
    stroke(page, (0, 3), (7, 3))
    assert not any(ink(page)[3 * 8 : 4 * 8]) and any(ink(page))
    assert page.errors == []


def test_pixels_are_painted_with_the_keys(visit):
    page = visit("autoencoders", 1)
    settled(page)
    tool(page, "Clear").click()
    settled(page)
    grid = painting(page)
    grid.focus()
    for key in ("ArrowUp", "ArrowLeft", " ", " ", "ArrowDown", " "):
        page.keyboard.press(key)
    expect(board(page).locator("[aria-live]", has_text="Row 5, column 4: 8 of 16")).to_have_count(1)
    found = ink(page)
    assert (found[3 * 8 + 3], found[4 * 8 + 3], sum(found)) == (16, 8, 24)
    page.keyboard.press("Delete")
    assert sum(ink(page)) == 16
    expect_step(page, 1)
    assert page.errors == []


def test_a_finger_paints_and_the_page_stays(visit):
    page = visit("autoencoders", 1, PHONE, has_touch=True)
    settled(page)
    tool(page, "Clear").tap()
    settled(page)
    x, y = pixel(page, 4, 1)
    session = page.context.new_cdp_session(page)
    for kind, dy in [("touchStart", 0), *[("touchMove", 12 * i) for i in range(1, 9)], ("touchEnd", 0)]:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y + dy}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    found = ink(page)
    assert [found[row * 8 + 4] for row in range(1, 6)] == [16] * 5
    assert page.evaluate("scrollY") == 0 and page.errors == []


def test_two_digits_are_painted_beside_each_other(visit):
    page = visit("autoencoders", 5)
    settled(page)
    before = ink(page)
    stroke(page, (0, 4), (7, 4), name="other")
    assert ink(page) == before and ink(page, "other")[4 * 8 : 5 * 8] == [16] * 8
    assert page.errors == []


def test_a_link_brings_the_painted_digit(visit):
    digit = "g" + "0" * 62 + "8"
    page = visit.at(f"autoencoders?lab=1&v=1&c=digit:'{digit}")
    settled(page)
    found = ink(page)
    assert (found[0], found[63], sum(found)) == (16, 8, 24)
    expect(board(page).get_by_label("Your digit: examples")).to_have_value("")
