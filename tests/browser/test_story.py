"""What a finger does on a step's card, what stays of a story, and what its links and its switch open."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, positions, role
from tests.editing import Fingers
from tests.steps import button, dot, expect_step, open_story, story, swipe

PHONE = {"width": 390, "height": 844}


def test_a_swipe_is_no_gesture_of_the_browser(visit):
    """To the right it would be Back, and leave the page: the browser cancels the pointer once it takes a gesture."""
    page = visit("masks", 3, PHONE, has_touch=True)
    story(page).evaluate("node => node.addEventListener('pointercancel', () => (node.dataset.taken = true))")
    for by, step in ((150, 2), (-150, 3)):
        swipe(page, by)
        expect_step(page, step)
    assert story(page).get_attribute("data-taken") is None


def test_a_tap_at_once_after_a_swipe_counts(visit):
    """The browser would take the swipe for a fling, and the tap for a finger that stops it."""
    page = visit("masks", 3, PHONE, has_touch=True)
    for step in (4, 6):
        swipe(page, -150)
        expect_step(page, step)
        button(page, "next").tap()
        expect_step(page, step + 1)


def test_two_fingers_on_the_card_open_no_step_and_may_zoom(visit):
    page = visit("masks", 3, PHONE, has_touch=True)
    story(page).evaluate(
        "node => node.addEventListener('touchmove', (e) => (node.dataset.withheld ||= e.defaultPrevented || ''))"
    )
    box = story(page).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 20
    Fingers(page).go(*([(x - apart, y), (x + apart, y)] for apart in (150, 90, 30)))
    button(page, "next").tap()
    expect_step(page, 4)
    assert not story(page).get_attribute("data-withheld")


# ---- what stays ------------------------------------------------------------------------------------


@pytest.fixture
def masks(page, boards):
    """The story whose second step asks for a guess; the third has its verdict with the guess."""
    open_story(page, f"{boards}/masks?step=2", step=2)
    return page


def option(page: Page, number: int):
    return story(page).locator(f'[data-option="{number}"]')


def test_progress_and_a_guess_survive_a_reload(page, boards):
    open_story(page, f"{boards}/masks?step=3", step=3)
    option(page, 1).click()
    expect(dot(page, 3)).to_have_class(re.compile("done"), timeout=PATIENCE)
    button(page, "back").click()
    option(page, 1).click()
    expect(option(page, 1)).to_have_attribute("aria-pressed", "true")
    page.goto("about:blank")
    open_story(page, f"{boards}/masks", step=2)
    expect(option(page, 1)).to_have_attribute("aria-pressed", "true")
    expect(dot(page, 3)).to_have_class(re.compile("done"))
    assert page.errors == []


def test_a_skipped_step_is_not_ticked(masks):
    button(masks, "next").click()
    expect_step(masks, 3)
    expect(dot(masks, 2)).not_to_have_class(re.compile("done"))
    option(masks, 1).click()
    expect(dot(masks, 3)).to_have_class(re.compile("done"), timeout=PATIENCE)
    button(masks, "next").click()
    expect_step(masks, 4)
    expect(dot(masks, 3)).to_have_class(re.compile("done"))
    expect(dot(masks, 3)).to_have_accessible_name("Step 3, done")
    expect(dot(masks, 2)).to_have_accessible_name("Step 2")


def test_back_needs_one_press_after_a_guess(masks):
    option(masks, 0).click()
    expect(option(masks, 0)).to_have_attribute("aria-pressed", "true")
    button(masks, "back").click()
    expect_step(masks, 1)


def test_a_link_opens_its_step_and_the_address_follows(page, boards):
    open_story(page, f"{boards}/masks?step=3", step=3)
    button(page, "back").click()
    expect(page).to_have_url(re.compile(r"step=2\b"))
    open_story(page, f"{boards}/masks?v=1&p=0,1;1,0.5&step=3", step=3)
    assert positions(page) == [(0.0, 1.0), (1.0, 0.5)]
    open_story(page, f"{boards}/masks?step=99", step=len(LESSONS["masks"].story.steps))
    assert page.errors == []


def test_the_switch_leads_to_the_lab_and_back_to_the_step(page, server):
    open_story(page, f"{server}/masks?step=2", step=2)
    drawn = positions(page)
    expect(page.get_by_role("heading", level=1)).to_have_count(0)
    switch = page.get_by_test_id("lab-switch").first
    switch.get_by_role("button", name="Lab").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
    expect(story(page)).to_be_hidden()
    expect(page).to_have_url(re.compile(r"lab=1"))
    expect(role(page, "context")).to_have_count(len(drawn))
    assert positions(page) == drawn
    switch.get_by_role("button", name="Story").click()
    expect(story(page)).to_be_visible()
    expect_step(page, 2)
    expect(page.get_by_role("heading", level=1)).to_have_count(0)
    expect(page).not_to_have_url(re.compile(r"lab=1"))
    assert page.errors == []


@pytest.mark.parametrize("more", ["", "&live=off"])
def test_an_exercise_gets_its_verdict_with_a_socket_and_without(page, boards, more):
    last = len(LESSONS["masks"].story.steps)
    open_story(page, f"{boards}/masks?step={last}{more}", step=last)
    verdict = story(page).get_by_role("status")
    expect(verdict).to_have_text(re.compile(r"\w"), timeout=PATIENCE)
    expect(story(page)).to_have_attribute("data-done", "false")
    assert page.errors == []
