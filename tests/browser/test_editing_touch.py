"""Editing by finger: the lasso tool, groups, the handle of the whole data set, pinch and pan."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.board import board, middle, positions, role, spot, surface
from tests.editing import Fingers, button, selected, view, with_points

PHONE = {"width": 390, "height": 800}
THREE = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]


def shifted(place, dx, dy=0.0):
    return place[0] + dx, place[1] + dy


def test_a_finger_draws_a_lasso_and_drags_the_group(visit):
    page = visit.at(with_points("attention"), PHONE, has_touch=True)
    fingers = Fingers(page)
    page.touchscreen.tap(*middle(button(page, "lasso")))
    expect(button(page, "lasso")).to_have_attribute("aria-pressed", "true")
    corners = [spot(page, *at) for at in ((0.17, 0.2), (0.6, 0.2), (0.6, 0.85), (0.17, 0.85), (0.17, 0.3))]
    fingers.go(*([corner] for corner in corners))
    assert selected(page) == [0, 1] and len(positions(page)) == 3
    start = middle(role(page, "context").nth(0))
    fingers.go([start], [shifted(start, 20, -5)], [shifted(start, 40, -10)])
    (ax, _), (bx, _), last = positions(page)
    assert ax - THREE[0][0] == pytest.approx(bx - THREE[1][0], abs=2e-3) and ax > -1.2 and last == THREE[2]
    page.touchscreen.tap(*middle(role(page, "context").nth(2)))
    assert selected(page) == [0, 1, 2], "with the tool a tap on a point selects it"
    page.touchscreen.tap(*middle(button(page, "remove-selected")))
    expect(role(page, "context")).to_have_count(0)
    page.touchscreen.tap(*middle(button(page, "lasso")))
    page.touchscreen.tap(*spot(page, 0.5, 0.5))
    expect(role(page, "context")).to_have_count(1)
    page.touchscreen.tap(*middle(button(page, "undo")))
    page.touchscreen.tap(*middle(button(page, "undo")))
    expect(role(page, "context")).to_have_count(3)
    assert not page.errors


def test_a_long_press_on_one_of_the_selected_removes_them_all(visit):
    page = visit.at(with_points(), PHONE, has_touch=True)
    surface(page).focus()
    page.keyboard.press("Control+a")
    place = middle(role(page, "context").nth(1))
    page.context.new_cdp_session(page).send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": place[0], "y": place[1]}]}
    )
    expect(role(page, "context")).to_have_count(0)
    expect(board(page).locator(".hint")).to_be_visible()


def test_two_fingers_zoom_and_pan_and_one_moves_the_world(visit):
    page = visit.at(with_points(), PHONE, has_touch=True)
    fingers = Fingers(page)
    middle_of, y = spot(page, 0.55, 0.5)
    apart = [[(middle_of - d, y), (middle_of + d, y)] for d in (120, 90, 60)]
    fingers.go(*apart)
    low, high = view(page)
    assert high - low == pytest.approx(12, abs=1)
    slid = [[(middle_of - 60 + d, y), (middle_of + 60 + d, y)] for d in (0, 30, 60)]
    fingers.go(*slid)
    assert view(page)[0] < low - 1 and view(page)[1] - view(page)[0] == pytest.approx(high - low, abs=0.2)
    assert positions(page) == THREE and selected(page) == []
    axis = board(page).locator(".x-axis").bounding_box()
    at = (axis["x"] + 150, axis["y"] + 8)
    before = view(page)
    fingers.go([at], [shifted(at, -20)], [shifted(at, -60)])
    assert view(page)[0] > before[0]
    grip = middle(board(page).locator(".shift-grip"))
    fingers.go([grip], [shifted(grip, 10)], [shifted(grip, 30)])
    expect(board(page).locator('[data-control="tau"]')).not_to_have_value("0")
    assert positions(page) == THREE
    assert page.evaluate("visualViewport.scale") == 1
    expect(role(page, "context")).to_have_count(3)
    assert not page.errors
