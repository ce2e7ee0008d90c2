"""Presenter mode: the steps of a story and the lab in large type, the keys of a lecture, what a link hides."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, follow, middle, open_board, role, spot, surface
from tests.steps import expect_step, open_story, story

THREE = "v=1&p=-1.5,0.5;-1,0.2;1.5,1"
STEPS = len(LESSONS["masks"].story.steps)


def expect_presenting(page: Page, *parts: str) -> None:
    expect(board(page)).to_have_attribute("data-presents", " ".join(["stage", *parts]))


def expect_link(page: Page, *parts: str) -> None:
    """The code to scan, and what its link holds."""
    page.keyboard.press("q")
    expect(board(page).locator(".qr-code img")).to_be_visible(timeout=PATIENCE)
    for part in parts:
        expect(board(page).locator(".qr-link")).to_contain_text(part)
    expect(board(page).locator(".qr-short")).to_be_hidden()  # it is short
    expect(board(page).locator(".qr-note")).not_to_contain_text("long")
    page.keyboard.press("q")
    expect(board(page).locator(".qr-code")).to_be_hidden()


def test_a_story_is_presented_by_keys(page, server):
    open_story(page, f"{server}/masks?{THREE}&step=1")
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="Keys and links")
    expect(help_).to_contain_text("presenter mode")
    expect(help_).to_contain_text("where notes are drawn: play them; Escape stops")
    expect(help_).to_contain_text("step=3 opens a step, lab=1 the lab")
    expect(help_).to_contain_text("lead, controls, data, tools")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    expect(help_).to_be_hidden()
    expect_step(page, 1)
    page.keyboard.press("p")
    expect_presenting(page)
    expect(story(page)).to_have_attribute("data-steps", str(STEPS))
    expect(page.get_by_test_id("stTopNav")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("PageDown")  # no one has guessed
    page.keyboard.press("PageDown")
    expect_step(page, 3)
    page.keyboard.press("q")
    link = board(page).locator(".qr-link")
    expect(link).to_have_text(re.compile(r"/masks\?step=3$"), timeout=PATIENCE)
    expect(board(page).locator(".qr-note")).to_contain_text("no other machine can open the link")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    board(page).get_by_role("button", name="Copy the link").click()
    expect(board(page).get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link.inner_text()
    page.keyboard.press("q")
    page.keyboard.press("ArrowLeft")
    expect_step(page, 2)
    page.keyboard.press("Shift+Digit2")
    expect(story(page)).to_have_attribute("data-steps", str(len(LESSONS["attention"].story.steps)), timeout=PATIENCE)
    expect_step(page, 1)
    expect_presenting(page)
    page.keyboard.press("Escape")
    expect(board(page)).not_to_have_attribute("data-presents", re.compile("."))
    expect(story(page)).to_be_visible()
    assert not page.errors


def test_a_lab_is_presented_by_keys(page, server):
    open_board(page, f"{server}/masks?{THREE}")
    page.keyboard.press("p")
    expect_presenting(page)
    expect(page.get_by_role("heading", level=1)).to_be_hidden()
    expect(page.get_by_test_id("stTopNav")).to_be_hidden()
    expect(board(page).locator(".lenses")).to_be_hidden()
    expect(story(page)).to_be_hidden()
    fills_the_screen(page)
    page.keyboard.press("l")
    page.keyboard.press("g")
    expect_presenting(page, "lens", "readings")
    expect(board(page).locator('[data-panel="mask"]')).to_be_visible()
    expect(board(page).locator(".readings")).to_be_visible()
    expect(page.get_by_role("radio", name="Causal targets")).to_be_hidden()
    page.keyboard.press("s")
    expect(page.get_by_role("radio", name="Causal targets")).to_be_visible()
    for key in "lgs":
        page.keyboard.press(key)
    expect_presenting(page)
    expect_link(page, "/masks?lab=1&v=1&p=-1.5,0.5;-1,0.2;1.5,1")
    page.keyboard.press("Escape")
    expect(board(page)).not_to_have_attribute("data-presents", re.compile("."))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert not page.errors


def fills_the_screen(page: Page) -> None:
    box, screen = surface(page).bounding_box(), page.viewport_size
    assert box["width"] > 0.95 * screen["width"] and box["height"] > 0.5 * screen["height"]
    assert box["y"] + box["height"] < screen["height"]


def click_hits(page: Page) -> None:
    """A click adds the fourth point where the pointer is, and it has the focus."""
    page.mouse.click(*spot(page, 0.6, 0.4))
    expect(role(page, "context")).to_have_count(4)
    x, y = middle(role(page, "context").nth(3))
    wanted = spot(page, 0.6, 0.4)
    assert abs(x - wanted[0]) < 3 and abs(y - wanted[1]) < 3


def test_the_hand_meets_what_it_sees_on_a_magnified_board(new_page, boards):
    page = new_page(viewport={"width": 3840, "height": 2160})
    open_board(page, f"{boards}/?{THREE}")
    page.keyboard.press("P")
    expect_presenting(page)
    expect(board(page)).to_have_attribute("style", re.compile("zoom"))
    fills_the_screen(page)
    click_hits(page)
    moved = role(page, "context").nth(3).get_attribute("data-x")
    page.keyboard.press("ArrowRight")
    expect(role(page, "context").nth(3)).not_to_have_attribute("data-x", moved)
    page.keyboard.press("Control+z")
    expect(role(page, "context").nth(3)).to_have_attribute("data-x", moved)
    board(page).locator('[data-action="clear"]').click()
    log = board(page).locator(".key-log")
    expect(log.locator("li")).to_have_text(["Clear", "Ctrl Z undo", "P presenter"])
    own, tools, stage = (node.bounding_box() for node in (log, log.locator(".."), surface(page)))
    assert tools["y"] <= own["y"] and own["y"] + own["height"] <= tools["y"] + tools["height"] <= stage["y"] + 1
    assert not page.errors


def test_a_magnified_story_leaves_arrows_to_a_point_with_the_focus(new_page, boards):
    page = new_page(viewport={"width": 1280, "height": 720})
    open_story(page, f"{boards}/masks?{THREE}&step=1")
    page.keyboard.press("P")
    expect_presenting(page)
    click_hits(page)
    board(page).locator(".point").nth(2).focus()  # not by a click
    moved = role(page, "context").nth(2).get_attribute("data-x")
    page.keyboard.press("ArrowRight")
    expect(role(page, "context").nth(2)).not_to_have_attribute("data-x", moved)
    expect_step(page, 1)
    page.keyboard.press("PageDown")
    expect_step(page, 2)
    bottom = page.get_by_test_id("story-next").first.bounding_box()
    assert bottom["y"] + bottom["height"] <= 720
    assert not page.errors


def test_a_link_leaves_parts_out(page, server):
    open_board(page, f"{server}/?{THREE}&hide=lead,lens,data,nonsense")
    expect(board(page).locator(".lenses")).to_be_hidden()
    expect(page.get_by_text("Trained neural processes predict")).to_have_count(0)
    expect(page.get_by_text("“nonsense” is no part that a link can hide")).to_be_visible()
    follow(page, "Attention masks")
    expect(board(page).locator('[data-panel="mask"]')).to_be_attached(timeout=PATIENCE)
    expect(board(page).locator(".lenses")).to_be_hidden()
    expect(page).to_have_url(re.compile("hide="))
