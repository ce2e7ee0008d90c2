"""What a lecturer does by keys: start afresh, show an outcome, answer, black the screen; and that a reload keeps it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, click, middle, open_board, positions, role, spot
from tests.looks import settled
from tests.steps import button, expect_step, open_story, step_faults, story

SKETCH, CHOICE, SORT = 2, 4, 6  # steps of Home by what is guessed
SCREEN = {"width": 1280, "height": 720}
# Two lessons of which something is done; what is kept in another form counts as nothing.
REHEARSED = """localStorage.setItem('neural-processes-course', JSON.stringify({
  home: { at: 2, steps: { 1: { seen: true } } }, attention: { at: 2, steps: { 1: { seen: true } } } }))"""


def verdict(page: Page):
    return story(page).get_by_role("status")


def done(page: Page):
    return board(page).locator(".story-dots .done")


def present(page: Page, server: str, step: int) -> None:
    open_story(page, f"{server}/?present=1&step={step}", step=step)
    expect(board(page)).to_have_attribute("data-presents", "stage")


# ---- outcomes --------------------------------------------------------------------------------------


def test_before_an_audience_no_question_is_skipped_unsaid(page, server):
    present(page, server, CHOICE)
    page.keyboard.press("ArrowRight")
    notice = board(page).locator(".notice")
    expect(notice).to_have_text("No one has guessed: R shows the outcome, → once more goes on without it.")
    expect_step(page, CHOICE)
    assert role(page, "band").first.is_hidden(), "and nothing of the outcome is on show"
    page.keyboard.press("r")
    expect(notice).to_be_hidden()
    expect(verdict(page)).to_have_text(re.compile("^The CNP's mean is up to"), timeout=PATIENCE)
    expect(role(page, "band").first).to_be_visible()
    expect(story(page).locator(".guess-option.right")).to_have_text("The CNP's")
    button(page, "next").click()
    expect_step(page, CHOICE + 1)
    button(page, "next").click()
    expect(notice).to_be_visible()
    button(page, "next").click()
    expect_step(page, CHOICE + 2)
    assert not page.errors


def test_an_outcome_without_a_guess_is_not_called_one(page, server):
    """A band of the plot's own width, and bars beside themselves, would be guesses that no one has made."""
    present(page, server, step=2)
    page.keyboard.press("r")
    expect(verdict(page)).to_be_visible(timeout=PATIENCE)
    settled(page)
    expect(board(page).locator(".sketch")).to_have_count(0)
    open_story(page, f"{server}/attention?present=1&step=3", step=3)
    page.keyboard.press("r")
    expect(verdict(page)).to_be_visible(timeout=PATIENCE)
    assert not any("\u2192" in number for number in board(page).locator(".weight-number").all_inner_texts())
    expect(board(page).locator(".weight-foot .legend, .guessed .weight-fill")).to_have_count(0)
    open_story(page, f"{server}/setconv?present=1&step=1", step=1)
    page.keyboard.press("r")
    expect(verdict(page)).to_be_visible(timeout=PATIENCE)
    expect(board(page).locator(".sketch-truth")).to_be_visible()
    for name in (".sketch-name", ".sketch-curve"):
        expect(board(page).locator(name)).to_be_hidden()


def test_an_outcome_comes_with_what_the_step_asks_to_do(page, server):
    """Home's shift: the outcome is of shifted data. It can be undone, and stays as it was after a reload."""
    present(page, server, SORT)
    shift = board(page).get_by_role("slider", name="Shift of all inputs x")
    expect(shift).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("r")
    expect(verdict(page)).to_contain_text("TETNP's changes by 0 sd", timeout=PATIENCE)
    assert story(page).locator(".sort-bin.right").all_text_contents() == ["✓ changes", "✓ shifts"]
    expect(shift).to_have_attribute("aria-valuenow", "1")
    page.keyboard.press("Control+z")
    expect(shift).to_have_attribute("aria-valuenow", "0")
    page.reload()
    expect(shift).to_have_attribute("aria-valuenow", "1", timeout=PATIENCE)
    expect(verdict(page)).to_contain_text(re.compile("^All x \\+1.*TETNP's changes by 0 sd"))
    assert not page.errors


def test_learners_have_no_key_to_the_outcome(page, server):
    open_story(page, f"{server}/?step={CHOICE}", step=CHOICE)
    page.keyboard.press("r")
    page.keyboard.press("ArrowRight")
    expect_step(page, CHOICE + 1)
    expect(done(page)).to_have_count(0)
    expect(board(page).locator('[data-action="reveal"]')).to_be_hidden()


# ---- afresh ----------------------------------------------------------------------------------------


def test_a_rehearsal_is_forgotten_by_key_and_by_link(page, server):
    present(page, server, CHOICE)
    page.keyboard.press("r")
    expect(verdict(page)).to_be_visible(timeout=PATIENCE)
    for key in ("ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    expect_step(page, CHOICE)
    expect(board(page).locator(".notice")).to_be_hidden()  # it is of this lecture
    page.goto(f"{server}/?present=1&step={CHOICE}")
    expect_step(page, CHOICE)
    expect(board(page).locator(".notice")).to_have_text("This outcome is of an earlier visit: F starts afresh.")
    page.keyboard.press("f")
    expect(page.get_by_role("dialog", name="The course")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="forget it")).to_be_focused()
    page.keyboard.press("Enter")
    expect_step(page, 1)
    expect(done(page)).to_have_count(0)
    assert positions(page) == [], "Home begins with an empty plot"

    page.keyboard.press("Shift+Digit3")
    expect(board(page).locator(".lesson-title")).to_have_text("Attention", timeout=PATIENCE)
    page.keyboard.press("PageDown")
    expect_step(page, 2)
    page.evaluate(REHEARSED)
    page.goto(f"{server}/?fresh=1")
    expect(page).to_have_url(re.compile(r"^[^?]*\?step=1$"))
    assert "attention" in page.evaluate("localStorage.getItem('neural-processes-course')"), "the other lesson stays"
    expect(done(page)).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    board(page).get_by_role("button", name="Course").click()
    afresh = page.get_by_role("group", name="Start afresh")
    afresh.get_by_role("button", name="all lessons").click()
    expect(afresh).to_contain_text("What was done in all lessons will be forgotten.")
    afresh.get_by_role("button", name="forget it").click()
    expect_step(page, 1)
    assert "attention" not in page.evaluate("localStorage.getItem('neural-processes-course')")
    page.evaluate(REHEARSED)
    page.goto(f"{server}/?fresh=all")
    expect(page).to_have_url(re.compile(r"^[^?]*\?step=1$"))
    assert "attention" not in page.evaluate("localStorage.getItem('neural-processes-course')")
    assert not page.errors


# ---- keys ------------------------------------------------------------------------------------------


def test_letters_numbers_and_enter_answer(page, server):
    present(page, server, CHOICE)
    assert story(page).locator(".guess-option").evaluate_all("all => all.map((one) => one.dataset.letter)") == [*"ABC"]
    option, black = story(page).locator('[data-option="1"]'), page.get_by_role("dialog", name="Black screen")
    page.keyboard.press("b")
    expect(black).to_be_visible()
    page.keyboard.press("b")
    expect(black).to_be_hidden()
    expect(option).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("Enter")
    expect(board(page).locator(".notice")).to_contain_text("Show of hands: A to C")
    page.keyboard.press("Escape")
    expect(board(page).locator(".notice")).to_be_hidden()
    expect(board(page)).to_have_attribute("data-presents", "stage")
    page.keyboard.press("Enter")
    page.keyboard.press("b")
    expect(option).to_have_attribute("aria-pressed", "true")
    expect(black).to_be_hidden()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text(re.compile("^✓ The CNP's mean"), timeout=PATIENCE)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect_step(page, SORT)
    for key in ("2", "1", "Enter", "r"):  # a guess is made, and its outcome does not wait for the shift
        page.keyboard.press(key)
    expect(verdict(page)).to_have_text(re.compile("^✓ "), timeout=PATIENCE)
    open_story(page, f"{server}/equivariance?present=1&step=4", step=4)
    for key in ("Enter", "a", "Enter"):
        page.keyboard.press(key)
    expect(verdict(page)).to_have_text(re.compile("✗ .*because"), timeout=PATIENCE)
    expect(story(page).locator(".guess-option.right")).to_have_text("At shifts by part of a cell")
    expect(board(page).locator(".notice")).to_be_hidden()


def test_a_band_is_sketched_by_keys(page, server):
    present(page, server, SKETCH)
    page.keyboard.press("Enter")
    expect(board(page).locator(".sketch-hit")).to_be_focused()
    before = board(page).locator(".sketch-band").get_attribute("d")
    for key in ("ArrowUp", "ArrowUp", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
    expect_step(page, SKETCH)
    expect(board(page).locator(".sketch-band")).not_to_have_attribute("d", before)
    page.keyboard.press("Enter")
    expect(verdict(page)).to_be_visible(timeout=PATIENCE)
    expect(story(page)).to_have_attribute("data-done", "true")
    expect(story(page).get_by_role("heading")).to_be_focused()


def test_escape_closes_a_sheet_and_leaves_the_mode_only_afterwards(page, server):
    present(page, server, 1)
    page.keyboard.press("f")
    course = page.get_by_role("dialog", name="The course")
    expect(course).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("t")
    page.keyboard.press("Escape")
    expect(course).to_be_hidden()
    expect_step(page, 1)
    expect(board(page)).to_have_attribute("data-presents", "stage")
    expect(board(page)).to_have_attribute("data-theme", "light")
    page.keyboard.press("Escape")
    expect(board(page)).not_to_have_attribute("data-presents", "stage")


def test_after_a_click_on_the_plot_arrows_turn_steps_until_a_point_is_selected(page, server):
    open_story(page, f"{server}/masks?step=1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")  # from now on the browser shows the focus
    expect_step(page, 1)
    click(page, 0.62, 0.3)
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)
    where = positions(page)
    page.mouse.click(*middle(role(page, "context").first))
    page.keyboard.press("Shift+ArrowRight")  # of a point alone
    expect_step(page, 1)
    moved = positions(page)
    assert moved != where and len(moved) == len(where)
    page.keyboard.down("Shift")
    page.mouse.click(*middle(role(page, "context").first))
    page.keyboard.up("Shift")
    page.keyboard.press("ArrowRight")
    expect_step(page, 1)
    assert positions(page) != moved, "what is selected is moved"


def test_before_an_audience_arrows_turn_steps_after_enter_and_after_a_drag(page, server):
    open_story(page, f"{server}/masks?present=1&step=1")
    for _ in range(9):
        page.keyboard.press("Tab")
        if board(page).locator("svg.plot:focus").count():
            break
    page.keyboard.press("ArrowUp")
    count = len(positions(page))
    page.keyboard.press("Enter")
    expect(role(page, "context")).to_have_count(count + 1)
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)
    page.keyboard.press("Tab")
    board(page).locator(".point").first.focus()
    page.mouse.move(*middle(role(page, "context").first))
    page.mouse.down()
    page.mouse.move(*spot(page, 0.4, 0.3), steps=3)
    page.mouse.up()
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    assert not page.errors


def test_the_screen_goes_black_until_the_next_key(page, server):
    present(page, server, 1)
    black = page.get_by_role("dialog", name="Black screen")
    for key in ("b", "."):
        page.keyboard.press(key)
        expect(black).to_be_visible()
        box = black.bounding_box()
        assert box["width"] >= 1280 and box["height"] >= 720
        page.keyboard.press("ArrowRight")
        expect(black).to_be_hidden()
        expect_step(page, 1)


def test_back_goes_one_step_back(page, server):
    open_story(page, f"{server}/masks?step=1")
    for number in (2, 3):
        page.keyboard.press("ArrowRight")
        expect_step(page, number)
    page.go_back()
    expect_step(page, 2)
    page.go_back()
    expect_step(page, 1)
    page.go_forward()
    expect_step(page, 2)
    expect(page).to_have_url(re.compile("step=2"))
    click(page, 0.5, 0.5)  # the page was not replaced
    assert not page.errors


# ---- in another page's frame ----------------------------------------------------------------------


def test_a_frame_shows_one_step_or_the_bare_stage_and_nothing_else(page, server):
    open_story(page, f"{server}/masks?step=2&embed=1", step=2)
    for part in (".lesson-bar", ".story-nav", '[data-action="present"]'):
        expect(board(page).locator(part).first).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("p")
    expect_step(page, 2)
    page.keyboard.press("a")
    page.keyboard.press("Enter")
    expect(story(page).locator('[data-option="0"]')).to_have_attribute("aria-pressed", "true")
    open_board(page, f"{server}/masks?lab=1&embed=1")
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    expect(page.get_by_test_id("stTopNav")).to_be_hidden()
    expect(board(page).locator(".lenses")).to_be_hidden()
    click(page, 0.5, 0.5)
    assert not page.errors


# ---- what stays ------------------------------------------------------------------------------------


def test_mode_panels_theme_and_large_text_survive_a_reload(new_page, server):
    page = new_page(viewport=SCREEN)
    open_story(page, f"{server}/masks?step=1")
    for key in "plgtz":
        page.keyboard.press(key)
    expect(page).to_have_url(re.compile(r"present=lens(%2C|,)readings(%2C|,)dark(%2C|,)large"))
    page.reload()
    expect_step(page, 1)
    expect(board(page)).to_have_attribute("data-presents", "stage lens readings")
    expect(board(page)).to_have_attribute("data-theme", "dark")
    assert board(page).evaluate("node => getComputedStyle(node).backgroundColor") == "rgb(17, 20, 27)"
    assert letters(page) >= 720 / 31, "a letter is a thirtieth of the screen"
    page.keyboard.press("q")
    expect(board(page).locator(".qr-link")).to_contain_text("/masks?", timeout=PATIENCE)
    expect(board(page).locator(".qr-link")).not_to_contain_text("present")  # phones do not present
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page).not_to_have_url(re.compile("present"))
    expect(board(page)).to_have_attribute("data-theme", "light")
    assert not page.errors


# Steps that had more than their card had room for after the outcome, as lesson and number; and one with room.
CROWDED = (("positional", 1), ("zoo", 2), ("zoo", 4), ("home", 4), ("home", 2))


@pytest.mark.parametrize("size", [SCREEN, {"width": 1440, "height": 900}, {"width": 1024, "height": 768}])
def test_before_an_audience_letters_are_large_and_nothing_is_cut_off(new_page, server, size):
    page, found = new_page(viewport=size), []
    for lesson, step in CROWDED:
        open_story(page, f"{server}/{'' if lesson == 'home' else lesson}?present=1&step={step}", step=step)
        for key in ("", "r"):
            if key:
                page.keyboard.press(key)
                expect(verdict(page)).to_be_visible(timeout=PATIENCE)
            settled(page)
            found += [f"{lesson}, step {step} {key}: {fault}" for fault in step_faults(page)]
    assert found + page.errors == []
    assert letters(page) >= size["height"] / 32.1


def letters(page: Page) -> float:
    """Pixels of the text of a step, on the screen."""
    size = "node => parseFloat(getComputedStyle(node).fontSize) * node.currentCSSZoom"
    return story(page).locator(".story-text").evaluate(size)


@pytest.mark.parametrize("size", [SCREEN, {"width": 1024, "height": 768}])
def test_the_log_of_keys_lies_over_nothing_and_is_whole(new_page, server, size):
    page = new_page(viewport=size)
    present(page, server, 1)
    for key in ("ArrowRight", "r", "ArrowRight", "t", "t", "z", "z"):
        page.keyboard.press(key)
    log = board(page).locator(".key-log")
    bar, own = board(page).locator(".lesson-bar").bounding_box(), log.bounding_box()
    assert bar["y"] <= own["y"] and own["y"] + own["height"] <= bar["y"] + bar["height"]
    whole = """log => [...log.children].map((item) => item.getBoundingClientRect()).filter(({ top, left }) => {
      const box = log.getBoundingClientRect();
      return top < box.bottom - 2 && left < box.left - 1;
    }).length"""
    assert log.evaluate(whole) == 0
    assert step_faults(page) == []
