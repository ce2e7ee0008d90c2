"""The lecturer's link on a phone: it turns the talk that the projector shows, and all follow."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, await_painted, board
from tests.browser.test_room import PHONE, copied_link, open_room
from tests.steps import button, open_story, step_faults

STOPS = [("home", "", 1), ("masks", "masks", 1), ("masks", "masks", 2), ("masks", "masks", 4)]
TALK = {
    "title": "A talk",
    "stops": [
        {"lesson": lesson, "address": address, "step": step, "minute": 0, "note": ""} for lesson, address, step in STOPS
    ],
    "at": 0,
    "arriving": False,
    "began": None,
}
LECTURERS = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def expect_stop(pages: list[Page], at: int) -> None:
    """Waits until the projector, the remote and the phone of a member are there."""
    lesson, _, step = STOPS[at]
    title = LESSONS[lesson].story.steps[step - 1].title
    for page in pages:
        heading = page.get_by_role("heading", name=title, exact=True)
        expect(heading).to_be_visible(timeout=PATIENCE)


def test_a_lecturers_phone_turns_the_talk_and_all_follow(new_page, server):
    projector, remote, member = new_page(), new_page(**LECTURERS), new_page(**PHONE)
    projector.goto(f"{server}/room")
    projector.evaluate("(talk) => sessionStorage.setItem('neural-processes-talk', talk)", json.dumps(TALK))
    open_story(projector, f"{server}/?step=1", 1)
    code = open_room(projector)
    link = copied_link(projector)
    projector.keyboard.press("h")
    member.goto(f"{server}/room/{code}")
    projector.keyboard.press("ArrowRight")
    remote.goto(link)
    pages = [projector, remote, member]
    expect_stop(pages, 1)  # its link was copied at another step
    await_painted(remote)
    assert step_faults(remote) == []
    next = button(remote, "next")
    next.click()
    expect_stop(pages, 2)
    next.click()
    expect(board(remote).locator(".notice")).to_contain_text("No one has guessed")
    assert step_faults(remote) == []
    next.click()
    expect_stop(pages, 3)
    next.click()
    expect(board(projector).locator(".notice")).to_have_text("The talk ends here.")
    for at in (2, 1, 0):
        button(remote, "back").click()
        expect_stop(pages, at)
    projector.keyboard.press("ArrowRight")
    expect_stop(pages, 1)
    assert not any(page.errors for page in pages)
