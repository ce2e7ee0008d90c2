"""The lecturer's link on a phone: it turns the talk that the projector shows, and all follow."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import OPENING, PATIENCE, await_painted, board
from tests.browser.test_room import PHONE, copied_link
from tests.browser.test_talk import room_opened
from tests.steps import button, dot, step_faults

STOPS = [("home", 1), ("masks", 1), ("masks", 2), ("masks", 4)]
LECTURERS = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def expect_step(pages: list[Page], lesson: str, step: int) -> None:
    """Waits until the projector, the remote and the phone of a member are there."""
    title = LESSONS[lesson].story.steps[step - 1].title
    for page in pages:
        heading = page.get_by_role("heading", name=title, exact=True)
        expect(heading).to_be_visible(timeout=PATIENCE)


def test_a_lecturers_phone_joins_the_talk_and_turns_it_and_all_follow(new_page, server, tmp_path):
    projector, remote, member = new_page(), new_page(**LECTURERS), new_page(**PHONE)
    file = tmp_path / "talk.txt"
    file.write_text("# A talk\n" + "".join(f"{lesson}?step={step}\n" for lesson, step in STOPS), "utf-8")
    projector.goto(f"{server}/lecture")
    projector.get_by_text("A file of yours").click()
    projector.locator('input[type="file"]').set_input_files(file)
    expect(projector.locator(".plan tbody tr")).to_have_count(len(STOPS), timeout=OPENING)
    code = room_opened(projector)
    projector.get_by_role("button", name="Join screen").click()
    link = copied_link(projector)
    member.goto(f"{server}/room/{code}")
    remote.goto(link)
    expect(remote.get_by_role("button", name="Start the talk")).to_be_enabled(timeout=OPENING)
    projector.get_by_role("button", name="Close").click()
    projector.get_by_role("button", name="Start the talk").click()
    expect_step([projector, member], *STOPS[0])
    projector.keyboard.press("ArrowRight")
    expect_step([projector, member], *STOPS[1])
    remote.get_by_role("button", name="Join the talk").click()
    pages = [projector, remote, member]
    expect_step(pages, *STOPS[1])  # nothing is thrown back
    await_painted(remote)
    assert step_faults(remote) == []
    next = button(remote, "next")
    next.click()
    expect_step(pages, *STOPS[2])
    next.click()
    expect(board(remote).locator(".notice")).to_contain_text("No one has guessed")
    assert step_faults(remote) == []
    member.locator(".poll-option").first.click()
    remote.get_by_role("button", name=f"Room {code} · 1 here · 1 voted").click()  # no key opens the votes on a phone
    remote.get_by_role("button", name="Show the votes").click()
    expect(member.locator(".poll-count").first).to_have_text("1 (100%)")
    remote.get_by_role("dialog", name="Votes").get_by_role("button", name="Close", exact=True).click()
    next.click()
    expect_step(pages, *STOPS[3])
    next.click()
    expect(board(projector).locator(".notice")).to_have_text("The talk ends here.")
    for at in (2, 1, 0):
        button(remote, "back").click()
        expect_step(pages, *STOPS[at])
    projector.keyboard.press("ArrowRight")
    expect_step(pages, *STOPS[1])

    dot(projector, 3).click()  # a step that the plan has not
    expect_step(pages, "masks", 3)
    projector.keyboard.press("ArrowLeft")
    expect_step(pages, *STOPS[2])
    remote.get_by_test_id("course-button").click()
    remote.locator('[data-lesson="home"] .course-lesson').click()
    expect_step(pages, "home", 1)
    remote.reload()
    expect_step(pages, "home", 1)
    projector.keyboard.press("ArrowRight")  # the plan goes on from there
    expect_step(pages, *STOPS[1])
    assert board(remote).locator(".hall-chip").is_visible(), "at once, on another lesson's page, too"
    expect(board(remote).locator(".key-log")).to_be_hidden()
    assert [page.errors for page in pages] == [[], [], []]
