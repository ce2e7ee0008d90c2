"""A click adds a point wherever it falls on the stage; only a drag moves what lies there. Every target is in reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.board import board, middle, positions, role, spot, surface
from tests.editing import Fingers, button, drag, with_points


def query(page):
    return float(board(page).locator('[data-handle="query"]').get_attribute("aria-valuenow"))


def on_query(page, part):
    """A place on the query's line or on its grip, in pixels of the screen."""
    if part == "grip":
        return middle(board(page).locator(".handle-grip"))
    x, _ = middle(board(page).locator(".handle-grip"))
    return x, spot(page, 0.5, 0.3)[1]


def test_a_click_on_the_query_line_adds_a_point_and_a_drag_moves_it(visit):
    page = visit.at(with_points("attention", p="-1.5,0.5;1.5,1", c="tau:0;query:0.4"))
    for part in ("line", "grip"):
        page.mouse.click(*on_query(page, part))
        expect(role(page, "context")).to_have_count(3)
        assert positions(page)[-1][0] == pytest.approx(0.4, abs=0.02) and query(page) == 0.4
        button(page, "undo").click()
        expect(role(page, "context")).to_have_count(2)
        expect(button(page, "undo")).to_be_disabled()
        x, y = on_query(page, part)
        drag(page, (x, y), (x + 80, y))
        assert query(page) > 0.6 and len(positions(page)) == 2
        button(page, "undo").click()
        expect(board(page).locator('[data-handle="query"]')).to_have_attribute("aria-valuenow", "0.4")
        assert not page.errors


def test_a_tap_on_the_query_line_adds_no_point_and_one_beside_it_does(visit):
    page = visit.at(with_points("attention", p="-1.5,0.5;1.5,1", c="tau:0;query:0.4"), has_touch=True)
    fingers, (x, y) = Fingers(page), on_query(page, "line")
    fingers.go([(x, y)])
    fingers.go([(x - 90, y)])
    expect(role(page, "context")).to_have_count(3)
    assert query(page) == 0.4 and not page.errors


def test_a_click_on_a_curve_or_a_target_adds_a_point(visit):
    page = visit.at(with_points("masks", p="-1.5,0.5;1.5,1"))
    before = targets(page)
    page.mouse.click(*middle(role(page, "target").nth(1)))
    expect(role(page, "context")).to_have_count(3)
    along = "p => { const q = p.getPointAtLength(p.getTotalLength() * 0.2); const m = p.getScreenCTM(); "
    x, y = role(page, "mean").first.evaluate(f"{along} return [q.x * m.a + m.e, q.y * m.d + m.f]; }}")
    page.mouse.click(x, y)
    expect(role(page, "context")).to_have_count(4)
    assert targets(page) == before and not page.errors


def targets(page):
    return role(page, "target").evaluate_all("dots => dots.map((dot) => +dot.dataset.x)")


def test_a_target_under_a_context_point_can_be_dragged_away(visit):
    page = visit.at(with_points("masks", p="-1.5,0.5;0.25,-1.2", c="targets:-1,0.25,1"))
    target, point = role(page, "target").nth(1), role(page, "context").nth(1)
    (x, y), (px, py) = middle(target), middle(point)
    assert x == pytest.approx(px, abs=1)
    drag(page, (px, py), (x, y))  # the point right over the target
    drawn = positions(page)
    grip = board(page).locator(".target-grip").nth(1)
    gx, gy = middle(grip)
    assert gx == pytest.approx(x, abs=1)
    drag(page, (gx, gy), (gx + 90, gy))
    assert targets(page)[1] > 0.5 and targets(page)[::2] == [-1, 1]
    assert positions(page) == drawn and not page.errors


def test_a_target_out_of_view_is_pulled_in_by_its_grip(visit):
    page = visit.at(with_points("masks", p="-1.5,0.5;0.25,-1.2", c="targets:-1,0.25,9"))
    right = surface(page).bounding_box()
    x, y = middle(board(page).locator(".target-grip").nth(2))
    assert x < right["x"] + right["width"]
    drag(page, (x, y), (x - 90, y))
    assert 1 < targets(page)[2] < 3 and not page.errors
