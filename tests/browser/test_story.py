"""Every story from its first to its last step, by mouse, by keys and by touch; and what stays of it afterwards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, open_board, positions, role
from tests.editing import Fingers
from tests.looks import resized, violations
from tests.steps import button, dot, expect_step, measured, missing, open_story, story, swipe

WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
LOW = {"width": 390, "height": 664}


def address(server: str, name: str) -> str:
    return f"{server}/{'' if name == 'home' else name}"


def broken_name(page: Page) -> list[str]:
    """The way to the next lesson, if it has not one line."""
    lines = (
        "node => { const r = document.createRange(); r.selectNodeContents(node); return r.getClientRects().length; }"
    )
    count = button(page, "next").evaluate(lines)
    return [f"the next lesson's name has {count} lines"] if count != 1 else []


def low_bars(page: Page) -> list[str]:
    """The bars of the weights, if they leave room of a phone unused."""
    resized(page, PHONE)
    high = board(page).locator('[data-panel="weights"] .bars-plot').bounding_box()["height"]
    return [] if high > 180 else [f"the bars are {high} px high"]


# What is measured of single lessons, at the step of that number, the last for -1.
WIDE_STEPS = {("kernels", -1): broken_name, ("masks", -1): broken_name, ("setconv", -1): broken_name}
PHONE_PICTURES = {("attention", 1): low_bars}


def nothing(page: Page) -> list[str]:
    """Of most steps nothing else is measured."""
    return []


# ---- every story -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked_by_mouse_and_by_keys(new_page, server, name):
    """Forwards by a click and a key in turn, every second lesson by the key first; and back by keys."""
    page, steps, found = new_page(viewport=WIDE), len(LESSONS[name].story.steps), []
    first = list(LESSONS).index(name)
    open_story(page, address(server, name))
    expect(story(page)).to_have_attribute("data-steps", str(steps))
    for number in range(1, steps + 1):
        faults = measured(page, WIDE) + missing(page, LESSONS[name].story.steps[number - 1])
        faults += WIDE_STEPS.get((name, number if number < steps else -1), nothing)(page)
        if number in (1, 2, steps):
            faults += violations(page)
        found += [f"step {number}: {fault}" for fault in faults]
        if number < steps:
            expect_onward(page, number + 1, by_key=(number + first) % 2)
    page.keyboard.press("ArrowRight")  # beyond the last there is none
    expect_step(page, steps)
    assert not found + page.errors, "\n".join(found + page.errors)
    for number in range(steps - 1, 0, -1):
        page.keyboard.press("ArrowLeft")
        expect_step(page, number)
    assert page.errors == []


def expect_onward(page: Page, number: int, by_key: bool) -> None:
    """Opens the next step, of that number: it is read out from its title, and the address follows."""
    if by_key:
        page.keyboard.press("ArrowRight")
    else:
        button(page, "next").click()
    expect_step(page, number)
    expect(story(page).get_by_role("heading")).to_be_focused()
    expect(page).to_have_url(re.compile(rf"step={number}\b"))


@pytest.mark.parametrize("name", LESSONS)
def test_a_story_is_walked_by_touch(new_page, server, name):
    """By a swipe and a tap in turn, on a phone and on a low one."""
    page, steps, found = new_page(viewport=PHONE, has_touch=True), len(LESSONS[name].story.steps), []
    open_story(page, address(server, name))
    for number in range(1, steps + 1):
        expect_step(page, number)
        faults = measured(page, PHONE, LOW)
        tabs = board(page).locator('.story-tabs [data-picture="pictures"]')
        if (tabs.is_visible() and tabs.is_enabled()) or (name, number) in PHONE_PICTURES:
            tabs.tap()
            faults += [f"pictures: {fault}" for fault in measured(page, LOW, PHONE)]
            faults += PHONE_PICTURES.get((name, number), nothing)(page)
            stage = board(page).locator('.story-tabs [data-picture="stage"]')
            if stage.is_visible():  # on the higher phone a plane that is dragged stands below the stage
                stage.tap()
        if number in (1, steps):
            faults += violations(page)
        found += [f"step {number}: {fault}" for fault in faults]
        if number < steps and number % 2:
            swipe(page, -150)
        elif number < steps:
            button(page, "next").tap()
    swipe(page, 150)
    expect_step(page, steps - 1)
    assert not found + page.errors, "\n".join(found + page.errors)


def test_a_swipe_is_no_gesture_of_the_browser(new_page, server):
    """To the right it would be Back, and leave the page: the browser cancels the pointer once it takes a gesture."""
    page = new_page(viewport=PHONE, has_touch=True)
    open_story(page, f"{server}/masks?step=3", step=3)
    story(page).evaluate("node => node.addEventListener('pointercancel', () => (node.dataset.taken = true))")
    for by, step in ((150, 2), (-150, 3)):
        swipe(page, by)
        expect_step(page, step)
    assert story(page).get_attribute("data-taken") is None


def test_a_tap_at_once_after_a_swipe_counts(new_page, server):
    """The browser would take the swipe for a fling, and the tap for a finger that stops it."""
    page = new_page(viewport=PHONE, has_touch=True)
    open_story(page, f"{server}/masks?step=3", step=3)
    for step in (4, 6):
        swipe(page, -150)
        expect_step(page, step)
        button(page, "next").tap()
        expect_step(page, step + 1)


def test_two_fingers_on_the_card_open_no_step_and_may_zoom(new_page, server):
    page = new_page(viewport=PHONE, has_touch=True)
    open_story(page, f"{server}/masks?step=3", step=3)
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
def masks(page, server):
    """The story whose second step asks for a guess; the third has its verdict with the guess."""
    open_story(page, f"{server}/masks?step=2", step=2)
    return page


def option(page: Page, number: int):
    return story(page).locator(f'[data-option="{number}"]')


def test_progress_and_a_guess_survive_a_reload(page, server):
    open_story(page, f"{server}/masks?step=3", step=3)
    option(page, 1).click()
    expect(dot(page, 3)).to_have_class(re.compile("done"), timeout=PATIENCE)
    button(page, "back").click()
    option(page, 1).click()
    expect(option(page, 1)).to_have_attribute("aria-pressed", "true")
    page.goto("about:blank")
    open_story(page, f"{server}/masks", step=2)
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


def test_a_link_opens_its_step_and_the_address_follows(page, server):
    open_story(page, f"{server}/masks?step=3", step=3)
    button(page, "back").click()
    expect(page).to_have_url(re.compile(r"step=2\b"))
    open_story(page, f"{server}/masks?v=1&p=0,1;1,0.5&step=3", step=3)
    assert positions(page) == [(0.0, 1.0), (1.0, 0.5)]
    open_story(page, f"{server}/masks?step=99", step=len(LESSONS["masks"].story.steps))
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


def test_an_address_opens_the_lab(page, server):
    open_board(page, f"{server}/masks?lab=1")
    expect(story(page)).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.errors == []


@pytest.mark.parametrize("more", ["", "&live=off"])
def test_an_exercise_gets_its_verdict_with_a_socket_and_without(page, server, more):
    last = len(LESSONS["masks"].story.steps)
    open_story(page, f"{server}/masks?step={last}{more}", step=last)
    verdict = story(page).get_by_role("status")
    expect(verdict).to_have_text(re.compile(r"\w"), timeout=PATIENCE)
    expect(story(page)).to_have_attribute("data-done", "false")
    assert page.errors == []
