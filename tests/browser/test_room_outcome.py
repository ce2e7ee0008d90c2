"""A question in a room, from the first vote to its outcome, which no page shows before the lecturer does."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board
from tests.browser.test_room import OLD_PHONE, PHONE, counts, open_room, option, vote
from tests.steps import expect_step, open_story

TALL_PHONE = PHONE | {"viewport": {"width": 390, "height": 844}}
MOST_REQUESTS = 6


def expect_no_outcome(pages) -> None:
    """Neither a page of the room nor the stage inside a phone's shows what is right, or says it."""
    for page in pages:
        for place in (page, page.frame_locator("iframe")):
            expect(place.locator(".poll-option.right, .guess-option.right, .guess-option.wrong")).to_have_count(0)
            expect(place.locator(".story-verdict:visible")).to_have_count(0)


def test_no_page_shows_the_outcome_before_the_lecturer_does(new_page, server):
    """Vote, show, discussion, second round, twin, reveal: with one projector and three phones, one of which votes on
    its stage and is reloaded, and one joins late."""
    story, number = LESSONS["paths"].story, 3
    question = story.steps[number - 1]
    lecturer = new_page(viewport={"width": 1280, "height": 720})
    open_story(lecturer, f"{server}/paths?step={number - 1}", number - 1)
    code = open_room(lecturer)
    phones = [new_page(**options) for options in (TALL_PHONE, OLD_PHONE, PHONE)]
    first, second, late = phones
    everyone = [lecturer, *phones]
    requests = []
    second.on("request", lambda request: requests.append(request.url))
    for phone in phones[:2]:
        phone.goto(f"{server}/room/{code[:2].upper()} {code[2:4]}-{code[4:]}")
        expect(phone.get_by_role("heading", level=1)).to_have_text(story.steps[number - 2].title)
    assert len(requests) <= MOST_REQUESTS
    expect(second.locator(".poll")).to_be_hidden()

    lecturer.keyboard.press("ArrowRight")
    expect_step(lecturer, number)
    vote(second, 0)
    second.get_by_role("button", name="I am sure").click()
    expect(second.locator(".text")).to_contain_text(question.action)
    expect(second.locator(".poll-letter")).to_have_text(["A", "B", "C"])
    second.mouse.move(0, 0)
    assert not Axe().run(second).response["violations"]
    assert second.evaluate("document.documentElement.scrollWidth <= innerWidth")
    first.get_by_role("button", name="Show the stage here").click()
    stage = first.frame_locator("iframe")
    for choice in (2, 1):  # replaced, not added
        stage.locator(f'.guess-option[data-option="{choice}"]').click(timeout=PATIENCE)
        expect(option(first, choice)).to_have_attribute("aria-pressed", "true")
        expect(stage.locator(".guess-sent")).to_contain_text("Your vote counts", timeout=PATIENCE)
    expect(board(lecturer).locator(".hall-chip")).to_have_text(f"Room {code} · 2 here · 2 voted")
    expect_no_outcome(everyone)

    lecturer.keyboard.press("v")
    sheet = lecturer.get_by_role("dialog", name="Votes")
    expect(sheet).to_contain_text(question.action)
    expect(sheet).to_contain_text("The votes stay hidden")  # the hall learns nothing of what the judge finds right
    expect(lecturer.locator(".poll-count")).to_have_count(0)
    lecturer.keyboard.press("Enter")
    for page in everyone[:3]:
        expect(page.locator(".poll-count")).to_have_text(["1 (50%), 1 sure", "1 (50%)", "0 (0%)"])
    option(lecturer, 2).click()
    expect(sheet.get_by_text("Press C again to mark it")).to_be_visible()
    expect(stage.locator(".guess-sent")).to_contain_text("what comes true is shown later")
    late.goto(f"{server}/room/{code}")
    first.reload()
    for phone in (late, first):
        phone.get_by_role("button", name="Show the stage here").click()
        expect(phone.frame_locator("iframe").locator(".guess-options")).to_have_attribute("inert", "", timeout=PATIENCE)
    expect_no_outcome(everyone)

    lecturer.get_by_role("button", name="Second round").click()
    for phone in phones:
        expect(phone.get_by_text("Second round.").first).to_be_visible()
        expect(phone.locator(".poll-count")).to_have_count(0)
        vote(phone, 0)
    expect(sheet).to_contain_text("Second round: 3 of 3")
    lecturer.get_by_role("button", name="Show the votes").click()
    expect(first.locator(".poll-count")).to_have_count(6)
    assert counts(first, 1)[0] == "2. 3 (100%)" and counts(first)[0] == "1. 1 (50%), 1 sure"
    expect_no_outcome(everyone)

    lecturer.get_by_role("button", name="Same question, another drawing").click()
    for phone in phones:
        expect(phone.get_by_role("heading", level=1)).to_have_text(f"Another drawing: {question.title}")
    stage.locator('.guess-option[data-option="0"]').click()
    expect(stage.locator(".guess-sent")).to_contain_text("Your vote counts", timeout=PATIENCE)
    expect_no_outcome(everyone)
    lecturer.keyboard.press("ArrowRight")
    expect(board(lecturer).locator(".notice")).to_contain_text("1 vote in the room: V shows them")
    lecturer.keyboard.press("r")
    for page in (first, second):
        expect(option(page, 0)).to_have_class(re.compile("right"), timeout=PATIENCE)
    expect(stage.locator(".guess-option.right")).to_have_text(question.guess.options[0], timeout=PATIENCE)
    outcome = late.frame_locator("iframe").locator(".story")  # it has not guessed
    expect(outcome.locator(".story-verdict")).to_have_text(re.compile(r"^[^✓✗].*because"), timeout=PATIENCE)
    expect(outcome.locator(".guess-option.right")).to_be_disabled()
    assert not any(page.errors for page in everyone)
