"""The beats and presenter mode under the hand: a guess and its answer, the keys of a lecture, what a link hides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, middle, open_board, role, spot, surface

THREE = "v=1&p=-1.5,0.5;-1,0.2;1.5,1"


def beat(page: Page, number: int):
    return board(page).locator(f'[data-beat="{number}"]')


def expect_beat(page: Page, number: int) -> None:
    expect(beat(page, number)).to_have_attribute("aria-current", "step")


def expect_presenting(page: Page, *parts: str) -> None:
    expect(board(page)).to_have_attribute("data-presents", " ".join(["stage", *parts]))


def test_a_guess_is_committed_settled_and_carried_by_the_link(page, server):
    open_board(page, f"{server}/?{THREE}")
    expect_beat(page, 1)
    board(page).locator('[data-option="0"]').click()
    expect_beat(page, 2)
    expect(beat(page, 2)).to_be_focused()
    expect(board(page).locator(".beat-guess")).to_contain_text("It closes to a line")
    expect(page).to_have_url(re.compile("beat=2"), timeout=PATIENCE)
    before = surface(page).bounding_box()["y"]
    page.mouse.click(*spot(page, 0.6, 0.3))
    result = board(page).locator(".beat-result")
    expect(result).to_contain_text(
        re.compile(r"^✗ Not as you guessed\. .*\d\.\d\d wide, with it \d\.\d\d\."), timeout=PATIENCE
    )
    assert abs(surface(page).bounding_box()["y"] - before) < 4, "the answer pushed the stage away"
    beat(page, 4).click()
    expect(result).to_contain_text(re.compile(r"CNP misses one of its points by \d"), timeout=PATIENCE)
    expect(page).to_have_url(re.compile("beat=4"), timeout=PATIENCE)
    address = page.url
    page.goto("about:blank")
    open_board(page, address)
    expect_beat(page, 4)
    assert not page.errors


def test_a_lecture_by_keys(page, server):
    open_board(page, f"{server}/masks?{THREE}")
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keys and links")
    expect(help_).to_contain_text("presenter mode")
    expect(help_).to_contain_text("lead, controls, data, beats")
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    page.keyboard.press("p")
    expect_presenting(page)
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    expect(page.get_by_role("link", name="Attention", exact=True)).to_be_hidden()
    expect(board(page).locator(".lenses")).to_be_hidden()
    fills_the_screen(page)
    page.keyboard.press("ArrowRight")
    expect_beat(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_beat(page, 1)
    page.keyboard.press("l")
    page.keyboard.press("g")
    expect_presenting(page, "lens", "ledger")
    expect(board(page).locator('[data-panel="mask"]')).to_be_visible()
    expect(board(page).locator(".ledger")).to_be_visible()
    expect(page.get_by_role("radio", name="Causal targets")).to_be_hidden()
    page.keyboard.press("s")
    expect(page.get_by_role("radio", name="Causal targets")).to_be_visible()
    for key in "lgs":
        page.keyboard.press(key)
    expect_presenting(page)
    page.keyboard.press("q")
    expect(board(page).locator(".qr-code img")).to_be_visible(timeout=PATIENCE)
    expect(board(page).locator(".qr-link")).to_contain_text("/masks?v=1&p=-1.5,0.5;-1,0.2;1.5,1")
    page.keyboard.press("q")
    expect(board(page).locator(".qr-code")).to_be_hidden()
    page.keyboard.press("2")
    expect(board(page).locator('[data-handle="query"]')).to_be_visible(timeout=PATIENCE)
    expect_presenting(page)
    expect(board(page).locator('[data-action="lens"]')).to_be_visible()
    page.keyboard.press("7")
    expect(board(page).locator('[data-handle="wipe"]')).to_be_visible(timeout=PATIENCE)
    expect(board(page).locator('[data-action="lens"]')).to_be_hidden()  # the zoo has none
    page.keyboard.press("l")
    expect_presenting(page)
    page.keyboard.press("Escape")
    expect(board(page)).not_to_have_attribute("data-presents", re.compile("."))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not page.errors


def fills_the_screen(page: Page) -> None:
    box, screen = surface(page).bounding_box(), page.viewport_size
    assert box["width"] > 0.95 * screen["width"] and box["height"] > 0.5 * screen["height"]
    assert box["y"] + box["height"] < screen["height"]


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
def test_the_hand_meets_what_it_sees_on_a_magnified_board(new_page, server, size):
    page = new_page(viewport=dict(zip(("width", "height"), size)))
    open_board(page, f"{server}/?{THREE}")
    page.keyboard.press("P")
    expect_presenting(page)
    expect(board(page)).to_have_attribute("style", re.compile("zoom"))
    fills_the_screen(page)
    page.mouse.click(*spot(page, 0.6, 0.4))
    expect(role(page, "context")).to_have_count(4)
    x, y = middle(role(page, "context").nth(3))
    wanted = spot(page, 0.6, 0.4)
    assert abs(x - wanted[0]) < 3 and abs(y - wanted[1]) < 3
    # The new point has the focus: arrows are its own, Page Down is the lecture's.
    moved = role(page, "context").nth(3).get_attribute("data-x")
    page.keyboard.press("ArrowRight")
    expect(role(page, "context").nth(3)).not_to_have_attribute("data-x", moved)
    expect_beat(page, 1)
    page.keyboard.press("PageDown")
    expect_beat(page, 2)
    page.keyboard.press("Control+z")
    expect(role(page, "context").nth(3)).to_have_attribute("data-x", moved)
    board(page).locator('[data-action="clear"]').click()
    page.keyboard.press("ArrowRight")
    expect_beat(page, 3)
    log = board(page).locator(".key-log li")
    expect(log).to_have_text(["→ Explain", "Clear", "Ctrl Z undo", "Page Down Play", "P presenter"])
    assert not page.errors


def test_a_link_leaves_parts_out(page, server):
    open_board(page, f"{server}/?{THREE}&hide=lead,lens,data,beats,nonsense")
    expect(board(page).locator(".beats")).to_be_hidden()
    expect(board(page).locator(".lenses")).to_be_hidden()
    expect(page.get_by_text("Four trained neural processes answer")).to_have_count(0)
    expect(page.get_by_text("“nonsense” is no part that a link can hide")).to_be_visible()
    page.get_by_role("link", name="Attention masks", exact=True).click()
    expect(board(page).locator('[data-panel="mask"]')).to_be_attached(timeout=PATIENCE)
    expect(board(page).locator(".lenses")).to_be_hidden()
    expect(page).to_have_url(re.compile("hide="))
