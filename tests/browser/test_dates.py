"""Dates along x: a pasted table whose axis, points and shift are dates and days."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from pages.shared.drawing.codec import to_link
from pages.shared.drawing.state import DrawingState
from tests.board import PATIENCE, board, data_menu, middle, open_board, role
from tests.looks import faults, settled
from tests.moments import HOURLY

YEAR = "date,flow\n" + "\n".join(f"2024-{month:02d}-{day:02d},{16 - day}" for month in range(1, 13) for day in (1, 15))


def test_a_pasted_table_of_dates_has_dates_everywhere(new_page, server):
    page = new_page()
    open_board(page, f"{server}/?v=1&p=-1.5,0.5;0,-1;1.5,1&c=tau:0")
    form = data_menu(page, "Your data")
    text = form.get_by_label("Lines of x, y")
    text.fill(YEAR)
    text.blur()
    expect(form).to_contain_text("24 points read.")
    form.get_by_role("button", name="Put on the board").click()
    stage = board(page).locator(".panel.stage")
    expect(stage.locator("text.axis").first).to_have_text("date", timeout=PATIENCE)
    expect(stage.locator("text.tick").filter(has_text=re.compile(r"^2024-07$"))).to_be_visible()
    last = role(page, "context").last
    assert "x 2024-12-15, y 1.0" in last.locator("xpath=..").get_attribute("aria-label")
    across, down = middle(last)
    page.mouse.move(across, down)
    page.mouse.down()
    page.mouse.move(across - 20, down, steps=3)
    expect(board(page).locator(".tip.on")).to_have_text(re.compile(r"^x 2024-1[12]-\d\d\sy 1\.0"))
    page.mouse.up()
    expect(role(page, "caption")).to_contain_text(re.compile(r"At x = 20\d\d-\d\d-\d\d"))
    board(page).locator('[data-control="tau"]').press("ArrowRight")
    expect(board(page).locator(".shift-text")).to_have_text(re.compile(r"all x \+\d days"))
    assert not page.errors


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_dates_neither_overlap_nor_leave_their_panels(visit, width, height):
    """Above all the many labels of cells and bars."""
    points = tuple((-2 + i / 3, i % 3 / 3) for i in range(13))
    link = urlencode(to_link(DrawingState(points, {}, HOURLY)))
    for path in ("kernels", "setconv"):
        page = visit.at(f"{path}?{link}", {"width": width, "height": height})
        settled(page)
        assert not faults(page), path
