"""The end of the course: reached from the last step and from the course, read on a phone, printed on one sheet."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from pages.lessons import LESSONS
from pages.summary.sheet import NOT_YET
from tests.board import board
from tests.looks import violations
from tests.steps import button, open_story

# Settles when the page has scrolled; a condition in words would be evaluated, which the page forbids.
SCROLLED = """() => new Promise((done) => {
  const look = () => (document.activeElement.scrollTop > 100 ? done() : requestAnimationFrame(look));
  look();
})"""
FRAMES = """node => [getComputedStyle(node).outlineStyle, getComputedStyle(node).boxShadow,
  getComputedStyle(node, "::before").boxShadow]"""
LAST = list(LESSONS)[-1]
KEEP = "kept => localStorage.setItem('neural-processes-course', JSON.stringify(kept))"


def summary(page):
    return page.locator("article.summary")


def walked(*names, but=0):
    """What a browser keeps of these lessons when all of their steps are done, but for so many."""
    steps = {name: range(1, 1 + len(LESSONS[name].story.steps) - but) for name in names}
    return {name: {"at": 1, "steps": {number: {"seen": True} for number in of}} for name, of in steps.items()}


def keep(page, server, kept):
    """In the browser, before a page of the app is opened."""
    page.goto(f"{server}/_stcore/health")
    page.evaluate(KEEP, kept)


def test_only_what_was_done_is_shown_and_printed(page, server):
    for kept, done in (({}, ()), (walked("home", "kernels") | walked("masks", but=1), ("home", "kernels"))):
        keep(page, server, kept)
        page.goto(f"{server}/summary")
        not_yet = summary(page).get_by_text(NOT_YET)
        expect(not_yet).to_be_hidden() if done else expect(not_yet).to_be_visible()
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            for name, lesson in LESSONS.items():
                expect(summary(page).get_by_text(lesson.takeaway)).to_be_visible(visible=name in done)
    assert page.errors == []


def test_the_last_step_leads_to_one_page_that_prints_on_one_sheet(page, server):
    steps = len(LESSONS[LAST].story.steps)
    keep(page, server, walked(*LESSONS))
    open_story(page, f"{server}/{LAST}?step={steps}", step=steps)
    expect(button(page, "next")).to_have_text("Next: The course on one page")
    button(page, "next").click()
    board(page).get_by_role("dialog").get_by_role("button", name="Next: The course on one page").click()
    expect(summary(page).get_by_role("listitem").first).to_be_visible()
    expect(page).to_have_url(re.compile(r"/summary$"))
    assert page.evaluate("document.activeElement.dataset.testid") == "stMain"
    assert page.get_by_test_id("stMain").evaluate(FRAMES) == ["none", "none", "none"]
    page.set_viewport_size({"width": 900, "height": 400})
    page.keyboard.press("End")
    page.evaluate(SCROLLED)
    assert violations(page) == []
    page.evaluate("() => { window.printed = 0; window.print = () => { window.printed += 1; }; }")
    page.get_by_role("button", name="Print, or save as PDF").click()
    assert page.evaluate("window.printed") == 1
    expect(summary(page).locator("li[data-lesson]:visible")).to_have_count(len(LESSONS))
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert len(sheets) == 1
    page.emulate_media(media="print")
    expect(page.get_by_role("button", name="Print, or save as PDF")).to_be_hidden()
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    assert summary(page).evaluate("node => getComputedStyle(node).color") == "rgb(0, 0, 0)"
    assert page.errors == []


def test_the_course_leads_to_it_and_it_fits_a_phone(new_page, server):
    page = new_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    open_story(page, f"{server}/{LAST}")
    page.get_by_test_id("course-button").first.click()
    board(page).get_by_role("button", name="The course on one page, to print").click()
    expect(summary(page)).to_be_visible()
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    assert summary(page).evaluate("node => node.scrollWidth - node.clientWidth") <= 0
    header = page.get_by_test_id("stHeader").bounding_box()
    printing = page.get_by_role("button", name="Print, or save as PDF").bounding_box()
    assert printing["y"] >= header["y"] + header["height"], "the header lies over the page"
    link = summary(page).get_by_role("link").first
    assert link.evaluate("node => getComputedStyle(node).color") == "rgb(127, 176, 255)", "as on all other pages"
    page.get_by_role("link", name="Back to the course").click()
    expect(board(page)).to_be_visible()
    assert page.errors == []
