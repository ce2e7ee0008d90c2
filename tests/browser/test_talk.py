"""A talk from its plan to its last state, by one key across pages; and the notes in a second window."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.board import OPENING, PATIENCE, await_frames, board, positions, role
from tests.steps import button, expect_step, story

TALK = """# A short talk
0  home?step=4                                 Whose mean misses?
2  masks?step=1&v=1&p=-1,0.5;0.25,-1;1,0.2     Three points of mine.
4  masks?step=4&v=1&d=nile&masking_rule=tnpa    The Nile, under another mask.
"""

# Sentence and clock are in view below the page's menu, and the heading of a step begins below them.
BELOW = """() => {
  const [menu, now, step] = ["[data-testid=stHeader]", ".st-key-follow", ".st-key-step-4 h2"]
    .map((name) => document.querySelector(name).getBoundingClientRect());
  return now.top >= menu.bottom - 1 && now.height > 20 && step.top >= now.bottom - 1 && step.top < innerHeight / 2;
}"""
MEMBER = "a" * 32
DONE = """localStorage.setItem('neural-processes-course', '{"kernels": {"at": 2, "steps": {}}}')"""


def room_opened(page: Page) -> str:
    """The code of the room that the plan's page opens and shows."""
    page.get_by_role("button", name="Join screen").click()
    screen = page.get_by_role("dialog", name="Room")
    expect(screen.get_by_role("img", name="QR code of")).to_be_visible(timeout=PATIENCE)
    code = screen.locator(".hall-code").first.inner_text()
    expect(screen.get_by_role("heading")).to_have_text(f"Room {code} · 0 people here")
    screen.get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name=f"Join screen: room {code}, 0 here")).to_be_visible()
    return code


def in_room(page: Page, room: str, **message) -> dict:
    """What the room at that address responds to a message; one without a member is this page's, so it stays put."""
    keys = "({ key: JSON.parse(sessionStorage['room-held']).key, page: sessionStorage['room-page'] })"
    sender = {} if "member" in message else page.evaluate(keys)
    return page.request.post(room, data=json.dumps(message | sender)).json()


def place_of(page: Page, room: str) -> dict:
    """What the phones of a room show."""
    return in_room(page, room, kind="here", member=MEMBER)["place"]


def settle_a_question(page: Page, room: str) -> None:
    """A vote of an earlier talk, and its outcome."""
    in_room(page, room, kind="show", lesson="home", step=4)
    in_room(page, room, kind="vote", member=MEMBER, question="home 4", round=1, option=0)
    assert in_room(page, room, kind="mark", option=0)["poll"]["settled"]


def test_a_state_of_a_talk_is_a_lab_with_its_points_and_settings(page, server, tmp_path):
    file = tmp_path / "talk.txt"
    lab = "2  masks?lab=1&v=1&p=-1,0.5;1,0.2&masking_rule=Causal+targets   Every target sees those before it."
    file.write_text(f"# Labs\n0 home?step=1 Begin.\n{lab}\n4 masks?step=1 On.\n", "utf-8")
    page.goto(f"{server}/lecture")
    page.get_by_text("A file of yours").click()
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator(".plan tbody tr").nth(1)).to_contain_text("Lab", timeout=OPENING)
    code = room_opened(page)
    settle_a_question(page, f"{server}/room/{code}")
    page.get_by_label(f"and the votes of room {code}").check()
    page.get_by_role("button", name="Start the talk").click()
    expect_step(page, 1)
    expect(board(page).locator(".hall-chip")).to_contain_text(f"Room {code} · ", timeout=PATIENCE)
    room = f"{server}/room/{code}"
    await_frames(page, lambda: place_of(page, room)["step"] == 1, "the room to have the page's step")
    in_room(page, room, kind="show", lesson="home", step=4)
    again = in_room(page, room, kind="here", member=MEMBER)["poll"]
    assert (again["voted"], again["settled"], again["right"]) == (0, False, None), "of the talk before"
    page.keyboard.press("PageDown")
    expect(board(page)).to_have_attribute("data-mode", "lab", timeout=OPENING)
    expect(role(page, "context")).to_have_count(2, timeout=PATIENCE)
    assert positions(page) == [(-1.0, 0.5), (1.0, 0.2)]
    expect(board(page)).to_have_attribute("data-presents", "stage")
    page.keyboard.press("s")
    expect(page.get_by_role("radio", name="Causal targets")).to_be_checked()
    page.keyboard.press("PageDown")
    expect(board(page)).to_have_attribute("data-mode", "story", timeout=PATIENCE)
    expect_step(page, 1)
    page.keyboard.press("PageUp")
    expect(board(page)).to_have_attribute("data-mode", "lab", timeout=OPENING)
    assert not page.errors


def test_a_talk_is_stepped_through_by_one_key_across_pages(page, server, tmp_path):
    file = tmp_path / "talk.txt"
    file.write_text(TALK, "utf-8")
    page.goto(f"{server}/lecture")
    expect(page.get_by_role("heading", name="Give a lecture")).to_be_visible(timeout=OPENING)
    page.get_by_text("A file of yours").click()
    page.locator('input[type="file"]').set_input_files(file)
    expect(page.locator(".plan tbody tr")).to_have_count(3, timeout=PATIENCE)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Speaker notes in a second window").click()
    notes = opened.value
    page.evaluate(DONE)
    afresh = page.get_by_label("Forget what was done in all lessons")
    expect(afresh).not_to_be_checked()
    afresh.check()
    page.get_by_role("button", name="Start the talk").click()

    expect(story(page)).to_be_visible(timeout=OPENING)
    expect_step(page, 4)
    assert "kernels" not in page.evaluate("localStorage.getItem('neural-processes-course')"), "started afresh"
    expect(board(page)).to_have_attribute("data-presents", "stage")
    expect(notes.get_by_role("status")).to_have_text("1 of 3, minute 0: Whose mean misses?", timeout=PATIENCE)
    page.keyboard.press("PageDown")
    expect(board(page).locator(".notice")).to_contain_text("No one has guessed")
    page.keyboard.press("PageDown")
    expect(board(page).locator(".lesson-title")).to_have_text("Attention masks", timeout=PATIENCE)
    expect_step(page, 1)
    expect(board(page)).to_have_attribute("data-presents", "stage")
    expect(role(page, "context")).to_have_count(3)
    assert positions(page) == [(-1.0, 0.5), (0.25, -1.0), (1.0, 0.2)]
    expect(notes).to_have_url(re.compile("lesson=masks"), timeout=PATIENCE)
    expect(notes.get_by_role("status")).to_contain_text("2 of 3, minute 2: Three points of mine.", timeout=PATIENCE)
    expect(notes.locator(".elapsed")).to_have_text(re.compile(r"^\d+:\d\d since the start$"))
    expect(notes.locator(".st-key-step-4 h2")).to_be_attached(timeout=PATIENCE)
    notes.evaluate("document.querySelector('.st-key-step-4').scrollIntoView({ block: 'start' })")
    notes.wait_for_function(BELOW, timeout=PATIENCE)
    page.reload()
    expect_step(page, 1)
    page.keyboard.press("ArrowRight")
    expect_step(page, 4)
    expect(story(page).get_by_role("button", name="TNP-A", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(board(page).locator(".panel.stage text.axis", has_text="Year")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(board(page).locator(".notice")).to_have_text("The talk ends here.")
    button(page, "back").click()
    expect_step(page, 1)
    button(page, "next").click()
    expect_step(page, 4)
    button(page, "back").click()
    expect_step(page, 1)
    button(page, "back").click()
    expect(board(page).locator(".lesson-title")).to_have_text("Home", timeout=PATIENCE)
    expect_step(page, 4)
    expect(button(page, "back")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    expect(board(page).locator(".notice")).to_have_text("The talk begins here.")
    assert not page.errors
