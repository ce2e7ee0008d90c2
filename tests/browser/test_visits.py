"""A page that stays open begins each test as a new one would."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import board, click, positions
from tests.editing import button
from tests.steps import story

STATE = """() => [
  localStorage.length, sessionStorage.getItem("left"), matchMedia("(prefers-color-scheme: dark)").matches,
]"""


def test_a_visit_forgets_what_the_one_before_drew_set_and_guessed(visit):
    page = visit.at("attention")
    first, state = positions(page), page.evaluate(STATE)
    click(page, 0.5, 0.3)
    page.keyboard.press("p")
    expect(board(page)).to_have_attribute("data-presents", "stage")
    page.evaluate("console.error('a fault'), localStorage.setItem('left', '1'), sessionStorage.setItem('left', '1')")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(STATE) != state and page.errors
    again = visit.at("attention")
    assert again is page and page.errors == []
    assert (positions(page), page.evaluate(STATE)) == (first, state)
    expect(button(page, "undo")).to_be_disabled()
    assert board(page).get_attribute("data-presents") is None
    assert page.locator("[data-presents]").count() == 0

    visit("kernels", 3)
    story(page).locator('[data-option="2"]').click()
    expect(board(page).locator('[data-panel="four"] canvas')).to_be_visible()
    visit("kernels", 3)
    expect(board(page).locator('[data-panel="four"] canvas')).to_be_hidden()

    page.get_by_test_id("lab-switch").first.get_by_role("button", name="Lab").click()
    expect(board(page).locator(".lab-note")).to_be_visible()
    visit.at("kernels?v=1&p=0,0")
    expect(board(page).locator(".lab-note")).to_be_hidden()
    assert positions(page) == [(0, 0)]


def test_windows_of_other_kinds_have_pages_of_their_own(visit):
    size = {"width": 390, "height": 844}
    phone = visit.at("attention", size, has_touch=True)
    assert visit.at("attention") is not phone is visit("home", 2, size, has_touch=True)
    assert phone.evaluate("[innerWidth, navigator.maxTouchPoints > 0]") == [390, True]
