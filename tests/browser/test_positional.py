"""The Positional encoding page in a browser: dials are turned, a ring is dragged over the matrix, sliders stay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.board import PATIENCE, board, choose, open_board, role, shape
from tests.looks import settled
from tests.steps import button, expect_step, step_faults, story

PHONE, PROJECTOR = {"width": 390, "height": 844}, {"width": 1920, "height": 1080}


def turn(page, number, start, end):
    """Drag on a dial from one point of the clock to another; (across, up) in parts of its radius."""
    box = board(page).locator(f'[data-dial="{number}"] .dial-hit').bounding_box()
    middle, radius = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), box["width"] / 2
    (x0, y0), (x1, y1) = ((middle[0] + 0.8 * radius * a, middle[1] - 0.8 * radius * b) for a, b in (start, end))
    page.mouse.move(x0, y0)
    page.mouse.down()
    page.mouse.move(x1, y1, steps=6)
    page.mouse.up()


def query(page):
    return float(board(page).locator('[data-handle="query"]').get_attribute("aria-valuenow"))


def test_turning_a_dial_moves_x(visit):
    page = visit("positional", 6)
    dials, before, band = board(page).locator("[data-dial]"), query(page), shape(page)
    expect(dials).to_have_count(8)
    turn(page, 4, (0, 1), (1, 0))  # a quarter of a turn to the right, at 1 radian for a unit of x
    expect(board(page).locator('[data-panel="dials"] h2')).to_contain_text("x = 0.67", timeout=PATIENCE)
    assert query(page) == pytest.approx(before + 1.571, abs=0.05)
    dials.nth(0).focus()
    page.keyboard.press("ArrowLeft")
    assert query(page) == pytest.approx(before + 1.571 - 0.0175, abs=0.05)
    assert shape(page) == band, "the prediction does not depend on the pair"
    assert not page.errors


def test_a_dial_stops_where_the_places_end(visit):
    page = visit("positional", 6)
    expect(board(page).locator("[data-dial]")).to_have_count(8)
    turn(page, 7, (0, 1), (1, 0))
    expect(board(page).locator('[data-panel="dials"] h2')).to_contain_text("x = 3.00", timeout=PATIENCE)


def test_a_dial_is_round(visit):
    page = visit("positional", 6)
    box = board(page).locator('[data-panel="dials"] path[data-line="here"]').first.bounding_box()
    assert abs(box["width"] / box["height"] - 1) < 0.05
    expect(board(page).locator(".dial-number")).to_have_text([str(i) for i in range(1, 9)])


def test_the_hands_of_x_have_one_colour_and_those_of_the_other_another(visit):
    page = visit("positional", 6)
    stroke = "(nodes) => nodes.map((node) => getComputedStyle(node).stroke)"
    hands = board(page).locator('[data-panel="dials"] path[data-role="line"]')
    solid, dashed = hands.evaluate_all(stroke)[::2], hands.evaluate_all(stroke)[1::2]
    assert len(set(solid)) == len(set(dashed)) == 1 and solid[0] != dashed[0]


def test_the_ring_on_the_matrix_sets_the_pair(visit):
    page = visit("positional", 7)
    plane = board(page).locator('[data-panel="gram"] .place-ground')
    settled(page)
    box = plane.bounding_box()
    assert abs(box["width"] / box["height"] - 1) < 0.02, "one unit is as long across as up"
    at = lambda x, y: (box["x"] + box["width"] * (x + 3) / 6, box["y"] + box["height"] * (3 - y) / 6)  # noqa: E731
    similarity = board(page).locator('[data-panel="gram"] .place-text')
    before = similarity.text_content()
    page.mouse.move(*at(-0.5, 0.5))
    page.mouse.down()
    page.mouse.move(*at(2.5, 2.5), steps=5)
    page.mouse.move(*at(2.02, -1.03), steps=5)
    expect(similarity).not_to_have_text(before, timeout=PATIENCE)
    page.mouse.up()
    assert page.evaluate("String(getSelection())") == "", "a drag over the labels marks none"
    handles = [board(page).locator(f'[data-handle="{name}"]') for name in ("query", "other")]
    expect(handles[0]).to_have_attribute("aria-valuetext", "x = \u22121.00", timeout=PATIENCE)
    expect(handles[1]).to_have_attribute("aria-valuetext", "x = 2.00")
    board(page).locator('[data-place="other query"]').focus()
    page.keyboard.press("ArrowDown")
    expect(handles[0]).to_have_attribute("aria-valuetext", "x = \u22121.10", timeout=PATIENCE)
    page.mouse.move(*at(0.7, 0.3))  # a press anywhere on the plane brings it there
    page.mouse.down()
    page.mouse.up()
    expect(handles[1]).to_have_attribute("aria-valuetext", "x = 0.70", timeout=PATIENCE)
    assert not page.errors


def test_from_displacements_the_shifted_prediction_is_the_same(visit):
    page = visit.at("positional")
    choose(page, way="displacement")
    expect(role(page, "mean").first).to_have_attribute("data-model", "tetnp-short", timeout=PATIENCE)
    page.locator('input[data-control="tau"]').fill("1")
    raw = board(page).locator('[data-reading="shift-raw"]')
    expect(raw).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
    expect(role(page, "shifted-prediction-mean").first).to_be_attached()
    assert shape(page, "shifted-prediction-mean") == shape(page, "mean")
    assert not page.errors


def test_a_shift_set_right_before_another_encoding_is_chosen_is_kept(page, server):
    """The rerun for the choice begins before the shift is committed: its scene is older than what is drawn."""
    open_board(page, f"{server}/positional")
    expect(board(page).locator('[data-reading="shift-raw"]')).to_be_attached(timeout=PATIENCE)
    choice = page.get_by_text("x − x′", exact=True).first.element_handle()
    page.locator('input[data-control="tau"]').evaluate(
        """(slider, choice) => {
          slider.value = 1;
          for (const name of ["input", "change"]) slider.dispatchEvent(new Event(name, { bubbles: true }));
          choice.click();
        }""",
        choice,
    )
    expect(role(page, "mean").first).to_have_attribute("data-model", "tetnp-short", timeout=PATIENCE)
    expect(board(page).locator('[data-reading="shift-raw"]')).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
    expect(role(page, "shifted-prediction-mean").first).to_be_attached()
    expect(page.locator('input[data-control="tau"]')).to_have_value("1")
    assert not page.errors


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, PHONE], ids=["wide", "phone"])
def test_the_sliders_of_a_step_without_stage_can_be_moved(visit, size):
    page = visit("positional", 8, size)
    for name, value in (("d", "4"), ("log_base", "2")):
        slider = page.locator(f'input[data-control="{name}"]')
        slider.click(trial=True)
        slider.fill(value)
    expect(story(page).locator(".story-verdict")).to_contain_text("Proven", timeout=PATIENCE)
    button(page, "back").click()
    expect_step(page, 7)
    assert not page.errors


def test_a_picture_in_the_place_of_the_stage_fills_it(visit):
    """On a projector too; and the scale stands at the picture, not at the other end of the stage."""
    page = visit("positional", 7, PROJECTOR)
    panel = board(page).locator('[data-panel="gram"]')
    settled(page)
    picture, scale = panel.locator("image").bounding_box(), panel.locator(".legend .scale").bounding_box()
    assert picture["height"] > 720
    assert picture["x"] - 60 < scale["x"] < picture["x"] + picture["width"]
    page = visit("positional", 4, PROJECTOR)
    bars = board(page).locator('[data-panel="survey"] [data-role=bar]')
    expect(bars).to_have_count(16, timeout=PATIENCE)
    settled(page)
    assert max(bar.bounding_box()["height"] for bar in bars.all()) > 180
    assert step_faults(page) == [] and not page.errors


def test_no_line_begins_with_the_stop_after_a_word(visit):
    page = visit("positional", 3, PHONE)
    stops = (
        story(page)
        .locator(".whole")
        .evaluate_all(
            """wholes => wholes.map((whole) => {
          const range = document.createRange();
          range.selectNodeContents(whole.lastChild);
          const [word, stop] = [whole.firstChild, range].map((one) => one.getBoundingClientRect());
          return Math.abs(word.bottom - stop.bottom) < 8 && stop.left >= word.right - 2;
        })"""
        )
    )
    assert len(stops) == 2 and all(stops)
