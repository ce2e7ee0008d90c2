"""Zooming and panning x beyond the training range, by wheel, axis, buttons and keys, and what follows the view."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.board import (
    PATIENCE,
    await_frames,
    board,
    middle,
    open_board,
    painted_after,
    positions,
    role,
    seq,
    spot,
    surface,
)
from tests.editing import button, drag, ends, frame, held, open_points, view, with_points


class Answers:
    """What the live link answers first to each request. While it is held it waits here, and with it all that Python
    sends: a board that waits for long for its link paints what a rerun of the page brings."""

    def __init__(self, page):
        self._page, self._held, self._waiting, self._reruns, self._routes = page, False, [], [], []
        page.route_web_socket("**/live", self._opened)
        page.route_web_socket("**/_stcore/stream", self._stream)

    def _opened(self, route):
        self._routes.append(route)
        route.connect_to_server().on_message(self._arrived)

    def _arrived(self, message):
        if self._held and json.loads(message).get("part") == "now":
            self._waiting.append(message)
        else:
            self._routes[-1].send(message)

    def _stream(self, route):
        def arrived(message):
            self._reruns.append((route, message))
            if not self._held:
                self._rerun()

        route.connect_to_server().on_message(arrived)

    def _rerun(self):
        while self._reruns:
            route, message = self._reruns.pop(0)
            route.send(message)

    def hold(self):
        self._held = True

    def arrived(self):
        """Waits until an answer has come and is held."""
        await_frames(self._page, lambda: bool(self._waiting), "an answer")

    def pass_one(self):
        self._routes[-1].send(self._waiting.pop(0))

    def release(self):
        self._held = False
        while self._waiting:
            self.pass_one()
        self._rerun()


def zoom(page, x, y, delta) -> None:
    page.mouse.move(x, y)
    with held(page, "Control"):
        page.mouse.wheel(0, delta)


def expect_ends(page, wanted, which) -> None:
    """The curve comes to stand there. While answers are held nothing else can move it, so a wrong place would stay."""
    await_frames(page, lambda: ends(page) == wanted, which)


def expect_from_end_to_end(page) -> None:
    """The curve of the view of now is drawn: an answer to an older view may be painted before it."""
    expect_ends(page, pytest.approx(frame(page), abs=1), "from edge to edge")


def test_zoom_and_pan_draw_the_curve_from_end_to_end(visit):
    page = visit.at(with_points("attention"))
    assert view(page) == (-3, 3)
    still = middle(role(page, "context").nth(2))
    number = seq(page)
    zoom(page, *still, 200)
    expect(surface(page)).not_to_have_attribute("data-view", "-3,3")
    low, high = view(page)
    assert high - low > 7 and middle(role(page, "context").nth(2)) == pytest.approx(still, abs=1.5)
    painted_after(page, number)
    expect_from_end_to_end(page)
    number, axis = seq(page), board(page).locator(".x-axis").bounding_box()
    y = axis["y"] + axis["height"] - 6
    drag(page, (axis["x"] + 300, y), (axis["x"] + 100, y))
    moved = view(page)
    assert moved[0] > low + 1 and moved[1] - moved[0] == pytest.approx(high - low, abs=1e-3)
    painted_after(page, number)
    expect(role(page, "context")).to_have_count(3)
    assert positions(page) == [(-1.5, 0.5), (0, -1), (1.5, 1)]
    surface(page).focus()
    page.keyboard.press("0")
    expect(surface(page)).to_have_attribute("data-view", "-3,3")
    page.keyboard.press("+")
    expect(surface(page)).to_have_attribute("data-view", "-2.4,2.4")
    assert page.evaluate("() => [scrollX, visualViewport.scale]") == [0, 1]
    expect(button(page, "undo")).to_be_disabled()
    assert not page.errors


def test_the_picture_does_not_jump_while_the_answer_is_under_way(page, boards):
    """Nor when an answer to an older view comes late: its curve, too, stands where it belongs in the view of now."""
    answers = Answers(page)
    open_points(page, boards)
    answers.hold()
    number = seq(page)
    button(page, "zoom-out").click()
    expect(surface(page)).to_have_attribute("data-view", "-4.5,4.5")
    left, right = frame(page)
    sixth = (right - left) / 6
    narrow = pytest.approx((left + sixth, right - sixth), abs=1)
    expect_ends(page, narrow, "the old curve, in the new frame")
    small = board(page).locator('[data-panel="cnp"] .plot')
    expect(small).to_have_attribute("data-view", "-4.5,4.5")
    assert seq(page) == number
    answers.release()
    expect_from_end_to_end(page)

    answers.hold()
    number = seq(page)
    button(page, "zoom-in").click()
    answers.arrived()
    button(page, "zoom-out").click()
    expect(surface(page)).to_have_attribute("data-view", "-4.5,4.5")
    answers.pass_one()
    painted_after(page, number)
    expect_ends(page, narrow, "the answer to the view before, in the frame of now")
    answers.release()
    expect_from_end_to_end(page)


def test_fit_shows_points_far_away_and_the_view_travels_in_the_link(visit):
    page = visit.at(with_points(p="-1,0.5;7.5,-1"))
    expect(surface(page)).not_to_have_attribute("data-view", "-3,3")
    assert view(page)[0] < -1 and view(page)[1] > 7.5, "what is handed over is seen"
    surface(page).focus()
    page.keyboard.press("0")
    outside = board(page).locator(".panel.stage .tint-label", has_text="outside this view")
    expect(outside).to_have_text("1 point outside this view: Fit shows all")
    number = seq(page)
    button(page, "fit").click()
    expect(outside).to_be_hidden()
    low, high = view(page)
    assert low < -1 and high > 7.5
    painted_after(page, number)
    button(page, "zoom-in").click()
    page.mouse.click(*middle(role(page, "context").nth(0)), button="right")
    page.keyboard.press("Control+z")
    assert view(page) != (low, high), "undo brings points back and leaves the view"
    visit.at("?v=1&p=7,0.5&c=view:4,9.5")
    assert view(page) == (4, 9.5)
    expect(role(page, "equation")).to_contain_text("x = 4.00")
    zoom(page, *spot(page, 0.5, 0.5), -50)
    expect(surface(page)).not_to_have_attribute("data-view", "4,9.5")
    assert not page.errors


def test_a_link_with_a_view_that_cannot_be_drawn_still_shows_its_points(page, server):
    open_board(page, f"{server}/?v=1&p=0.5,1&c=view:9,-9")
    assert (view(page), positions(page)) == ((-3, 3), [(0.5, 1)])
    expect(page.get_by_test_id("stAlert")).to_contain_text("must be [low, high]")
    number = seq(page)
    page.mouse.click(*spot(page, 0.3, 0.3))
    painted_after(page, number)
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_strips_and_the_moved_world_follow_the_view(visit):
    page = visit.at("equivariance?v=1&p=-1,0.5;1,-1&c=tau:2")
    button(page, "zoom-out").click()
    expect(surface(page)).to_have_attribute("data-view", "-4.5,4.5")
    moved = board(page).locator('[data-panel="moved"] .plot')
    expect(moved).to_have_attribute("data-view", "-2.5,6.5")
    strip = board(page).locator('[data-panel="moved"] path[data-role="mean"]')
    expect(strip).to_have_attribute("d", re.compile(rf"^M{frame(page)[0]:g} "), timeout=PATIENCE)
    sweep = board(page).locator('[data-panel="sweep"] .plot')
    expect(sweep).to_have_attribute("data-view", "-6,6")
    strip.scroll_into_view_if_needed()
    box = strip.bounding_box()
    with held(page, "Shift"):
        page.mouse.move(box["x"] + 50, box["y"] + 5)
        page.mouse.wheel(0, 100)
    expect(surface(page)).not_to_have_attribute("data-view", "-4.5,4.5")
    assert view(page)[0] > -4.5
    assert not page.errors


def test_a_pinch_on_a_touchpad_zooms_in_safari_too(visit):
    """Safari tells of it by events of its own, which no other browser has."""
    page = visit.at(with_points())
    surface(page).evaluate(
        """(node) => {
          const { left, width, top } = node.getBoundingClientRect();
          for (const [name, scale] of [["gesturestart", 1], ["gesturechange", 1.5], ["gesturechange", 2]]) {
            const event = new Event(name, { bubbles: true, cancelable: true });
            node.dispatchEvent(Object.assign(event, { scale, clientX: left + width / 2, clientY: top + 90 }));
            if (!event.defaultPrevented) throw new Error("the page would have been magnified");
          }
        }"""
    )
    expect(surface(page)).not_to_have_attribute("data-view", "-3,3")
    low, high = view(page)
    assert high - low == pytest.approx(3, abs=1e-3)


def test_a_query_out_of_view_stands_in_the_middle_and_is_back_in_its_place(visit):
    page = visit.at(with_points("attention", c="query:-1;view:2,8"))
    handle = page.locator('[data-handle="query"]')
    expect(handle).to_have_attribute("aria-valuenow", "5")
    expect(board(page).locator('[data-role="equation"]')).to_contain_text("x = 5.00")
    button(page, "fit").click()
    expect(handle).to_have_attribute("aria-valuenow", "-1")
    grip = middle(handle.locator(".handle-grip"))
    drag(page, grip, (grip[0] + 150, grip[1]))
    expect(handle).not_to_have_attribute("aria-valuenow", "-1")
    assert -1 < float(handle.get_attribute("aria-valuenow")) < 3
    assert not page.errors
