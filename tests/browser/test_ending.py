"""The card after the last step: sentences, a solution that unfolds, the way back to a picture, and the way on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board
from tests.looks import settled, violations
from tests.steps import button, expect_step

LESSON = LESSONS["kernels"]
LAST = len(LESSON.story.steps)
SEEN = 1 + [step.title for step in LESSON.story.steps].index(LESSON.ending.seen)


@pytest.mark.parametrize("size", [{"width": 1280, "height": 720}, {"width": 390, "height": 844}])
def test_a_lesson_ends_on_a_card(visit, size):
    page = visit("kernels", LAST, size)
    settled(page)
    button(page, "next").click()
    card = board(page).get_by_role("dialog", name="The end of the lesson")
    solution = card.get_by_text(LESSON.ending.solution)
    sentence = card.get_by_text(LESSON.ending.sentences[0])
    expect(solution).to_be_hidden()
    expect(sentence).to_be_hidden()
    card.get_by_text("Solution, and").click()
    expect(solution).to_be_visible()
    expect(card.get_by_role("listitem")).to_have_text(list(LESSON.ending.sentences))
    assert violations(page) == []
    card.get_by_role("button", name=re.compile("^See it in")).click()
    expect_step(page, SEEN)
    expect(card).to_be_hidden()
    assert page.errors == []


def test_the_card_leads_on_to_the_next_lesson(visit):
    page = visit("kernels", LAST)
    settled(page)
    button(page, "next").click()
    following = list(LESSONS.values())[list(LESSONS).index("kernels") + 1]
    board(page).get_by_role("dialog").get_by_role("button", name=f"Next: {following.link}").click()
    expect(board(page).locator(".lesson-title")).to_have_text(following.link, timeout=PATIENCE)
    assert page.errors == []
