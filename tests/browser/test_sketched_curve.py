"""A curve that is guessed: drawn with one stroke or by keys, sent as its values, and judged beside what came true."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from pages.shared.lesson.guesses import SketchCurve
from pages.shared.lesson.story import Step, Story, Verdict
from tests.bare import Socket, mount
from tests.board import PATIENCE, board, role, spot
from tests.browser.test_story_alone import STORY, judge, never, questions
from tests.editing import Fingers
from tests.steps import expect_step, story

AT = (-2.0, -1.0, 0.0, 1.0, 2.0)
PATH = re.compile(r"^M[\d.,L]+$")
STEPS = Story((Step("predict", "Draw it", "", guess=SketchCurve(AT, "your curve", "the true curve"), judge=never),))


@pytest.fixture
def socket(page):
    return Socket(page)


@pytest.fixture
def step(page, boards, socket):
    """A step in which a curve is drawn, with a live socket."""
    return opened(page, boards)


def opened(page, boards):
    mount(page, boards, story={**STORY, "steps": STEPS.wire(), "step": 1}, lab=False, verdict=None, live="live")
    expect_step(page, 1)
    return page


def commit(page):
    return story(page).locator(".guess-curve .guess-commit")


def guessed(page, socket) -> list[float]:
    """What is asked about the step; an unanswered question may be asked again, with the same guess."""
    first, *others = (asked["guess"] for asked in questions(page, socket, 1))
    assert all(other == first for other in others)
    return first


def test_a_curve_is_drawn_with_one_stroke_and_adds_no_point(step, socket):
    expect(commit(step)).to_be_disabled()
    points = role(step, "context").count()
    for across, down, act in ((0.1, 0.75, step.mouse.down), (0.5, 0.5, None), (0.94, 0.25, step.mouse.up)):
        step.mouse.move(*spot(step, across, down), steps=8)
        if act:
            act()
    assert step.errors == []
    expect(role(step, "context")).to_have_count(points)
    expect(board(step).locator(".sketch-name")).to_be_hidden()
    commit(step).click()
    expect(board(step).locator(".sketch-name")).to_have_text("your guess")
    expect(board(step).locator(".sketch-name")).to_be_visible()
    drawn = guessed(step, socket)
    assert len(drawn) == len(AT) and drawn == sorted(drawn), "the stroke rises from left to right"
    assert drawn[0] < -0.5 and drawn[-1] > 0.5
    rises = [after - before for before, after in pairwise(drawn)]
    assert rises == pytest.approx([rises[0]] * 4, rel=0.15), "a straight stroke is a straight line"
    truth = board(step).locator('.panel.stage .legend [data-glyph="truth"]')
    expect(board(step).locator(".sketch-truth")).to_have_attribute("d", "")
    expect(truth).to_be_hidden()
    judge(socket, questions(step, socket, 1)[0], Verdict(True, "Near.", True, [0.0, 0.5, 1.0, 0.5, 0.0]))
    expect(board(step).locator(".sketch.judged .sketch-truth")).to_have_attribute("d", PATH)
    curve = board(step).locator(".sketch-curve")
    expect(curve).to_have_attribute("d", PATH)
    entry = board(step).locator('.panel.stage .legend [data-glyph="guess"]')
    expect(entry).to_have_text("your guess")
    hue = entry.locator(".glyph").evaluate("(node) => getComputedStyle(node).borderTopColor")
    expect(curve).to_have_css("stroke", hue)
    expect(truth).to_be_visible()
    expect(truth).to_have_text("the true curve")
    shown = truth.locator(".glyph").evaluate("(node) => getComputedStyle(node).borderTopColor")
    expect(board(step).locator(".sketch-truth")).to_have_css("stroke", shown)
    assert shown != hue


def test_a_finger_draws_the_whole_stroke(new_page, boards):
    """Where it may also pan, the browser takes the stroke away as soon as it has begun."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    socket = Socket(page)
    opened(page, boards)
    Fingers(page).go(*([spot(page, 0.1 + 0.04 * i, 0.75 - 0.025 * i)] for i in range(22)))
    commit(page).tap()
    expect(commit(page)).to_be_hidden(timeout=PATIENCE)
    drawn = guessed(page, socket)
    assert drawn[0] < -0.5 and drawn[-1] > 0.5


def test_a_curve_is_drawn_by_keys(step, socket):
    hit = board(step).get_by_role("slider", name="your curve")
    hit.focus()
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown"):
        step.keyboard.press(key)
    expect_step(step, 1)
    expect(hit).to_have_attribute("aria-valuetext", "-0.30 at x = -1.00")
    commit(step).click()
    assert guessed(step, socket) == pytest.approx([-0.15, -0.3, -0.15, 0.0, 0.0])
