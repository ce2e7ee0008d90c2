"""Behind every plot stands a table of its numbers, and none of what a step does not show yet."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import board
from tests.looks import settled, violations
from tests.steps import open_story, story

WIDE = {"width": 1280, "height": 720}


def opened(page: Page):
    """The dialog of numbers, opened by its button."""
    button = board(page).locator('[data-action="numbers"]')
    button.focus()
    button.press("Enter")
    dialog = board(page).locator("dialog.numbers")
    expect(dialog).to_be_visible()
    return dialog


@pytest.mark.parametrize("name", LESSONS)
def test_every_panel_on_show_has_its_numbers(new_page, server, name):
    page = new_page(viewport=WIDE)
    step = 3 if name == "kernels" else 2  # its second step has no stage, and no buttons of one
    open_story(page, f"{server}/{'' if name == 'home' else name}?step={step}", step=step)
    settled(page)
    shown = board(page).locator(".panel").evaluate_all("nodes => nodes.map((node) => node.dataset.panel)")
    dialog = opened(page)
    sections = dialog.locator("[data-numbers]")
    assert sorted(sections.evaluate_all("nodes => nodes.map((node) => node.dataset.numbers)")) == sorted(shown)
    assert dialog.locator("tbody tr").count() > 2
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.errors == []


def test_the_numbers_are_those_of_the_bars(new_page, server):
    page = new_page(viewport=WIDE)
    open_story(page, f"{server}/attention?step=1")
    settled(page)
    bars = board(page).locator('[data-panel="weights"] .bar-number').all_text_contents()
    cells = opened(page).locator('[data-numbers="weights"] td').all_text_contents()
    assert len(bars) == len(cells) > 3
    assert [float(text) for text in bars] == pytest.approx(
        [float(text.replace("\u2212", "-")) for text in cells], abs=0.006
    )


def test_what_is_to_be_guessed_has_no_numbers_before(new_page, server):
    page = new_page(viewport=WIDE)
    open_story(page, f"{server}/positional?step=1")
    settled(page)
    dialog = opened(page)
    assert dialog.locator("caption").all_text_contents() == ["context points"]
    page.keyboard.press("Escape")
    story(page).locator('[data-option="0"]').click()
    settled(page)
    assert len(opened(page).locator("caption").all_text_contents()) > 1
