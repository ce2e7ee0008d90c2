"""Error bars of one's own data: they stand at the points as these were measured."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import board, middle, role
from tests.editing import button

LINK = "?v=1&o=1990,10;1994,20&u=1992,1;15,5&ux=year&uy=flow&ue=5;"


def test_a_bar_stays_until_its_point_is_moved_and_comes_back_with_undo(visit):
    page = visit.at(LINK)
    bars = board(page).locator(".panel.stage .error-bar:not([hidden])")
    expect(bars).to_have_count(1)
    low, high = (float(bars.get_attribute(name)) for name in ("y1", "y2"))
    dots = [float(dot.get_attribute("cy")) for dot in role(page, "context").all()]
    one_sd = (dots[0] - dots[1]) / 2
    assert abs((low - high) - 2 * one_sd) < 1 and abs((low + high) / 2 - dots[0]) < 0.2
    point = board(page).locator(".panel.stage .point").first
    expect(point).to_have_attribute("aria-label", "context point 1 of 2, x 1990.00, y 10.00 ± 5.00")
    x, y = middle(role(page, "context").first)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 40, steps=4)
    page.mouse.up()
    expect(bars).to_have_count(0)
    button(page, "undo").click()
    expect(bars).to_have_count(1)
    assert not page.errors
