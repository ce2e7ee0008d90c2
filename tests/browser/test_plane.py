"""Two dimensions in the browser: stations are put and removed, and each keeps its value; a drag is answered at once."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
import torch
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from pages.plane.controls import TETNP
from pages.plane.cost import COMPARED
from pages.plane.maps import EACH_POINT, MAP, PICTURE, RANDOM, predicted
from pages.plane.scene import OUTSIDE
from pages.plane.story import THEIRS, THREE
from pages.shared.drawing.units import Units
from tests.bare import update
from tests.board import PATIENCE, board, surface
from tests.editing import drag
from tests.looks import settled
from tests.steps import numbers, step_faults, story

PHONE = {"width": 390, "height": 844}
VALUES = '[data-panel="values"] .value'


def click_at(page: Page, across: float, down: float) -> None:
    box = surface(page).bounding_box()
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])


def labels(page: Page) -> list[str]:
    return board(page).locator('[data-panel="stage"] .names .dot-label').all_text_contents()


def centre(locator) -> tuple[float, float]:
    box = locator.locator(".diamond").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_labels(page: Page, *texts: str) -> None:
    names = board(page).locator('[data-panel="stage"] .names .dot-label')
    expect(names).to_have_text([re.compile(text) for text in texts], timeout=PATIENCE)


def test_the_number_at_the_pointer_follows_the_map(visit):
    page = visit("plane", 1)
    settled(page)
    box = surface(page).bounding_box()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.4 * box["height"])
    number = board(page).locator('[data-panel="stage"] .field-read')
    expect(number).to_have_text(re.compile(r"^mean −?0\.0\d$"), timeout=PATIENCE)
    click_at(page, 0.5, 0.4)  # a station of value 1, and the pointer rests
    expect(number).to_have_text(re.compile(r"^mean (0\.9\d|1\.0\d)$"), timeout=PATIENCE)


def test_stations_keep_their_values_when_another_one_goes(visit):
    page = visit("plane", 1)
    settled(page)
    for across, down in ((0.4, 0.3), (0.6, 0.3), (0.4, 0.6), (0.6, 0.6)):
        click_at(page, across, down)
    expect_labels(page, r"1: 1\.0", r"2: 1\.0", r"3: 1\.0", r"4: 1\.0")
    settled(page)
    x, y = centre(board(page).locator(VALUES).nth(2))
    drag(page, (x, y), (x, y + 20))
    expect(story(page).get_by_role("status")).to_have_text(re.compile("because far from all"), timeout=PATIENCE)
    expect(board(page).locator('[data-panel="stage"] .names .dot-label').nth(2)).not_to_have_text("3: 1.0")
    settled(page)  # the label follows what is computed, also after the hand has stopped
    third = labels(page)[2].split(": ")[1]
    box = surface(page).bounding_box()
    page.mouse.click(box["x"] + 0.6 * box["width"], box["y"] + 0.3 * box["height"], button="right")
    expect_labels(page, r"1: 1\.0", f"2: {third}", r"3: 1\.0")
    page.keyboard.press("Control+z")
    expect_labels(page, r"1: 1\.0", r"2: 1\.0", f"3: {third}", r"4: 1\.0")
    assert step_faults(page) == [] and page.errors == []


def test_each_line_of_what_a_map_costs_is_named(visit):
    page = visit("plane", 6)
    story(page).locator(".guess-option").first.click()
    for panel in ("cost", "times"):
        names = board(page).locator(f'[data-panel="{panel}"] .legend li')
        expect(names.filter(visible=True)).to_have_text(list(COMPARED.values()), timeout=PATIENCE)


COLOURS = """board => [...board.querySelectorAll('[data-panel="stage"] .point')].map((point) => {
  const colour = (kind, property) => getComputedStyle(point.querySelector(kind))[property];
  return [colour(".dot", "fill"), colour(".dot", "stroke"), colour(".rim", "fill")];
})"""


def test_a_value_is_mover_keys_and_colours_its_station(visit):
    page = visit("plane", 5)
    settled(page)
    expect_labels(page, "1: −0.5", r"2: 1\.0", r"3: 0\.5")
    expect(board(page).locator('.panel.stage > .legend [data-glyph="dot"]')).to_have_text("station")
    expect(board(page).locator('.legend [data-glyph="hatched"]')).to_have_count(0)
    expect(board(page).locator('[data-panel="stage"] [data-role="hatching"]')).to_have_attribute("d", "")
    expect(board(page).locator(".panel.stage .point").first).to_have_attribute(
        "aria-label", re.compile("^station 1 of 3")
    )
    before = board(page).evaluate(COLOURS)
    assert len({fill for fill, _, _ in before}) == 3
    assert all(len({fill, outline, rim}) == 3 for fill, outline, rim in before), "it is seen on every ground"
    board(page).locator(VALUES).nth(1).focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowUp")
    expect(board(page).locator('[data-panel="stage"] .names .dot-label').nth(1)).not_to_have_text("2: 1.0")
    settled(page)
    after = board(page).evaluate(COLOURS)
    assert [now == then for now, then in zip(after, before, strict=True)] == [True, False, True]
    assert page.errors == []


def test_every_cell_of_a_map_is_read_by_keys(visit):
    page = visit("plane", 5)
    settled(page)
    dialog = numbers(page)
    cells = dialog.locator('[data-numbers="sd"] td').all_text_contents()
    given = tuple((*place, value) for place, value in zip(THREE, THEIRS, strict=True))
    top_first = predicted(TETNP, given).sd[::-1]
    assert [float(text) for text in cells[: MAP.side**2]] == pytest.approx(top_first.ravel().tolist(), abs=0.006)
    table = dialog.locator('[data-numbers="sd"] .walked').first
    table.focus()
    for key, along in (("ArrowRight", "scrollLeft"), ("ArrowDown", "scrollTop")):
        for _ in range(40):
            page.keyboard.press(key)
        page.wait_for_timeout(400)
        ends = table.evaluate("node => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]")
        assert table.evaluate(f"node => node.{along}") > 0.9 * ends[along == "scrollTop"]
    last = dialog.locator('[data-numbers="sd"] tbody tr').nth(MAP.side - 1)
    expect(last.locator("td").last).to_be_in_viewport()
    expect(last.locator("th")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.errors == []


def test_a_shift_along_both_axes_arrives_as_the_step_says(visit):
    page = visit("plane", 3)
    settled(page)
    story(page).locator(".guess-option").nth(1).click()
    expect(story(page).get_by_role("status")).to_have_text(re.compile(r"TNP-D's, by 0\.296 sd"), timeout=PATIENCE)
    assert page.errors == []


@pytest.mark.parametrize(("size", "least"), [((1280, 720), 140), ((390, 844), 90)], ids=["wide", "phone"])
def test_the_exercise_shows_where_the_shift_changes_the_map(visit, size, least):
    page = visit("plane", 7, dict(zip(("width", "height"), size, strict=True)))
    tab = board(page).locator('.story-tabs [data-picture="pictures"]')
    if tab.is_visible():
        tab.click()
    change = board(page).locator('[data-panel="moved"]')
    expect(change.locator(".legend")).to_contain_text("change, in sd", timeout=PATIENCE)
    settled(page)
    assert change.locator("rect.frame").bounding_box()["height"] > least
    assert step_faults(page) == [] and page.errors == []


def test_on_a_phone_no_name_of_a_model_is_broken(visit):
    page = visit("plane", 3, PHONE)
    settled(page)
    story(page).locator(".guess-option").nth(1).click()
    chips = story(page).locator(".story-choice button")
    expect(chips.first).to_be_visible(timeout=PATIENCE)
    assert chips.all_text_contents() == ["TNP-D", "ConvCNP", "ConvCNP, grid at 0"]
    names = chips.locator("span")
    expect(names).to_have_text(["TNP-D"])
    assert names.evaluate("node => node.getClientRects().length") == 1
    assert page.errors == []


def test_the_probe_of_which_a_question_speaks_is_on_the_map_before_the_guess(visit):
    page = visit("plane", 2)
    expect(board(page).locator('[data-panel="stage"] .place-ring')).to_be_visible(timeout=PATIENCE)
    page = visit("plane", 3)
    expect(board(page).locator('[data-panel="stage"] .place-ring')).to_be_hidden(timeout=PATIENCE)


def hand_over(page: Page, points, values, units: Units | None = None) -> None:
    """As the menu of data does."""
    own = {**LESSONS["plane"].controls.starts(), EACH_POINT: values}
    update(page, hand="handed", points=points, own=own, units=units and units.wire())


def test_a_map_of_data_keeps_its_units_and_has_isolines(visit):
    page = visit.at("plane?lab=1")
    expect(board(page).locator('[data-control="tau_x2"]')).to_be_visible(timeout=PATIENCE)
    places, values = [[i % 8 / 2 - 2, i // 8 / 2 - 2] for i in range(60)], [i % 9 / 4 - 1 for i in range(60)]
    hand_over(page, places, values, Units("lon", 9, 0.5, "lat", 47.5, 0.5, z_label="height", z_offset=480, z_factor=80))
    expect(board(page).locator('[data-panel="stage"] .axis').first).to_have_text("lon", timeout=PATIENCE)
    expect(board(page).locator('[data-panel="stage"] [data-role="context"]')).to_have_count(60)
    labels = board(page).locator('[data-panel="stage"] .isoline-label')
    expect(labels.first).to_have_text(re.compile(r"^[45]\d0$"), timeout=PATIENCE)
    expect(board(page).locator('[data-panel="left-out"]')).to_contain_text("each of 60 stations", timeout=PATIENCE)
    amounts = board(page).locator('[data-panel="probes"] .bar-number').all_text_contents()
    assert len(amounts) > 2 and all(300 < float(text) < 700 for text in amounts), "the bars have the unit, too"
    cells = numbers(page).locator('[data-numbers="probes"] td').all_text_contents()
    assert [round(float(text)) for text in cells] == [round(float(text)) for text in amounts]
    page.keyboard.press("Escape")
    box = board(page).locator('[data-panel="sd"] svg.plot').bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(board(page).locator('[data-panel="sd"] .field-read')).to_have_text(re.compile(r"^sd \d+"), timeout=PATIENCE)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 9, box["y"] + box["height"] / 2)
    expect(board(page).locator('[data-panel="sd"] .field-read')).to_have_text("")
    page.mouse.up()
    settled(page)
    hatched = board(page).locator('[data-panel="stage"] [data-role="hatching"]').get_attribute("d")
    legends = board(page).locator('.legend [data-glyph="hatched"]').filter(visible=True)
    assert hatched and set(legends.all_text_contents()) == {OUTSIDE}
    spoken = board(page).locator(VALUES).first.get_attribute("aria-valuetext")
    assert spoken == "height = 400"
    for kind in ("svg", "slide-svg"):
        with page.expect_download() as download:
            page.evaluate("kind => document.dispatchEvent(new CustomEvent('save-picture', { detail: kind }))", kind)
        drawing = ET.parse(download.value.path()).getroot()
        texts = {node.text for node in drawing.iter()}
        assert "mean, height" in texts, "the scale of the colours has its unit"
        assert OUTSIDE in texts and hatched in {node.get("d") for node in drawing.iter()}
        assert "a target's own y (drag up or down)" not in texts
        assert ("value of a station (drag up or down)" in texts) == (kind == "slide-svg")
        ramp = next(node for node in drawing.iter() if node.get("fill", "").startswith("url(#ramp"))
        (gradient,) = (node for node in drawing.iter() if f"url(#{node.get('id')})" == ramp.get("fill"))
        assert len({stop.get("stop-color") for stop in gradient}) == 9
    assert page.errors == []


def test_pixels_of_a_digit_become_a_picture(visit):
    page = visit.at("plane?lab=1&plane_model=tetnp%40digits2d")
    expect(board(page).locator('[data-panel="stage"] [data-role="field"]')).to_be_visible(timeout=PATIENCE)
    pixels = RANDOM["60 pixels of a digit"](torch.Generator().manual_seed(5))
    hand_over(page, pixels.points, pixels.controls[EACH_POINT])
    expect(board(page).locator('[data-panel="stage"] [data-role="context"]')).to_have_count(60, timeout=PATIENCE)
    settled(page)
    cells = numbers(page).locator('[data-numbers="stage"] td').all_text_contents()
    assert max(map(float, cells[: PICTURE.side**2])) > 0.3, "there is ink"
    assert page.errors == []
