"""The Positional encoding page in a browser: changing p turns the dials and moves the outlined row."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import PATIENCE, board, open_board, role, shape


def test_changing_the_position_turns_the_dials(page, server):
    open_board(page, f"{server}/positional")
    wheels = board(page).locator('[data-panel="wheels"] path[data-line="wave"]')
    row = board(page).locator('[data-panel="encoding"] .active-row')
    expect(wheels).to_have_count(8)
    fastest, slowest = (wheels.nth(i).get_attribute("d") for i in (0, 7))
    band, outlined = shape(page), row.get_attribute("y")
    page.locator('input[data-control="p"]').fill("20")
    expect(board(page).locator('[data-panel="wheels"] h2')).to_contain_text("p = 20", timeout=PATIENCE)
    expect(wheels.first).not_to_have_attribute("d", fastest)
    expect(row).not_to_have_attribute("y", outlined)
    # A dial is drawn in about 50 steps of the circle: the slowest has turned by less than one thousandth of a turn.
    ends = [path.removeprefix("M").split("L")[1] for path in (slowest, wheels.nth(7).get_attribute("d"))]
    (x0, y0), (x1, y1) = (tuple(map(float, end.replace(",", " ").split()[:2])) for end in ends)
    assert abs(x1 - x0) + abs(y1 - y0) < 1
    assert shape(page) == band
    assert not page.errors


def test_a_dial_is_round(page, server):
    open_board(page, f"{server}/positional")
    box = board(page).locator('[data-panel="wheels"] path[data-line="wave"]').first.bounding_box()
    assert abs(box["width"] / box["height"] - 1) < 0.05


def test_from_displacements_the_shifted_prediction_is_the_same(page, server):
    open_board(page, f"{server}/positional")
    raw = board(page).locator('[data-reading="shift-raw"]')
    expect(raw).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
    page.get_by_text("displacement", exact=True).click()
    expect(role(page, "mean").first).to_have_attribute("data-model", "tetnp", timeout=PATIENCE)
    expect(role(page, "ghost-mean")).to_have_count(1)
    assert shape(page, "ghost-mean") == shape(page, "mean")
    assert not page.errors
