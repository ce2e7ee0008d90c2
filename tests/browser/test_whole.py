"""The map in the browser: boxes are pressed by mouse and keys, names open lessons, and lessons lead to the map."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from pages.lessons import LESSONS
from pages.shared.lesson.values import context
from pages.whole.parts import parts
from pages.whole.story import FIVE
from tests.board import PATIENCE, board, open_board
from tests.looks import settled
from tests.steps import SMALLEST_TARGET, expect_step, open_story, step_faults, story


def test_a_box_is_pressed_and_shown_large(visit):
    page = visit("whole", 1)
    settled(page)
    boxes = board(page).locator('[data-panel="map"] rect.box')
    heading = board(page).locator('[data-panel="inside"] h2')
    boxes.nth(2).click()
    expect(boxes.nth(2)).to_have_attribute("aria-pressed", "true", timeout=PATIENCE)
    expect(heading).to_have_text(re.compile("tokens, 14 × 64"), timeout=PATIENCE)
    expect(story(page).get_by_role("status")).to_have_text(re.compile("A vector of 64 numbers"), timeout=PATIENCE)
    boxes.nth(3).focus()
    page.keyboard.press("Enter")
    expect(heading).to_have_text(re.compile("attention weights 1"), timeout=PATIENCE)
    assert step_faults(page) == [] and page.errors == []


def test_a_name_opens_its_lesson_and_the_lesson_leads_back(visit):
    page = visit("whole", 1)
    settled(page)
    other = board(page).locator('[data-panel="map"] a', has_text="attention weights 2").bounding_box()
    page.mouse.click(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    heading = board(page).locator('[data-panel="inside"] h2')
    expect(heading).to_have_text(re.compile("attention weights 2"), timeout=PATIENCE)  # a first press picks the box
    page.mouse.click(other["x"] + other["width"] / 2, other["y"] + other["height"] / 2)
    expect(board(page).locator(".lesson-title")).to_have_text("Attention masks", timeout=PATIENCE)
    page.go_back()
    expect(board(page).locator(".lesson-title")).to_have_text("The whole on one page", timeout=PATIENCE)
    settled(page)
    name = board(page).locator('[data-panel="map"] a', has_text="attention weights 1").bounding_box()
    page.mouse.click(name["x"] + name["width"] / 2, name["y"] + name["height"] / 2)
    expect(board(page).locator(".lesson-title")).to_have_text("Attention", timeout=PATIENCE)
    back = board(page).locator(".lesson-map")
    expect(back).to_have_text("Map: attention weights 1")
    back.click()
    expect(board(page).locator(".lesson-title")).to_have_text("The whole on one page", timeout=PATIENCE)
    assert page.errors == []


def test_sizes_and_pictures_wait_for_the_guess(visit):
    page = visit("whole", 3)
    settled(page)
    size = board(page).locator('[data-panel="map"] .box-size').first
    expect(size).to_be_hidden()
    story(page).get_by_role("button", name="128: one vector").click()
    expect(size).to_be_visible(timeout=PATIENCE)
    assert step_faults(page) == [] and page.errors == []


@pytest.mark.parametrize(
    ("lesson", "box", "lab"), [("masks", "attention weights 2", True), ("latent", "representation r", False)]
)
def test_the_link_to_the_map_outlines_the_box_of_its_lesson_on_a_phone_and_in_a_lab(new_page, server, lesson, box, lab):
    page = new_page(viewport={"width": 1280, "height": 720} if lab else {"width": 390, "height": 844})
    open_board(page, f"{server}/{lesson}") if lab else open_story(page, f"{server}/{lesson}")
    link = board(page).get_by_role("button", name="Map")
    assert min(link.bounding_box()[side] for side in ("width", "height")) >= SMALLEST_TARGET or lab
    link.click()
    expect(board(page).locator(".lesson-title")).to_have_text("The whole on one page", timeout=PATIENCE)
    here = board(page).locator('[data-panel="map"] rect.box[aria-pressed="true"]')
    expect(here).to_have_attribute("aria-label", re.compile(box), timeout=PATIENCE)
    expect_step(page, LESSONS[lesson].place.step)
    assert page.errors == []


def test_beside_the_longest_title_a_phone_has_room_for_the_link_to_the_map(new_page, boards):
    page = new_page(viewport={"width": 390, "height": 844})
    open_story(page, f"{boards}/{max(LESSONS, key=lambda name: len(LESSONS[name].link))}")
    boxes = [
        board(page).locator(f".lesson-bar {name}").bounding_box()
        for name in (".lesson-title", ".lesson-map", ".course-button", ".lab-switch")
    ]
    assert all(one["x"] + one["width"] <= other["x"] for one, other in pairwise(boxes))
    assert step_faults(page) == []


def test_a_box_shows_its_name_size_and_the_number_under_the_pointer(visit):
    page = visit("whole", 1)
    settled(page)
    tip, tokens = board(page).locator(".tip.on"), board(page).locator('[data-panel="map"] rect.box').nth(2)
    box = tokens.bounding_box()
    page.mouse.move(box["x"] + box["width"] * 11.5 / 64, box["y"] + box["height"] * 2.5 / 14)
    value = parts("tnpd", context(FIVE))[2].values[2, 11]
    said = f"tokens, 14 × 64: point 3, dimension of the vector 12: {abs(value):.3f}"
    expect(tip).to_have_text(said if value > 0 else said.replace(": 0", ": −0"))
    page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    tokens.focus()
    expect(tip).to_have_text("tokens, 14 × 64")


def test_before_a_guess_a_box_shows_its_name_alone(visit):
    page = visit("whole", 3)
    settled(page)
    board(page).locator('[data-panel="map"] rect.box').nth(3).hover()
    expect(board(page).locator(".tip.on")).to_have_text("representation r")
