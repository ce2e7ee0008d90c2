"""What a person clicks stays where it is after the click, and signs stand beside what they speak of, not over it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.board import PATIENCE, board
from tests.looks import settled
from tests.steps import SCROLLED, step_faults, story

WIDE, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
# Lesson and step, the cell that is clicked as row and column, the rows and columns, what tells a wrong symbol.
GRIDS = [
    ("sequences", 4, (2, 4), (7, 8), '[data-role="wrong"]'),
    ("sequences", 7, (2, 4), (7, 8), '[data-role="wrong"]'),
    ("decoding", 2, (9, 0), (11, 13), ".symbol.bad"),
]

# How far below the options a label begins that stands on the upper edge of the verdict.
LABEL_BELOW_OPTIONS = """story => {
  const label = document.createElement("span");
  label.className = "story-margin";
  label.textContent = "As it was earlier";
  story.querySelector(".story-verdict").prepend(label);
  return label.getBoundingClientRect().top - story.querySelector(".guess-options").getBoundingClientRect().bottom;
}"""


def wrong_count(page: Page, selector: str) -> Locator:
    return board(page).locator(f".panel.stage {selector}")


@pytest.mark.parametrize(("lesson", "step", "cell", "size", "wrong"), GRIDS)
def test_two_clicks_at_one_place_forbid_a_cell_and_allow_it(visit, lesson, step, cell, size, wrong):
    page = visit(lesson, step, WIDE)
    grid = board(page).locator('[data-panel="alignment"] canvas')
    box = grid.bounding_box()
    x = box["x"] + box["width"] * (cell[1] + 0.5) / size[1]
    y = box["y"] + box["height"] * (cell[0] + 0.5) / size[0]
    page.mouse.click(x, y)
    expect(wrong_count(page, wrong)).not_to_have_count(0, timeout=PATIENCE)
    page.wait_for_timeout(600)  # until the verdict stands in the card
    settled(page)
    assert grid.bounding_box() == box
    page.mouse.click(x, y)
    expect(wrong_count(page, wrong)).to_have_count(0, timeout=PATIENCE)
    assert not page.errors


def test_the_buttons_of_a_forced_letter_stay_where_they_are(visit):
    page = visit("decoding", 3, WIDE)
    buttons = story(page).locator('[data-choice="force"]')
    options = story(page).locator("[data-option]")
    expect(buttons.first).to_be_hidden()
    before = [one.bounding_box() for one in (buttons.nth(1), options.first)]
    options.first.click()
    expect(buttons.first).to_be_visible()
    assert [one.bounding_box() for one in (buttons.nth(1), options.first)] == before
    buttons.nth(1).click()
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    settled(page)
    assert buttons.nth(1).bounding_box() == before[0]
    assert not page.errors


def test_a_wrong_choice_gets_its_sign(visit):
    page = visit("sequences", 2, WIDE)
    option = story(page).locator('[data-option="0"]')
    option.click()
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    sign = "node => getComputedStyle(node, '::before').content"
    assert option.evaluate(sign) == '"✗"'
    assert [one.evaluate(sign) for one in story(page).locator(".guess-option.right").all()] == ['"✓"']
    expect(board(page).locator('[data-panel="vector"] .axis').first).to_have_text("notes (shaded: lengths of training)")
    page.set_viewport_size({"width": 390, "height": 664})
    expect(board(page)).to_contain_class("narrow")
    assert story(page).evaluate(LABEL_BELOW_OPTIONS) >= 0
    assert not page.errors


def test_lines_end_under_their_letters(visit):
    page = visit("decoding", 2, WIDE)
    stage = board(page).locator(".panel.stage")
    places = "nodes => nodes.map((n) => Number(n.getAttribute('x')))"
    letters = stage.locator('[data-role="symbol"]').evaluate_all(places)
    ends = stage.locator('[data-role="thread"]').evaluate_all(
        "nodes => nodes.map((n) => ['x1', 'x2'].map((name) => Number(n.getAttribute(name))))"
    )
    assert ends and not [x for pair in ends for x in pair if min(abs(x - at) for at in letters) > 0.2]


def test_bars_of_a_table_stand_beside_their_numbers(visit):
    page = visit("decoding", 4, WIDE)
    story(page).locator('[data-option="0"]').click()
    table = board(page).locator('[data-panel="outputs"] .table-plot')
    expect(table).to_be_visible(timeout=PATIENCE)
    settled(page)
    over = """svg => [...svg.querySelectorAll('.table-bar')].map((bar) => {
      const number = bar.nextElementSibling.getBBox();
      return [bar.getBBox().x - (number.x + number.width), bar.getBBox().width];
    })"""
    bars = table.evaluate(over)
    assert len(bars) == 4 and min(gap for gap, _ in bars) > 0 and max(wide for _, wide in bars) > 5  # of 14%


def test_bars_of_two_columns_have_one_scale(visit):
    page = visit("paths", 4, WIDE)
    for row in story(page).locator(".sort-row").all():
        row.locator(".sort-bin").first.click()
    story(page).locator(".guess-sort .guess-commit").click()
    table = board(page).locator('[data-panel="ways"] .table-plot')
    expect(table.locator(".table-bar").first).to_be_visible(timeout=PATIENCE)
    settled(page)
    bars = table.evaluate("""svg => [...svg.querySelectorAll('.table-bar')].map((bar) =>
      [bar.getBBox().width, Number(bar.nextElementSibling.textContent)])""")
    scales = [wide / share for wide, share in bars]
    assert len(scales) >= 6 and max(scales) == pytest.approx(min(scales), rel=0.05)


def test_a_legend_above_the_plot_loses_no_line_that_a_touch_adds(visit):
    page = visit("layer", 2, PHONE)
    legend, plot = (board(page).locator(f".panel.stage > {part}") for part in (".legend", ".body"))
    before = legend.bounding_box()["height"]
    story(page).locator('[data-option="1"]').click()
    story(page).locator('.word[data-verb="set"]').click()
    expect(legend).to_contain_text("mean of the model as trained", timeout=PATIENCE)
    expect(story(page).locator(".story-verdict")).to_contain_text("breaks", timeout=PATIENCE)
    settled(page)
    assert legend.bounding_box()["height"] > before + 10, "it has another line"
    assert legend.evaluate("node => node.scrollHeight - node.clientHeight") <= 1
    assert legend.bounding_box()["y"] + legend.bounding_box()["height"] <= plot.bounding_box()["y"] + 1
    assert [fault for fault in step_faults(page) if not fault.startswith(SCROLLED)] == []


def test_a_long_title_leaves_the_buttons_beside_it_their_width(visit):
    """The words of a button have as much room on the left as on the right."""
    page = visit("equivariance", 2, PHONE)
    room = (
        board(page)
        .locator(".lesson-bar button:visible")
        .evaluate_all("""buttons => buttons.map((button) => {
      const words = document.createRange();
      words.selectNodeContents(button);
      const [outer, inner] = [button.getBoundingClientRect(), words.getBoundingClientRect()];
      return [button.textContent, inner.left - outer.left, outer.right - inner.right];
    })""")
    )
    assert len(room) >= 4
    assert [name for name, left, right in room if min(left, right) < 3 or abs(left - right) > 3] == []
    assert step_faults(page) == []


def test_a_prediction_that_comes_with_its_pictures_is_seen_first(visit):
    """On a phone, where they are behind a tab."""
    page = visit("positional", 1, PHONE)
    story(page).locator('[data-option="0"]').click()
    expect(story(page).locator(".story-verdict")).to_be_visible(timeout=PATIENCE)
    expect(board(page).locator('.panel.stage path[data-role="band"]').first).to_be_visible()
    expect(board(page).locator('.story-tabs [data-picture="pictures"]')).to_contain_class("new")
