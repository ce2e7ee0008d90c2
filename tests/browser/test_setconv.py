"""The SetConv page in a browser: without density a point on y = 0 can be taken away and nothing changes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.board import PATIENCE, board, choose, middle, painted_after, role, seq, shape
from tests.looks import settled
from tests.steps import dot, expect_step, story

ON_ZERO = "v=1&p=-1.2,0.8;-0.3,0;0.6,-0.7;1.4,0.5"


@pytest.mark.parametrize(("model", "panel", "misses"), [("raw sum alone", "signal", False), ("", "density", True)])
def test_a_point_on_zero_goes_unnoticed_without_density_alone(visit, model, panel, misses):
    page = visit.at(f"setconv?{ON_ZERO}{f'&setconv_model={model}' if model else ''}")
    bumps = board(page).locator(f'[data-panel="{panel}"] path[data-line="bump"]')
    expect(bumps).to_have_count(4, timeout=PATIENCE)
    expect(board(page).locator('[data-panel="density"]')).to_have_count(int(misses))
    band = shape(page)
    before = seq(page)
    page.mouse.click(*middle(role(page, "context").nth(1)), button="right")
    painted_after(page, before)
    expect(role(page, "context")).to_have_count(3)
    expect(bumps).to_have_count(3, timeout=PATIENCE)
    assert (shape(page) != band) == misses
    assert not page.errors


def order(page):
    """The panels beside and below the stage, as they stand in the document."""
    return board(page).locator(".panel").evaluate_all("nodes => nodes.map((node) => node.dataset.panel)")


def test_panels_keep_their_order_when_the_model_changes_and_comes_back(visit):
    page = visit.at("setconv")
    density = board(page).locator('[data-panel="density"]')
    expect(density).to_have_count(1, timeout=PATIENCE)
    begun = order(page)
    choose(page, model="convcnp-nodensity")
    expect(density).to_have_count(0, timeout=PATIENCE)
    without = order(page)
    choose(page, model="convcnp")
    expect(density).to_have_count(1, timeout=PATIENCE)
    assert order(page) == begun and without == [name for name in begun if name != "density"]


def test_the_lengthscale_slider_widens_the_rbfs_and_leaves_the_band(visit):
    page = visit.at("setconv")
    line = board(page).locator('[data-panel="density"] path[data-line="density"]')
    drawn, band = line.get_attribute("d"), shape(page)
    page.locator('input[data-control="lengthscale"]').fill("0.8")
    expect(line).not_to_have_attribute("d", drawn, timeout=PATIENCE)
    assert shape(page) == band
    assert not page.errors


# ---- the story -----------------------------------------------------------------------------------


def across(page, x: float, y: float) -> tuple[float, float]:
    """Screen position of a point of the stage's default view."""
    frame = board(page).locator(".panel.stage rect.frame").bounding_box()
    return frame["x"] + (x + 3) / 6 * frame["width"], frame["y"] + (3 - y) / 6 * frame["height"]


def told(page):
    return story(page).locator(".story-verdict")


def test_a_signal_is_drawn_before_it_shows(visit):
    page = visit("setconv", 1)
    page.mouse.move(*across(page, -2.6, 1.5))
    page.mouse.down()
    for x, y in ((-0.2, 1.5), (0.2, -1.0), (2.6, -1.0)):
        page.mouse.move(*across(page, x, y), steps=8)
    page.mouse.up()
    expect(role(page, "context")).to_have_count(2)
    expect(board(page).locator(".sketch-truth")).to_have_attribute("d", "")
    story(page).locator(".guess-curve .guess-commit").click()
    expect(told(page)).to_contain_text("✓", timeout=PATIENCE)
    expect(board(page).locator(".sketch-truth")).to_have_attribute("d", re.compile("^M"))
    assert not page.errors


def test_words_of_a_step_put_a_zero_that_one_model_does_not_notice(visit):
    page = visit("setconv", 2)
    expect(board(page).locator('[data-panel="band-convcnp"]')).not_to_be_visible()
    band = shape(page)
    story(page).locator('[data-option="1"]').click()
    story(page).get_by_role("button", name="put a point at (0, 0)").click()
    expect(role(page, "context")).to_have_count(5)
    expect(told(page)).to_contain_text("✓", timeout=PATIENCE)
    expect(board(page).locator('[data-panel="band-convcnp"]')).to_be_visible()
    assert shape(page) == band
    assert not page.errors


def test_a_click_near_zero_is_a_zero_and_a_message_goes_with_its_point(visit):
    page = visit.at("setconv?step=2")
    story(page).locator('[data-option="1"]').click()
    page.mouse.click(*across(page, 0.1, 1.3))
    expect(told(page)).to_contain_text("put one at 0", timeout=PATIENCE)
    page.keyboard.press("Control+z")
    expect(role(page, "context")).to_have_count(4)
    expect(told(page)).not_to_be_visible(timeout=PATIENCE)
    page.mouse.click(*across(page, 0.1, 0.07))
    expect(told(page)).to_contain_text("✓", timeout=PATIENCE)
    assert not page.errors


def test_a_click_near_zero_stays_where_it_is_in_other_steps(visit):
    page = visit("setconv", 2)
    dot(page, 7).click()
    expect_step(page, 7)
    page.mouse.click(*across(page, 1.6, 0.07))
    expect(told(page)).to_contain_text("from y = 0", timeout=PATIENCE)
    expect(told(page)).not_to_contain_text("0.00 from")


def test_the_slider_goes_through_the_stages(visit):
    page = visit("setconv", 4)
    line, band = board(page).locator('.panel.stage path[data-role="line"]'), role(page, "band")
    expect(band).to_have_count(0)
    for stage, lines in ((1, 4), (2, 2), (3, 3), (5, 8), (7, 0)):
        page.locator('input[data-control="stage"]').fill(str(stage))
        expect(line).to_have_count(lines, timeout=PATIENCE)
        expect(story(page).locator('[data-live="stage"]')).to_contain_text(f"{stage}, ")
    expect(band).to_have_count(1)
    expect(told(page)).to_contain_text("320 grid cells", timeout=PATIENCE)
    assert not page.errors


def test_beside_the_plot_the_map_of_layers_says_where_its_cells_are(visit):
    page = visit("setconv", 5)
    panel = board(page).locator('[data-panel="layers"]')
    cells = panel.locator("canvas").bounding_box()
    found = {}
    for tick in panel.locator(".tick").all():
        box = tick.bounding_box()
        if box["y"] > cells["y"] + cells["height"]:
            found[tick.text_content()] = box["x"] + box["width"] / 2 - cells["x"]
    assert list(found) == ["−2", "0", "2"]
    assert [found[text] / cells["width"] for text in found] == pytest.approx([1 / 6, 1 / 2, 5 / 6], abs=0.02)


def test_the_slider_stays_above_the_card_whatever_the_legend_needs(visit):
    page = visit("setconv", 4, {"width": 390, "height": 844})
    slider = page.locator('input[data-control="stage"]')
    slider.press("Home")  # from a first touch on the card keeps its height
    legend = board(page).locator(".panel.stage > .legend")
    one_line = legend.bounding_box()["height"]
    slider.fill("3")
    expect(legend).to_contain_text("signal = raw sum", timeout=PATIENCE)
    settled(page)
    assert legend.bounding_box()["height"] > one_line + 10
    box = slider.bounding_box()
    assert box["y"] + box["height"] <= story(page).bounding_box()["y"]
    assert not page.errors
