"""A story on an empty page: the test plays Python's part and the judge's, and says when a verdict comes."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from pages.lessons import LESSONS
from pages.shared.lesson.course import Course
from pages.shared.lesson.guesses import Choose, DragWeights, Sort
from pages.shared.lesson.story import Step, Story, Verdict
from tests.bare import Socket, add, commits, mount, scene, update
from tests.board import PATIENCE, await_frames, board
from tests.steps import button, dot, expect_step, story


def told(steps: Story, **changes) -> dict:
    """A story as the page sends it, opened at its second step."""
    course = Course.of(LESSONS.values()).wire()
    plain = {"doors": [], "defaults": {}, "choices": {}, "owned": [], "course": course, "step": 2}
    return {"steps": steps.wire(), **plain, **changes}


def never(_before, _now, _guess):
    raise AssertionError("the test judges")


STEPS = Story(
    (
        Step("see", "Look", "Points are **counted**."),
        Step("predict", "How many?", "", "Add one.", guess=Choose(("one", "two")), judge=never),
        Step("prove", "Prove it", "", "Draw three.", judge=never, hints=("First.", "Second.")),
    )
)
STORY = told(STEPS)


@pytest.fixture
def socket(page):
    return Socket(page)


@pytest.fixture
def second(page, boards, socket):
    """The second step, with a live socket."""
    mount(page, boards, story=STORY, lab=False, verdict=None, live="live")
    expect_step(page, 2)
    return page


def questions(page, socket, count: int) -> list[dict]:
    """What was asked about steps, once there are so many. An unanswered question may be asked again: it counts once."""
    await_frames(page, lambda: len(distinct(socket.asked)) >= count, f"{count} questions")
    return distinct(socket.asked)


def distinct(asked: list[dict]) -> list[dict]:
    """The questions about steps that differ in more than their number, the last of those that are equal."""
    return list({json.dumps({**one, "seq": None}): one for one in asked if "step" in one}.values())


def test_a_question_that_is_asked_again_counts_once():
    first, again, other = ({"step": 2, "guess": guess, "seq": seq} for seq, guess in ((1, 0), (2, 0), (3, 1)))
    assert distinct([first, {"seq": 2}, again, other]) == [again, other]


def judge(socket, asked: dict, verdict: Verdict) -> None:
    socket.tell(seq=asked["seq"], step=asked["step"], lesson="home", verdict=verdict.wire())


def shown_for(socket) -> list[int | None]:
    """The steps for which pictures were requested; None for the lab."""
    return [one.get("open_step") for one in socket.asked if "step" not in one]


def test_another_step_and_the_lab_request_what_they_show(second, socket):
    """A rerun's scene has everything; a response of the socket has what its step shows."""
    button(second, "next").click()
    expect_step(second, 3)
    second.wait_for_timeout(300)
    assert shown_for(socket) == [], "all of it is there"
    add(second)
    await_frames(second, lambda: shown_for(socket) == [3], "a request for the step")
    socket.tell(seq=socket.asked[0]["seq"], scene=scene(1), more=[])
    button(second, "back").click()
    await_frames(second, lambda: shown_for(socket)[-1] == 2, "a request for the step before")
    socket.tell(seq=socket.asked[-1]["seq"], scene=scene(2), more=[])
    second.get_by_test_id("lab-switch").first.get_by_role("button", name="Lab").click()
    await_frames(second, lambda: shown_for(socket)[-1] is None, "a request for the lab")
    assert not second.errors


def test_a_frozen_verdict_stays_whatever_is_drawn_afterwards(second, socket):
    story(second).locator('[data-option="0"]').click()
    (asked,) = questions(second, socket, 1)
    assert (asked["step"], asked["guess"], asked["before"]["points"]) == (2, 0, [[0, 0], [1, 1]])
    judge(socket, asked, Verdict(False, "Nothing was added."))
    status = story(second).get_by_role("status")
    expect(status).to_have_text("Nothing was added.")
    expect(status).not_to_contain_class("old")
    add(second)
    expect(status).to_contain_class("old")  # it speaks of what was drawn before
    asked = questions(second, socket, 2)[-1]
    assert len(asked["points"]) == 3 and len(asked["before"]["points"]) == 2
    judge(socket, asked, Verdict(True, "1 more.", True, 0))
    expect(status).to_have_text("✓ 1 more.")
    expect(status).not_to_contain_class("old")
    expect(dot(second, 2)).to_have_accessible_name("Step 2, done")
    judge(socket, asked, Verdict(True, "2 more.", False, 1))
    second.evaluate("new Promise(requestAnimationFrame)")  # a question may be sent twice
    expect(status).to_have_text("✓ 1 more.")
    add(second, 0.7, 0.2)
    expect(status).to_have_text("As it was earlier✓ 1 more.")
    second.get_by_role("button", name="Undo").click()
    expect(status).to_have_text("✓ 1 more.")
    add(second, 0.7, 0.2)
    expect(status).to_have_text("As it was earlier✓ 1 more.")
    assert len(questions(second, socket, 2)) == 2, "what is frozen is not asked about again"
    button(second, "next").click()
    button(second, "back").click()
    expect(status).to_have_text("✓ 1 more.")
    expect(story(second).locator('[data-option="1"]')).to_be_disabled()


def test_a_proof_is_of_the_drawing_as_it_is_or_says_that_it_is_of_an_earlier_one(page, boards, socket):
    proof = Story((Step("see", "Look", "There is a band."), Step("prove", "Show it", "", "Add.", judge=never)))
    mount(page, boards, story=told(proof, step=2), lab=False, verdict=None, live="live")
    expect_step(page, 2)
    add(page)
    judge(socket, questions(page, socket, 1)[-1], Verdict(True, "3 points."))
    status = story(page).get_by_role("status")
    expect(status).to_have_text("✓ Proven. 3 points.")
    add(page, 0.7, 0.2)
    judge(socket, questions(page, socket, 2)[-1], Verdict(True, "4 points."))
    expect(status).to_have_text("✓ Proven. 4 points.")
    add(page, 0.8, 0.2)
    judge(socket, questions(page, socket, 3)[-1], Verdict(False, "5 points are too many."))
    expect(status).to_have_text("As it was earlier✓ Proven. 4 points.")
    expect(dot(page, 2)).to_have_accessible_name("Step 2, done")
    assert not page.errors


def test_a_verdict_on_another_step_is_not_shown(second, socket):
    story(second).locator('[data-option="1"]').click()
    (asked,) = questions(second, socket, 1)
    button(second, "next").click()
    expect_step(second, 3)
    judge(socket, asked, Verdict(True, "1 more.", False, 0))
    add(second)
    judge(socket, questions(second, socket, 2)[-1], Verdict(False, "3 points."))
    expect(story(second).get_by_role("status")).to_have_text("3 points.")
    expect(dot(second, 2)).to_have_accessible_name("Step 2")


def test_hints_open_one_by_one(second):
    button(second, "next").click()
    hints = board(second).locator(".story-hints")
    hints.get_by_role("button", name="Hint").click()
    expect(hints).to_contain_text("First.")
    hints.get_by_role("button", name="Next hint (2 of 2)").click()
    expect(hints).to_contain_text("Second.")
    expect(hints.get_by_role("button")).to_have_count(0)


SEEN_LATER = Story(
    (
        Step("see", "Look", "The weights lie beside the stage.", panels=("weights",)),
        Step(
            *("predict", "How many?", "", "Guess."),
            guess=Choose(("one", "two")),
            judge=never,
            panels=("weights",),
            controls=("model",),
            reveals=("pictures", "choices", "band"),
        ),
        Step(
            *("predict", "Which?", ""),
            guess=Choose(("one", "two")),
            judge=never,
            panels=("weights",),
            reveals=("weights",),
        ),
    )
)


def mount_seen_later(page, server, step: int) -> None:
    """On a phone."""
    page.set_viewport_size({"width": 390, "height": 740})  # too low for both pictures
    whole = scene(0)
    whole["panels"].append({**whole["panels"][0], "id": "weights", "title": "Weights", "area": "multiple"})
    choices = {"model": {"label": "Model", "options": [["cnp", "CNP"]]}}
    mount(page, server, scene=whole, story=told(SEEN_LATER, choices=choices, step=step), lab=False, live="live")


def test_what_a_guess_brings_behind_the_other_tab_is_marked_until_it_is_seen(page, boards, socket):
    mount_seen_later(page, boards, step=2)
    pictures = board(page).locator('.story-tabs [data-picture="pictures"]')
    expect(pictures).to_be_disabled()
    story(page).locator('[data-option="0"]').click()
    judge(socket, questions(page, socket, 1)[0], Verdict(True, "1 more.", True, 0))
    expect(pictures).to_contain_class("new")
    pictures.click()
    expect(pictures).not_to_contain_class("new")


def test_an_outcome_in_a_picture_alone_is_opened_with_its_verdict(page, boards, socket):
    """Until that has come, one sees that it is being computed."""
    mount_seen_later(page, boards, step=3)
    waiting = story(page).locator(".story-waiting")
    expect(waiting).to_be_hidden()
    story(page).locator('[data-option="0"]').click()
    expect(waiting).to_be_visible()
    pictures = board(page).locator('.story-tabs [data-picture="pictures"]')
    expect(pictures).to_have_attribute("aria-pressed", "false")
    asked = questions(page, socket, 1)[0]
    socket.tell(seq=asked["seq"], step=3, lesson="home", verdict=None)  # a race is still run
    expect(waiting).to_be_visible()
    button(page, "back").click()
    expect(waiting).to_be_hidden()
    button(page, "next").click()
    expect(waiting).to_be_visible()
    judge(socket, questions(page, socket, 1)[-1], Verdict(True, "The first.", True, 0))
    expect(pictures).to_have_attribute("aria-pressed", "true")
    expect(waiting).to_be_hidden()


def test_what_a_step_reveals_is_seen_after_its_verdict_also_on_a_phone(page, boards, socket):
    mount_seen_later(page, boards, step=1)
    tabs, pictures, stage = (board(page).locator(at) for at in (".story-tabs", ".story-pictures", ".panel.stage svg"))
    tabs.get_by_role("button", name="More plots").click()
    expect(stage.first).to_be_hidden()
    button(page, "next").click()
    band = board(page).locator('.panel.stage path[data-role="band"]')
    expect(stage.first).to_be_visible()  # else nothing at all would be seen
    expect(tabs.get_by_role("button", name="Plot", exact=True)).to_be_visible()  # no empty strip in their place
    expect(tabs.get_by_role("button", name="More plots")).to_be_disabled()
    for part in (pictures.locator("svg").first, story(page).locator(".story-choices"), band):
        expect(part).to_be_hidden()
    story(page).locator('[data-option="0"]').click()
    judge(socket, questions(page, socket, 1)[0], Verdict(True, "1 more.", True, 0))
    expect(tabs.get_by_role("button", name="More plots")).to_be_enabled()
    for part in (band, story(page).locator(".story-choices")):  # another step begins with its plot
        expect(part).to_be_visible()
    tabs.get_by_role("button", name="More plots").click()
    expect(pictures.locator("svg").first).to_be_visible()


def test_a_phone_that_is_high_enough_shows_plot_and_picture_together(page, boards, socket):
    mount_seen_later(page, boards, step=1)
    page.set_viewport_size({"width": 390, "height": 844})
    for part in (".panel.stage svg.plot", ".story-pictures svg.plot"):
        expect(board(page).locator(part).first).to_be_in_viewport(ratio=1)
    expect(board(page).locator(".story-tabs")).to_be_hidden()


def test_without_a_socket_the_question_travels_with_a_commit(page, boards):
    mount(page, boards, story=STORY, lab=False, verdict=None)
    story(page).locator('[data-option="0"]').click()
    page.wait_for_function("() => commits.some(({ story }) => story?.question)", timeout=PATIENCE)
    (asked,) = [one["story"] for one in commits(page, 1) if one.get("story", {}).get("question")]
    assert asked["lesson"] == "home" and '"step":2' in asked["question"] and '"guess":0' in asked["question"]
    verdict = {"v": 1, "seq": 1, "step": 2, "lesson": "home", "verdict": Verdict(True, "1 more.", False, 1).wire()}
    update(page, verdict=verdict)
    expect(story(page).get_by_role("status")).to_have_text("Not as you guessed✗ 1 more.")
    assert not page.errors


def ink(locator) -> str:
    """The colour of what is written there."""
    return locator.evaluate("(node) => getComputedStyle(node).color")


def test_each_sorted_item_and_each_option_is_marked_as_right_or_wrong(page, boards, socket):
    sort = Step("predict", "Sort them", "", guess=Sort(("mean", "sd"), ("stays", "moves")), judge=never)
    choose = Step("predict", "Choose", "", guess=Choose(("Stays", "Moves")), judge=never)
    mount(page, boards, story=told(Story((sort, choose)), step=1), lab=False, verdict=None, live="live")
    for item in (0, 1):
        story(page).locator(f'.sort-bin[data-item="{item}"][data-bin="0"]').click()
    story(page).locator(".guess-commit:visible").click()
    expect(story(page).locator(".sort-bin")).to_have_text(["stays", "moves"] * 2)
    judge(socket, questions(page, socket, 1)[0], Verdict(True, "Because.", False, [1, 0]))
    expect(story(page).locator(".sort-bin")).to_have_text(["✗ stays", "✓ moves", "✓ stays", "moves"])
    sorted_inks = [ink(story(page).locator(f".sort-bin.{mark}").first) for mark in ("wrong", "right")]
    button(page, "next").click()
    story(page).locator('[data-option="0"]').click()
    judge(socket, questions(page, socket, 2)[1], Verdict(True, "Because.", False, 1))
    expect(story(page).locator(".guess-option.wrong")).to_have_text("Stays")
    assert [ink(story(page).locator(f".guess-option.{mark}")) for mark in ("wrong", "right")] == sorted_inks
    assert len({*sorted_inks, ink(story(page))}) == 3


def test_dragged_bars_have_the_colour_of_a_guess_before_and_beside_what_came_true(page, boards, socket):
    drag = Step("predict", "Drag them", "", guess=DragWeights("your weights"), judge=never)
    mount(page, boards, story=told(Story((drag,)), step=1), lab=False, verdict=None, live="live")
    own, fill = story(page).locator('.legend [data-glyph="guess"]'), story(page).locator(".weight-fill").first
    expect(own).to_have_text("your guess")
    hue = own.locator(".glyph").evaluate("(node) => getComputedStyle(node).backgroundColor")
    expect(fill).to_have_css("background-color", hue)
    commit = story(page).locator(".guess-commit:visible")
    expect(commit).not_to_have_css("background-color", hue)  # the accent
    commit.click()
    judge(socket, questions(page, socket, 1)[0], Verdict(True, "Because.", False, [0.2, 0.8]))
    expect(story(page).locator(".legend li")).to_have_text(["your guess", "true weight"])
    expect(fill).to_have_css("background-color", hue)
