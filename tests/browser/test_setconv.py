"""The SetConv page in a browser: without density a point on y = 0 can be taken away and nothing changes."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.board import PATIENCE, board, middle, open_board, painted_after, role, seq, shape


def rbfs(page):
    return board(page).locator('[data-panel="signal"] path[data-line="bump"]')


def remove_the_point_on_zero(page) -> None:
    before = seq(page)
    point = role(page, "context").nth(1)
    page.mouse.click(*middle(point), button="right")
    painted_after(page, before)
    expect(role(page, "context")).to_have_count(3)


def test_without_density_a_point_on_zero_can_go_unnoticed(page, server):
    open_board(page, f"{server}/setconv?setconv_model=without+density+channel")
    page.get_by_role("button", name="A point on y = 0").click()
    expect(role(page, "context")).to_have_count(4, timeout=PATIENCE)
    expect(rbfs(page)).to_have_count(4, timeout=PATIENCE)
    expect(board(page).locator('[data-panel="density"]')).to_have_count(0)
    band = shape(page)
    remove_the_point_on_zero(page)
    expect(rbfs(page)).to_have_count(3, timeout=PATIENCE)
    assert shape(page) == band
    assert not page.errors


def order(page):
    """The panels beside and below the stage, as they stand in the document."""
    return board(page).locator(".panel").evaluate_all("nodes => nodes.map((node) => node.dataset.panel)")


def test_panels_keep_their_order_when_the_model_changes_and_comes_back(page, server):
    open_board(page, f"{server}/setconv")
    density = board(page).locator('[data-panel="density"]')
    expect(density).to_have_count(1, timeout=PATIENCE)
    begun = order(page)
    page.get_by_role("radio", name="raw sum alone").click()
    expect(density).to_have_count(0, timeout=PATIENCE)
    without = order(page)
    page.get_by_role("radio", name="density, signal").click()
    expect(density).to_have_count(1, timeout=PATIENCE)
    assert order(page) == begun and without == [name for name in begun if name != "density"]


def test_with_density_the_same_point_is_missed(page, server):
    open_board(page, f"{server}/setconv")
    page.get_by_role("button", name="A point on y = 0").click()
    expect(role(page, "context")).to_have_count(4, timeout=PATIENCE)
    expect(board(page).locator('[data-panel="density"] path[data-line="bump"]')).to_have_count(4, timeout=PATIENCE)
    band = shape(page)
    remove_the_point_on_zero(page)
    expect(role(page, "band").first).not_to_have_attribute("d", band, timeout=PATIENCE)
    assert not page.errors


def test_the_lengthscale_slider_widens_the_rbfs_and_leaves_the_band(page, server):
    open_board(page, f"{server}/setconv")
    line = board(page).locator('[data-panel="density"] path[data-line="density"]')
    drawn, band = line.get_attribute("d"), shape(page)
    page.locator('input[data-control="lengthscale"]').fill("0.8")
    expect(line).not_to_have_attribute("d", drawn, timeout=PATIENCE)
    assert shape(page) == band
    assert not page.errors
