"""A table of numbers has those of the plot, and none of what a step does not show yet."""

from __future__ import annotations

import pytest

from tests.board import board
from tests.looks import settled
from tests.steps import numbers, story

WIDE = {"width": 1280, "height": 720}


def test_the_numbers_are_those_of_the_bars(visit):
    page = visit("attention", 1, WIDE)
    bars = board(page).locator('[data-panel="weights"] .bar-number').all_text_contents()
    cells = numbers(page).locator('[data-numbers="weights"] td').all_text_contents()
    assert len(bars) == len(cells) > 3
    assert [float(text) for text in bars] == pytest.approx(
        [float(text.replace("\u2212", "-")) for text in cells], abs=0.006
    )


def test_what_is_to_be_guessed_has_no_numbers_before(visit):
    page = visit("positional", 1, WIDE)
    dialog = numbers(page)
    assert dialog.locator("caption").all_text_contents() == ["context points"]
    page.keyboard.press("Escape")
    story(page).locator('[data-option="0"]').click()
    settled(page)
    assert len(numbers(page).locator("caption").all_text_contents()) > 1


def test_a_measurement_has_its_own_y(visit):
    """And not the one of a hand's click, which is 0 here."""
    page = visit("decisions", 2, WIDE)
    named = board(page).locator('.panel.stage .point[aria-label^="measurement"]')
    table = numbers(page).locator('[data-numbers="stage"] table').filter(has_text="measurements")
    heights = [row.locator("td").last.text_content() for row in table.locator("tbody tr").all()]
    labels = [point.get_attribute("aria-label") for point in named.all()]
    assert len(set(heights)) == len(labels) == 4
    assert all(height in label for height, label in zip(heights, labels, strict=True))
