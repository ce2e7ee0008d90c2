"""Few-shot classification in the browser: a point takes the class that was chosen, and keeps it when another goes."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, surface
from tests.looks import settled
from tests.steps import step_faults, story
from tests.walking import guess

NAMES = '[data-panel="stage"] .names:not(.regions) .dot-label'


def click_at(page: Page, across: float, down: float, button: str = "left") -> None:
    box = surface(page).bounding_box()
    page.mouse.click(box["x"] + across * box["width"], box["y"] + down * box["height"], button=button)


def expect_names(page: Page, *texts: str) -> None:
    expect(board(page).locator(NAMES)).to_have_text(list(texts), timeout=PATIENCE)


def test_points_take_the_class_that_was_chosen_and_keep_it_when_another_goes(visit):
    page = visit("classes", 1)
    settled(page)
    click_at(page, 0.3, 0.4)
    story(page).get_by_role("button", name="▲ B").click()
    click_at(page, 0.7, 0.4)
    click_at(page, 0.75, 0.6)
    expect_names(page, "● A", "▲ B", "▲ B")
    story(page).get_by_role("button", name="■ C").click()
    click_at(page, 0.4, 0.75)
    expect_names(page, "● A", "▲ B", "▲ B", "■ C")
    expect(story(page).get_by_role("status")).to_have_text(re.compile("Nothing was trained"), timeout=PATIENCE)
    click_at(page, 0.3, 0.4, "right")
    expect_names(page, "▲ B", "▲ B", "■ C")
    page.keyboard.press("Control+z")
    expect_names(page, "● A", "▲ B", "▲ B", "■ C")
    assert step_faults(page) == [] and page.errors == []


def test_a_point_has_the_shape_of_its_class_and_the_legend_names_it(visit):
    page = visit("classes", 3)
    settled(page)
    outlines = board(page).locator('[data-panel="stage"] .point .shape')
    first, second, *others = [one.get_attribute("d") for one in outlines.all()]
    assert first == second and len({first, *others}) == 3 and others[0] == others[1]
    legend = board(page).locator('.panel.stage .legend [data-glyph="sign"]')
    expect(legend).to_have_text(["● A", "▲ B", "■ C"])
    point = board(page).locator('[data-panel="stage"] .point').nth(2)
    expect(point).to_have_attribute("aria-label", re.compile("▲ B"))
    x, y = (point.locator(".dot").get_attribute(name) for name in ("cx", "cy"))
    assert point.locator(".shape").get_attribute("transform") == f"translate({x} {y})"
    guess(page)  # the words of an action wait for it
    story(page).get_by_role("button", name="exchange them").click()
    expect(legend).to_have_text(["● A", "▲ B", "■ C"])
    expect(outlines.first).to_have_attribute("d", others[0], timeout=PATIENCE)
    assert page.errors == []


def test_colours_and_letters_wait_for_the_guess(visit):
    page = visit("classes", 5)
    settled(page)
    colours = board(page).locator('[data-panel="stage"] image[data-role="field"]').first
    letters = board(page).locator('[data-panel="stage"] .regions')
    expect(board(page).locator('[data-panel="stage"] .place')).to_be_visible()  # of which the question speaks
    expect(letters).to_be_hidden()
    expect(colours).to_be_hidden()
    story(page).get_by_role("button", name="Not sure").click()
    expect(letters).to_be_visible(timeout=PATIENCE)
    expect(colours).to_be_visible()
    expect(story(page).get_by_role("status")).to_have_text(re.compile("only met round classes"), timeout=PATIENCE)
    assert page.errors == []


def test_two_labels_are_exchanged_and_exchanged_back(visit):
    page = visit("classes", 3)
    settled(page)
    expect_names(page, "● A", "● A", "▲ B", "▲ B", "■ C", "■ C")
    guess(page)  # the words of an action wait for it
    story(page).get_by_role("button", name="exchange them").click()
    expect_names(page, "▲ B", "▲ B", "● A", "● A", "■ C", "■ C")
    page.keyboard.press("Control+z")
    expect_names(page, "● A", "● A", "▲ B", "▲ B", "■ C", "■ C")
    assert page.errors == []
