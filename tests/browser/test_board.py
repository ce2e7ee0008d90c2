"""The drawing board on the pages of the app: editing by mouse, keyboard and finger, and how it is laid out."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import expect

from tests.board import (
    PATIENCE,
    board,
    click,
    middle,
    open_board,
    painted_after,
    positions,
    role,
    seq,
    shape,
    spot,
    surface,
)
from tests.looks import settled

THREE = "?v=1&p=-1.5,0.5;0,-1;1.5,1"


def test_the_band_follows_during_the_drag(visit):
    page = visit.at(THREE)
    band, number = shape(page), seq(page)
    path = role(page, "band").first.element_handle()
    page.mouse.move(*middle(role(page, "context").nth(1)))
    page.mouse.down()
    page.mouse.move(*spot(page, 0.5, 0.2), steps=8)
    painted_after(page, number)
    expect(role(page, "band").first).not_to_have_attribute("d", band)
    expect(board(page).locator(".tip")).to_have_text(re.compile(r"x −?\d\.\d\d.y \d\.\d\d"))
    page.mouse.up()
    assert path.evaluate("node => node.isConnected"), "the path was replaced, not rewritten"
    assert positions(page)[0] == (-1.5, 0.5)
    assert positions(page)[1][1] > 1
    assert all(value == round(value, 3) for pair in positions(page) for value in pair), "a link has no more digits"


def test_points_are_removed_and_undo_brings_them_back(visit):
    page = visit.at(THREE)
    for way in ("right-click", "double-click", "Delete", "Backspace"):
        number, place = seq(page), middle(role(page, "context").nth(1))
        if way == "double-click":
            page.mouse.dblclick(*place)
        else:
            page.mouse.click(*place, button="right" if way == "right-click" else "left")
        if way in ("Delete", "Backspace"):
            page.keyboard.press(way)
        number = painted_after(page, number)
        assert positions(page) == [(-1.5, 0.5), (1.5, 1.0)], way
        page.keyboard.press("Control+z")
        painted_after(page, number)
        assert positions(page) == [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)], way


def test_two_clicks_with_a_change_between_are_no_double_click(visit):
    """A point that was removed and brought back by keys, or moved: the next click on it is a first one."""
    page = visit.at(THREE)
    mouse, now = page.context.new_cdp_session(page), time.time()
    x, y = middle(role(page, "context").nth(1))

    def click_at(seconds, across=0):
        for kind, at in (("mousePressed", x), ("mouseMoved", x + across), ("mouseReleased", x + across)):
            event = {"type": kind, "x": at, "y": y, "button": "left", "buttons": 1, "clickCount": 1}
            mouse.send("Input.dispatchMouseEvent", event | {"timestamp": now + seconds})

    click_at(0.0)
    page.keyboard.press("Delete")
    expect(role(page, "context")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(role(page, "context")).to_have_count(3)
    click_at(0.1)
    click_at(0.2, across=30)
    x += 30
    click_at(0.3)
    settled(page)
    expect(role(page, "context")).to_have_count(3)
    click_at(0.4)
    expect(role(page, "context")).to_have_count(2)


def test_a_finger_taps_drags_and_presses_long(visit):
    page = visit.at(THREE, {"width": 390, "height": 800}, has_touch=True)
    number = seq(page)
    page.touchscreen.tap(*spot(page, 0.4, 0.7))
    expect(role(page, "context")).to_have_count(4)
    painted_after(page, number)
    touch = page.context.new_cdp_session(page)
    x, y = middle(role(page, "context").nth(0))
    for kind, dx in (("touchStart", 0), ("touchMove", 20), ("touchMove", 40)):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x + dx, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(role(page, "context").nth(0)).not_to_have_attribute("data-x", "-1.5")
    x, y = middle(role(page, "context").nth(0))
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(role(page, "context")).to_have_count(3, timeout=PATIENCE)


def test_the_keyboard_does_what_the_mouse_does(visit):
    page = visit.at(THREE)
    number = seq(page)
    surface(page).focus()
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Enter")
    expect(role(page, "context")).to_have_count(4)
    assert positions(page)[3][1] > 0.5
    board(page).locator(".panel.stage .point").nth(0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    x, y = positions(page)[0]
    assert x == pytest.approx(-1.44) and y < 0.5 - 0.2
    page.keyboard.press("Delete")
    expect(role(page, "context")).to_have_count(3)
    page.keyboard.press("Control+z")
    expect(role(page, "context")).to_have_count(4)
    page.keyboard.press("Control+Shift+Z")
    expect(role(page, "context")).to_have_count(3)
    painted_after(page, number)
    assert not page.errors


def test_clear_reset_undo_and_redo(visit):
    page = visit.at(THREE)
    button = lambda name: board(page).locator(f'[data-action="{name}"]')  # noqa: E731
    expect(button("undo")).to_be_disabled()
    page.mouse.click(*middle(role(page, "context").nth(0)))
    expect(button("undo")).to_be_disabled()  # a click on a point is no step
    assert positions(page)[0] == (-1.5, 0.5)
    button("clear").click()
    expect(role(page, "context")).to_have_count(0)
    expect(board(page).locator(".hint")).to_be_visible()
    button("undo").click()
    expect(role(page, "context")).to_have_count(3)
    button("redo").click()
    expect(role(page, "context")).to_have_count(0)
    click(page, 0.3, 0.3)
    button("reset").click()
    assert positions(page) == [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]


def test_the_board_says_calmly_when_it_is_full(visit):
    points = ";".join(f"{-2.9 + 0.0227 * i:.3f},{(i % 5) / 5:.1f}" for i in range(256))
    page = visit.at(f"?v=1&p={points}")
    expect(role(page, "context")).to_have_count(256)
    page.mouse.click(*spot(page, 0.5, 0.8))
    expect(board(page).locator(".message")).to_contain_text("at most 256 points")
    expect(role(page, "context")).to_have_count(256)


def test_a_heat_map_cell_lights_its_point_and_thread(visit):
    page = visit.at("attention")
    heat = board(page).locator('[data-panel="matrix"] .heat-over')
    expect(heat).to_be_visible(timeout=PATIENCE)
    heat.scroll_into_view_if_needed()
    cells = board(page).locator('[data-panel="matrix"] canvas').bounding_box()
    page.mouse.move(cells["x"] + cells["width"] - 8, cells["y"] + cells["height"] / 2)
    expect(board(page).locator(".tip.on")).to_contain_text(re.compile(r"key.*: \d\.\d{3}"))
    expect(board(page).locator(".panel.stage .point.lit")).to_have_count(1)
    expect(board(page).locator('[data-role="thread"].lit')).to_have_count(1)
    page.mouse.move(5, 5)
    expect(board(page).locator(".lit")).to_have_count(0)


def test_strips_align_with_the_stage_to_the_pixel(visit):
    page = visit.at("setconv")
    expect(board(page).locator(".panel.strip .frame").first).to_be_visible(timeout=PATIENCE)
    frames = board(page).locator(":is(.panel.stage, .panel.strip) .frame")
    boxes = [frames.nth(i).bounding_box() for i in range(frames.count())]
    assert len(boxes) > 1
    assert len({(box["x"], box["width"]) for box in boxes}) == 1


def test_nothing_scrolls_sideways_and_the_order_is_kept(visit):
    page = visit.at(size={"width": 375, "height": 900})
    for width in (375, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        settled(page)
        assert_in_order(page, width, columns=1 if width == 375 else 2)


def assert_in_order(page, width, columns):
    """Stage, readings and pictures stand below or beside each other, and all of it fits across."""
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = {
        name: board(page).locator(f".{name}").first.bounding_box() for name in ("left", "under", "lenses", "multiples")
    }
    assert box["left"]["y"] < box["under"]["y"] < box["multiples"]["y"]
    if columns == 1:
        assert box["under"]["y"] < box["lenses"]["y"] < box["multiples"]["y"]
    else:
        assert box["lenses"]["x"] > box["left"]["x"] + box["left"]["width"]
        assert 0.55 < box["left"]["width"] / (box["left"]["width"] + box["lenses"]["width"]) < 0.65


@pytest.mark.rare
def test_a_server_without_the_socket_answers_by_rerun(page, plain_server):
    open_board(page, plain_server)
    before = role(page, "context").count()
    band = shape(page)
    click(page, 0.5, 0.85)
    expect(role(page, "context")).to_have_count(before + 1)
    expect(role(page, "band").first).not_to_have_attribute("d", band, timeout=PATIENCE)
    expect(board(page).locator(".message")).to_have_text(re.compile("page rerun"), timeout=PATIENCE)
