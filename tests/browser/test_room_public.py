"""What projector, remote and phones show of one question: the same outcome, and none while it is open."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board
from tests.browser.test_room import PHONE, copied_link, open_room, option, vote
from tests.browser.test_room_outcome import expect_no_outcome
from tests.steps import button, expect_step, open_story, story

STEP = 4  # of Home: the first option is right
REMOTE = PHONE | {"viewport": {"width": 390, "height": 664}}
SCREEN = {"width": 1280, "height": 720}
HINT = "let neighbours discuss"
DOUBT = "finds another option right"


# How many buttons of the page a notice lies over.
COVERED = """(notice) => {
  const box = notice.getBoundingClientRect();
  const across = (one) => one.width && one.left < box.right && one.right > box.left;
  const meets = (one) => across(one) && one.top < box.bottom && one.bottom > box.top;
  return [...notice.parentNode.querySelectorAll("button")].filter((one) => meets(one.getBoundingClientRect())).length;
}"""
LAST_BAR_IS_RIGHT = """(option) => {
  const last = [...option.querySelectorAll(".poll-fill")].at(-1);
  return getComputedStyle(last).backgroundColor === getComputedStyle(option).color;
}"""


def expect_outcome(*pages: Page) -> None:
    """The stage of each shows which option is right, and why."""
    for page in pages:
        expect(story(page).locator(".guess-option.right")).to_have_count(1, timeout=PATIENCE)
        expect(story(page).locator(".story-verdict")).to_contain_text("because", timeout=PATIENCE)


def sheet(page: Page):
    return page.get_by_role("dialog", name="Votes")


def open_votes(page: Page, code: str) -> None:
    page.get_by_role("button", name=f"Room {code}").click()
    expect(sheet(page)).to_be_visible()


def test_an_outcome_is_public_on_all_pages_or_on_none(new_page, server):
    projector, remote, first, second = (
        new_page(viewport=SCREEN),
        new_page(**REMOTE),
        new_page(**PHONE),
        new_page(**PHONE),
    )
    everyone = [projector, remote, first, second]
    open_story(projector, f"{server}/?step={STEP}", STEP)
    story(projector).locator('[data-option="0"]').click()
    expect_outcome(projector)
    code = open_room(projector)  # what was rehearsed stays aside
    for phone in (first, second):
        phone.goto(f"{server}/room/{code}")
        expect(phone.get_by_text("Choose one.")).to_be_visible()
    remote.goto(copied_link(projector))
    expect_step(remote, STEP)
    projector.keyboard.press("h")
    expect_no_outcome(everyone)

    # One press on a stage ends no vote.
    for page, says in (
        (projector, "V shows the votes, R the outcome"),
        (remote, "its button shows the votes, the eye"),
    ):
        story(page).locator('[data-option="0"]').click()
        expect(board(page).locator(".notice")).to_contain_text(f"The room is voting: {says}")
        expect(board(page).locator(".key-log")).not_to_contain_text("guess")
    for phone, number in ((first, 0), (second, 1)):
        vote(phone, number)
    expect_no_outcome(everyone)

    # What the server knows stands on the lecturer's sheet alone.
    open_votes(remote, code)
    expect(sheet(remote)).to_contain_text(HINT, timeout=PATIENCE)
    projector.keyboard.press("v")
    expect(sheet(projector)).to_contain_text("The votes stay hidden")
    expect(sheet(projector)).not_to_contain_text(HINT)
    projector.keyboard.press("b")  # above the votes
    expect(board(projector).locator(".blackout")).to_be_visible()
    projector.keyboard.press("b")
    expect(board(projector).locator(".blackout")).to_be_hidden()
    projector.keyboard.press("v")
    remote.get_by_role("button", name="Show the votes").click()
    for page in everyone:
        expect(page.locator(".poll-count").first).to_have_text("1 (50%)")  # the hall looks at them, too
    remote.get_by_role("button", name="Second round").click()
    expect(sheet(projector)).to_be_hidden()
    for phone in (first, second):
        vote(phone, 0)
    remote.get_by_role("button", name="Show the votes").click()
    expect(option(projector, 2).locator(".poll-count")).to_have_text(["1. 0 (0%)", "2. 0 (0%)"])
    expect(option(projector, 2)).to_be_in_viewport(ratio=0.99)
    option(projector, 2).click()
    expect(sheet(projector)).to_contain_text("Press C again to mark it as the right one")
    expect(option(projector, 2)).to_have_attribute("aria-pressed", "true")
    projector.keyboard.press("Escape")  # what was pressed once is not marked by the first press of later
    projector.keyboard.press("v")
    expect(sheet(projector)).not_to_contain_text("Press C again")
    option(projector, 2).click()
    expect(sheet(projector)).to_contain_text("Press C again")
    option(remote, 2).click()
    expect(sheet(remote)).to_contain_text(DOUBT)
    expect(sheet(projector)).not_to_contain_text(DOUBT)
    expect_no_outcome(everyone)

    # Marked on the remote, it is on the stage of both; a mark that the stage does not show stands as the lecturer's.
    option(remote, 2).click()
    expect(option(first, 2)).to_contain_text("marked by the lecturer")
    expect(option(first, 0)).to_have_class(re.compile("right"))
    option(remote, 0).click()
    expect(option(first, 2)).not_to_contain_text("marked")
    expect(sheet(projector)).to_be_hidden()
    expect_outcome(projector, remote)
    expect(board(projector).locator(".notice")).to_be_hidden()
    expect(option(first, 0)).to_have_class(re.compile("right"))
    assert option(remote, 0).evaluate(LAST_BAR_IS_RIGHT)
    remote.get_by_role("button", name="Open the question again").click()
    expect(story(projector)).to_have_attribute("data-done", "false")
    expect_no_outcome(everyone)

    # The eye of the remote shows the outcome, and so does R; the votes can stay hidden.
    remote.get_by_role("button", name="Hide the votes").click()
    remote.keyboard.press("Escape")
    board(remote).locator('[data-action="reveal"]').click()
    expect_outcome(projector, remote)
    projector.keyboard.press("v")
    expect(sheet(projector)).to_contain_text("The question is closed: phones show what came true.")
    projector.get_by_role("button", name="Open the question again").click()
    expect(sheet(projector)).to_contain_text("The votes stay hidden")
    projector.keyboard.press("v")
    expect_no_outcome(everyone)
    projector.keyboard.press("k")  # takes the place of the step's question until its outcome is shown
    vote(first, 3)
    projector.keyboard.press("r")  # over the votes
    expect(sheet(projector)).to_be_hidden()
    expect_outcome(projector, remote)
    expect(option(first, 0)).to_have_class(re.compile("right"))
    for key in ("ArrowLeft", "ArrowRight"):
        projector.keyboard.press(key)
    expect_step(projector, STEP)
    expect(first.get_by_text("The question is closed")).to_be_visible()
    expect(option(first, 0)).to_have_class(re.compile("right"))

    # What is forgotten on one page is forgotten on all, and Next is warned of again.
    key = projector.evaluate("JSON.parse(sessionStorage['room-held']).key")
    assert projector.request.post(f"{server}/room/{code}", data={"kind": "clear", "key": key, "lesson": None}).ok
    for page in (projector, remote):
        expect(story(page)).to_have_attribute("data-done", "false")
    expect(first.get_by_text("Choose one.")).to_be_visible()
    expect_no_outcome(everyone)
    button(remote, "next").click()
    notice = board(remote).locator(".notice")
    expect(notice).to_contain_text("No one has guessed: the eye shows the outcome, Next once more goes on")
    assert notice.evaluate(COVERED) == 0

    # Another room has seen nothing; without one the person's own course is back.
    projector.keyboard.press("h")
    projector.get_by_role("button", name="Leave the room").click()
    projector.get_by_role("button", name="Open a room").click()
    expect(board(projector).locator(".hall-code").first).not_to_have_text(code, timeout=PATIENCE)
    projector.keyboard.press("h")
    expect(story(projector)).to_have_attribute("data-done", "false")
    projector.keyboard.press("h")
    projector.get_by_role("button", name="Leave the room").click()
    projector.keyboard.press("h")
    expect_outcome(projector)
    assert not any(page.errors for page in everyone)
