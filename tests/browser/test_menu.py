"""The ways from lesson to lesson: the menu of a wide window, and the course, which is on a phone too."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, menu_link, open_board
from tests.looks import settled, violations
from tests.steps import expect_step, open_story

FIRST = next(iter(LESSONS.values()))


def test_the_menu_hides_no_lesson(page, server):
    open_board(page, f"{server}/masks")
    for width, opens in ((1024, "kernels"), (1920, "setconv")):
        page.set_viewport_size({"width": width, "height": 720})
        settled(page)
        hides_no_lesson(page, width)
        assert width > 1024 or violations(page) == []
        menu_link(page, LESSONS[opens].link).click()
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_contain_text(LESSONS[opens].heading, timeout=PATIENCE)
        expect(page.get_by_test_id("stTopNavPopover")).to_have_count(0)
    assert page.errors == []


def hides_no_lesson(page, width):
    """The lists of the menu have them all, within the window."""
    expect(page.get_by_test_id("stTopNav").get_by_text(re.compile(r"^\d+ more$"))).to_have_count(0)
    for lesson in LESSONS.values():
        link = menu_link(page, lesson.link)
        expect(link).to_be_visible()
        box = link.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, lesson.link


def test_sections_follow_each_other_and_lessons_alone_come_first():
    """The menu shows single lessons before all lists: in another order it would not be that of the course."""
    sections = [lesson.section for lesson in LESSONS.values()]
    changes = [section for before, section in zip([None, *sections], sections, strict=False) if section != before]
    assert len(changes) == len(set(changes))
    alone = [section for section in changes if sections.count(section) == 1]
    assert alone == changes[: len(alone)]


def test_the_course_opens_a_lesson_without_a_reload(new_page, server):
    page = new_page(viewport={"width": 390, "height": 844})
    open_story(page, f"{server}/masks?step=2&embed=true", step=2)
    page.evaluate("() => (window.kept = true)")
    for lesson in (LESSONS["melodies"], FIRST):
        page.get_by_test_id("course-button").first.click()
        board(page).locator(f'dialog.course [data-lesson="{lesson.name}"] button').click()
        address = "" if lesson is FIRST else lesson.name
        page.wait_for_url(re.compile(rf"//[^/]+/{address}\?(.*&)?embed=true"))
        expect(board(page).locator(".lesson-title")).to_have_text(lesson.link, timeout=PATIENCE)
        expect_step(page, 1)
        assert page.evaluate("window.kept"), "no reload"
    page.go_back()
    expect(board(page).locator(".lesson-title")).to_have_text(LESSONS["melodies"].link, timeout=PATIENCE)
    assert page.errors == []
