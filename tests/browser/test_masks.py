"""The masks page in a browser: a switched cell and a named mask change the band, the indicators and the mask."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.board import PATIENCE, board, middle, role, shape
from tests.looks import settled
from tests.steps import open_story, story

POINTS = "v=1&p=-1.5,0.4;0.25,-1.2;1.75,0.9"
SIDE = 6  # three points and three targets; in front of them the null token's column
TARGET_A, TARGET_B = 3, 4


def press(page: Page, row: int, column: int, panel: str = "mask", rows: int = SIDE, columns: int = SIDE) -> None:
    """Clicks one cell of a square, its columns counted after the null token's."""
    square = page.locator(f'[data-panel="{panel}"] canvas')
    square.scroll_into_view_if_needed()
    box = square.bounding_box()
    across, down = (1 + column + 0.5) / (1 + columns), (row + 0.5) / rows
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])


def click_cell(page: Page, row: int, column: int) -> None:
    """Clicks one cell of the square and waits for a band that differs."""
    band = shape(page)
    press(page, row, column)
    expect(role(page, "band").first).not_to_have_attribute("d", band, timeout=PATIENCE)


def expect_indicators(page: Page, **tones: str) -> None:
    for indicator, tone in tones.items():
        expect(page.locator(f'[data-reading="{indicator}"]')).to_have_attribute("data-tone", tone, timeout=PATIENCE)


def expect_cost(page: Page, cells: int) -> None:
    expect(page.locator('[data-reading="cost"]')).to_have_attribute("data-value", str(cells), timeout=PATIENCE)


def test_switching_a_cell_changes_the_band_and_turns_indicators_red(visit):
    page = visit.at(f"masks?{POINTS}")
    expect_cost(page, 18)
    expect_indicators(page, order="good", others="good", equal="good")
    click_cell(page, TARGET_A, TARGET_B)
    expect_cost(page, 19)
    expect_indicators(page, order="good", others="bad", equal="bad")
    click_cell(page, TARGET_A, TARGET_B)
    expect_indicators(page, others="good", equal="good")


# ---- the story -------------------------------------------------------------------------------------------------------


def expect_verdict(page: Page, words: str) -> None:
    expect(story(page).get_by_role("status")).to_contain_text(words, timeout=PATIENCE)


def test_a_cell_of_the_targets_rows_is_the_cell_of_the_whole_square(visit):
    page = visit.at("masks?step=5")
    story(page).locator('[data-option="0"]').click()
    press(page, 0, 5, "weights", rows=3, columns=7)  # at once: the first click counts
    expect_verdict(page, "consistency fails")
    expect(story(page).locator('[data-reading="others"]')).to_have_attribute("data-tone", "bad")
    assert page.errors == []


def test_a_step_begins_without_the_cells_of_the_step_before(visit):
    page = visit("masks", 1)
    square = page.locator('[data-panel="weights"] canvas')
    before = square.bounding_box()
    press(page, 0, 1, "weights", rows=3, columns=7)
    expect_verdict(page, "c2 masked")
    assert abs(square.bounding_box()["height"] - before["height"]) < 4, "the cells keep their size"
    expect(board(page).locator(".tip.on")).to_have_count(0)
    shown = role(page, "band").first.get_attribute("d")
    page.get_by_test_id("story-next").first.click()
    expect(role(page, "band").first).not_to_have_attribute("d", shown, timeout=PATIENCE)
    story(page).locator('[data-option="0"]').click()
    page.locator('[data-target="1"]').first.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    expect_verdict(page, "less than 0.0001 sd")
    assert page.errors == []


def drag(page: Page, grip: Locator, dx: float, dy: float) -> None:
    x, y = middle(grip)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=4)
    page.mouse.up()


def test_the_value_of_a_target_is_dragged_up_and_down(visit):
    page = visit("masks", 4)
    grip = board(page).locator('[data-value-of="0"] .hit')
    at = {name: float(grip.get_attribute(name)) for name in ("cx", "cy")}
    drag(page, grip, 30, -40)
    expect_verdict(page, "followed")
    assert float(grip.get_attribute("cx")) == at["cx"]
    assert abs(float(grip.get_attribute("cy")) - (at["cy"] - 40)) < 2
    story(page).locator('[data-choice="rule"][data-value="tnpa"]').click()
    expect_verdict(page, "drag yA down")
    settled(page)  # the longer verdict moves the stage
    drag(page, grip, 0, 80)
    expect_verdict(page, "TNP-A: A's prediction changed by less than 0.0001 sd")
    assert page.errors == []


def test_on_a_phone_words_of_the_action_lead_to_the_square(new_page, boards):
    page = new_page(viewport={"width": 390, "height": 664}, has_touch=True)
    open_story(page, f"{boards}/masks", step=1)
    square = board(page).locator('[data-panel="weights"] canvas')
    expect(square).to_be_hidden()
    story(page).locator(".story-action .word").tap()
    expect(square).to_be_visible()
    box = square.bounding_box()
    page.touchscreen.tap(box["x"] + 2.5 / 8 * box["width"], box["y"] + 0.5 / 3 * box["height"])
    expect_verdict(page, "c2 masked")
    assert page.errors == []


def test_the_letter_of_a_target_stands_clear_of_the_diamond_of_its_y(visit):
    page = visit("masks", 4)
    settled(page)
    for number in range(3):
        drawn = board(page).locator(f'[data-value-of="{number}"] .diamond').get_attribute("d")
        top = float(re.match(r"M\S+ (\S+?)l", drawn)[1])
        letter = board(page).locator(".target .dot-label").nth(number)
        baseline = float(letter.get_attribute("y"))
        assert baseline <= top - 1 or baseline > top + 40, "over it, or a line of text below it"
    assert page.errors == []
