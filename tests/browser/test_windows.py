"""A test begins in a window as if nobody had used it, though an earlier test has."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.board import board, click, open_board, positions, role
from tests.windows import Windows

LEAVE = """() => {
  localStorage.setItem("left", "1");
  sessionStorage.setItem("left", "1");
  document.cookie = "left=1";
  return new Promise((done) => (indexedDB.open("left").onsuccess = done)).then(() => undefined);
}"""
FIND = """async () => [
  localStorage.getItem("left"), sessionStorage.getItem("left"), document.cookie.includes("left"),
  (await indexedDB.databases()).length, matchMedia("(prefers-color-scheme: dark)").matches, innerWidth,
  (await navigator.permissions.query({ name: "geolocation" })).state,
]"""
SIZE = {"width": 800, "height": 600}


@pytest.fixture
def own(chromium):
    """Windows of this test alone."""
    found = Windows(chromium, 60_000)
    yield found
    found.close()


def visit(page, server):
    page.goto(f"{server}/_stcore/health")
    return page


def test_the_next_page_of_a_window_finds_nothing_of_the_last(own, boards):
    page = visit(own.open(viewport=SIZE), boards)
    fresh = page.evaluate(FIND)
    page.context.grant_permissions(["geolocation"])
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size({"width": 500, "height": 500})
    page.evaluate(LEAVE)
    assert page.evaluate(FIND) != fresh
    page.evaluate("console.error('a fault')")
    own.empty()
    again = visit(own.open(viewport=SIZE), boards)
    assert again.context == page.context, "the window is kept"
    assert again.evaluate(FIND) == fresh and again.errors == []


def test_two_pages_of_a_test_are_in_two_windows(own, boards):
    one, other = (visit(own.open(viewport=SIZE), boards) for _ in range(2))
    one.evaluate(LEAVE)
    assert one.context != other.context
    assert other.evaluate("localStorage.getItem('left')") is None
    assert own.open(viewport=SIZE, has_touch=True).evaluate("navigator.maxTouchPoints") > 0


def test_a_drawing_stays_behind(own, boards):
    page = own.open(viewport=SIZE)
    open_board(page, boards)
    first = positions(page)
    click(page, 0.5, 0.3)
    expect(role(page, "context")).to_have_count(len(first) + 1)
    own.empty()
    page = own.open(viewport=SIZE)
    open_board(page, boards)
    assert positions(page) == first
    expect(board(page).locator('[data-action="undo"]')).to_be_disabled()


def test_a_kept_page_outlasts_its_test(own, boards):
    page, other = visit(own.keep(viewport=SIZE), boards), own.open(viewport=SIZE)
    own.empty()
    assert other.is_closed() and page.evaluate("innerWidth") == SIZE["width"]
    own.release(page)
    assert page.is_closed()
