"""The story of Home in the browser: its doors, the way on, and a band that is hidden until it is sketched."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, click, role, spot
from tests.steps import button, expect_step, open_story, story


def verdict(page: Page):
    return story(page).locator(".story-verdict")


def door(page: Page, opens: str):
    return story(page).locator(f'[data-door="{opens}"]')


def test_the_first_page_is_empty_and_a_click_closes_the_band(visit):
    page = visit("home", 1)
    expect(role(page, "context")).to_have_count(0)
    for hidden in ("limit-mean", "shifted-prediction-mean"):
        expect(role(page, hidden)).not_to_be_visible()
    expect(board(page).locator(".shift, .legend").first).not_to_be_visible()
    click(page, 0.95, 0.5)
    expect(verdict(page)).to_contain_text("outside the tinted training range", timeout=PATIENCE)
    expect(story(page)).to_have_attribute("data-done", "false")
    click(page, 0.4, 0.3)
    expect(verdict(page)).to_contain_text("nothing was fitted", timeout=PATIENCE)
    expect(story(page)).to_have_attribute("data-done", "true")


def test_a_band_is_hidden_until_it_is_sketched(visit):
    page = visit("home", 2)
    band = role(page, "band").first
    expect(board(page).locator(".sketch-band")).to_be_visible()
    expect(band).not_to_be_visible()
    commit = story(page).locator(".guess-sketch .guess-commit")
    expect(commit).to_be_disabled()
    points = role(page, "context").count()
    for across, down, act in ((0.2, 0.7, page.mouse.down), (0.36, 0.2, None), (0.8, 0.6, page.mouse.up)):
        page.mouse.move(*spot(page, across, down), steps=6)
        if act:
            act()
    expect(role(page, "context")).to_have_count(points)
    commit.click()
    expect(verdict(page)).to_contain_text("because many functions fit where no point is near", timeout=PATIENCE)
    expect(band).to_be_visible()
    expect(role(page, "limit-mean").first).not_to_be_visible()
    expect(board(page).locator(".sketch.judged .sketch-band")).to_be_visible()


def test_doors_lead_on_and_home_says_where_one_was(page, server):
    open_story(page, server)
    expect(story(page).locator(".story-door.onward")).to_have_count(0)
    door(page, "course").click()
    expect(board(page).locator("dialog.course")).to_be_visible()
    page.keyboard.press("Escape")
    door(page, "lecture").click()
    expect(page.get_by_role("heading", name="Give a lecture")).to_be_visible(timeout=PATIENCE)
    open_story(page, server)
    door(page, "equivariance").click()
    page.wait_for_url("**/equivariance*")
    expect(board(page).locator(".lesson-title")).to_have_text(LESSONS["equivariance"].link)  # until then it is Home's
    expect_step(page, 1)
    button(page, "next").click()
    expect_step(page, 2)
    open_story(page, server)
    expect(story(page).locator(".story-door.onward")).to_contain_text(", step 2 of ")
    assert page.errors == []


def test_home_goes_on_where_one_was_last_and_not_in_an_exercise_that_was_left_out(page, boards):
    last = {name: len(LESSONS[name].story.steps) for name in ("setconv", "equivariance", "masks")}
    walked = {name: {"at": at, "opened": 9, "steps": {"1": {"seen": True}}} for name, at in last.items()}
    amid = {"kernels": {"at": 3, "opened": 5, "steps": {}}, "attention": {"at": 2, "opened": 4, "steps": {}}}
    onward = story(page).locator(".story-door.onward")
    for kept, expected in ((walked | amid, "Go on: Kernels, step 3 of "), (walked, "Go on: The whole on one page")):
        open_story(page, boards)
        page.evaluate("kept => localStorage.setItem('neural-processes-course', JSON.stringify(kept))", kept)
        open_story(page, boards)
        expect(onward).to_contain_text(expected, timeout=PATIENCE)
    assert page.errors == []
