"""The masks page in a browser: a switched cell and a named mask change the band, the indicators and the mask."""

import re

from playwright.sync_api import Page, expect

from tests.board import PATIENCE, open_board, role, shape

POINTS = "v=1&p=-1.5,0.4;0.25,-1.2;1.75,0.9"
SIDE = 6  # three points and three targets; in front of them the null token's column
TARGET_A, TARGET_B = 3, 4


def click_cell(page: Page, row: int, column: int) -> None:
    """Clicks one cell of the square and waits for a band that differs."""
    band = shape(page)
    square = page.locator('[data-panel="mask"] canvas')
    square.scroll_into_view_if_needed()
    box = square.bounding_box()
    across, down = (1 + column + 0.5) / (1 + SIDE), (row + 0.5) / SIDE
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"])
    expect(role(page, "band").first).not_to_have_attribute("d", band, timeout=PATIENCE)


def expect_indicators(page: Page, **tones: str) -> None:
    for indicator, tone in tones.items():
        expect(page.locator(f'[data-reading="{indicator}"]')).to_have_attribute("data-tone", tone, timeout=PATIENCE)


def expect_cost(page: Page, cells: int) -> None:
    expect(page.locator('[data-reading="cost"]')).to_have_attribute("data-value", str(cells), timeout=PATIENCE)


def test_switching_a_cell_changes_the_band_and_turns_indicators_red(page, server):
    open_board(page, f"{server}/masks?{POINTS}")
    expect_cost(page, 18)
    expect_indicators(page, order="good", others="good", equal="good")
    click_cell(page, TARGET_A, TARGET_B)
    expect_cost(page, 19)
    expect_indicators(page, order="good", others="bad", equal="bad")
    click_cell(page, TARGET_A, TARGET_B)
    expect_indicators(page, others="good", equal="good")


def test_another_mask_starts_without_switched_cells(page, server):
    open_board(page, f"{server}/masks?{POINTS}")
    click_cell(page, TARGET_A, TARGET_B)
    expect_cost(page, 19)
    page.get_by_role("radio", name="Causal targets").click()
    expect_cost(page, 24)
    expect(page.locator('[data-panel="mask"] .note')).to_contain_text("That is not autoregression.")
    expect(page).to_have_url(re.compile("masking_rule="))
    expect_indicators(page, order="good", others="bad", equal="bad")
