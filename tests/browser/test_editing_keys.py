"""Editing without a pointer: one session by keyboard alone, and what a screen reader hears of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.board import board, positions, role, surface
from tests.editing import button, selected, with_points

FOCUSED = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  return node?.getAttribute("aria-label") ?? "";
}"""


def focused(page) -> str:
    """The accessible name of what is in focus."""
    return page.evaluate(FOCUSED)


def press(page, *keys) -> None:
    for key in keys:
        page.keyboard.press(key)


def expect_focus(page, name: str) -> None:
    page.wait_for_function(f"(wanted) => ({FOCUSED})() === wanted", arg=name)


def test_a_session_by_keyboard_alone(visit):
    page = visit.at(with_points("masks"))
    surface(page).focus()
    press(page, "Tab")
    assert focused(page) == "context point 1 of 3, x −1.50, y 0.50"
    press(page, "ArrowRight", "Shift+ArrowUp")
    assert positions(page)[0] == (-1.44, 0.8)
    expect_focus(page, "context point 1 of 3, x −1.44, y 0.80")
    press(page, "n")
    assert positions(page)[3] == (-1.14, 0.8)
    press(page, "Tab", "Delete")
    assert [x for x, _ in positions(page)] == [-1.44, 1.5, -1.14]
    expect_focus(page, "context point 2 of 3, x 1.50, y 1.00")
    press(page, "Space", "Tab", "Space")
    assert selected(page) == [1, 2]
    expect_focus(page, "context point 3 of 3, x −1.14, y 0.80, selected")
    press(page, "ArrowLeft")
    assert [x for x, _ in positions(page)] == [-1.44, 1.44, -1.2]
    press(page, "Delete")
    assert [x for x, _ in positions(page)] == [-1.44]
    expect_focus(page, "context point 1 of 1, x −1.44, y 0.80")
    press(page, "Tab")
    assert focused(page) == "Shift of all inputs x"
    press(page, "Shift+ArrowRight")
    expect(board(page).locator('[data-control="tau"]')).to_have_value("0.5")
    press(page, "Shift+Tab", "Delete")
    assert focused(page).startswith("Drawing board")
    press(page, "Shift+ArrowRight", "ArrowUp", "Enter", "-", "-")
    assert positions(page) == [(0.6, 0.12)]
    expect(surface(page)).to_have_attribute("data-view", "-4.6875,4.6875")
    press(page, "0", *["Control+z"] * 9)
    expect(button(page, "undo")).to_be_disabled()
    assert positions(page) == [(-1.5, 0.5), (0, -1), (1.5, 1)]
    assert not page.errors


def test_a_held_arrow_moves_on_past_the_edge_and_speaks_once_at_rest(visit):
    page = visit.at(with_points(p="2.9,0.5"))
    spoken = board(page).locator("> .unseen[aria-live]")
    spoken.evaluate(
        "node => { window.told = []; new MutationObserver(() => told.push(node.textContent)).observe("
        "node, {childList: true, characterData: true, subtree: true}) }"
    )
    surface(page).focus()
    page.keyboard.press("Tab")
    for _ in range(12):
        page.keyboard.down("ArrowRight")
    assert positions(page) == [(pytest.approx(3.62, abs=0.02), 0.5)]
    edge = f"{positions(page)[0][0]:g}"
    expect(surface(page)).to_have_attribute("data-view", re.compile(f",{edge}$"))  # from the next frame on
    assert page.evaluate("told") == []
    page.keyboard.up("ArrowRight")
    expect(spoken).to_have_text(re.compile(r"^x 3\.\d\d, y 0\.50$"))
    assert len(page.evaluate("told")) == 1
    page.keyboard.press("Control+z")
    assert positions(page) == [(2.9, 0.5)], "a key held down is one step"


def test_what_is_in_focus_can_be_seen(visit):
    page = visit.at(with_points("masks"))
    surface(page).focus()
    for kind in (".point .halo", ".point .halo", ".point .halo", ".shift .shift-grip", ".target-focus .target-ring"):
        page.keyboard.press("Tab")
        mark = board(page).locator(f":focus-visible {kind.split()[1]}")
        expect(mark).to_have_count(1)
        expect(mark).to_have_css("opacity", "1")
        width, stroke = mark.evaluate("n => { const s = getComputedStyle(n); return [s.strokeWidth, s.stroke] }")
        assert float(width.removesuffix("px")) >= 2 and stroke != "none", kind
    assert role(page, "context").count() == 3
