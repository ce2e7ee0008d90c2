"""A step with its verdict: what decides it is in view, further numbers come on demand, and no text of the card goes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board
from tests.looks import settled
from tests.steps import open_story, step_faults, story
from tests.walking import TEXT, Judge, guess, touch

WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
LINE_GAP = 5  # px: from the top of a line of words to its letters


def choose(page: Page, option: int) -> None:
    story(page).locator(f'[data-option="{option}"]').click()


def expect_verdict(page: Page) -> None:
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    settled(page)


def layer_3(page: Page) -> None:
    choose(page, 0)


BOTH = {("decisions", 7): ("measured by the ANP", "Bayes predictor"), ("masks", 4): ("a target's own y", "forbidden")}


@pytest.mark.parametrize(("name", "step"), BOTH)
def test_on_a_phone_plot_and_picture_are_seen_together_with_their_legends(visit, name, step):
    page = visit(name, step, PHONE, has_touch=True)
    expect(board(page)).to_have_class(re.compile(r"\bstacked\b"))
    for where, text in zip((".panel.stage > .legend", ".story-pictures .legend"), BOTH[name, step], strict=True):
        named = board(page).locator(where).get_by_text(text)
        expect(named).to_be_visible(timeout=PATIENCE)
    settled(page)
    assert step_faults(page) == [] and page.errors == []


@pytest.mark.parametrize(("name", "step", "panel"), [("layer", 1, "stream"), ("layer", 7, "gradient")])
def test_on_a_phone_what_decides_a_step_is_behind_no_tab(visit, name, step, panel):
    page = visit(name, step, PHONE, has_touch=True)
    if step == 7:
        choose(page, 2)
    expect(board(page).locator(f'[data-panel="{panel}"]').first).to_be_visible(timeout=PATIENCE)
    expect(board(page).locator(".story-tabs")).to_be_hidden()
    assert page.errors == []


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_more_numbers_of_a_verdict_come_on_demand_and_go_again(visit, size):
    page = visit("layer", 3, size, has_touch=size is PHONE)
    expect(story(page).locator(".story-text")).to_be_visible()
    layer_3(page)
    expect_verdict(page)
    verdict, more = story(page).locator(".story-verdict"), story(page).locator(".story-more")
    rest = verdict.locator(".story-rest")
    expect(rest).to_be_hidden()
    more.click()
    expect(rest).to_be_visible()
    expect(more).to_have_attribute("aria-expanded", "true")
    settled(page)
    faults = step_faults(page)
    if size is PHONE:  # there the card is scrolled while they are open
        assert story(page).evaluate("node => getComputedStyle(node).overflowY") == "auto"
        faults = [each for each in faults if not each.startswith((".story is", "cut off by story"))]
    assert faults == [] and "three seeds" in rest.inner_text()
    more.click()
    expect(rest).to_be_hidden()
    assert page.errors == []


def test_the_button_that_commits_a_guess_is_the_primary_one(visit):
    page = visit("attention", 3)
    commit = story(page).locator(".guess-commit:visible")
    colours = commit.evaluate(
        """node => {
          const probe = document.createElement("span");
          probe.style.background = "var(--accent)";
          node.after(probe);
          const found = [node, probe].map((each) => getComputedStyle(each).backgroundColor);
          probe.remove();
          return found;
        }"""
    )
    assert colours[0] == colours[1]


def test_the_tick_of_an_option_does_not_touch_its_words(page, boards):
    open_story(page, f"{boards}/masks?step=3", step=3)
    choose(page, 1)
    expect_verdict(page)
    tick, words = (
        story(page)
        .locator(".guess-option.right")
        .evaluate(
            """node => {
          const { left, width } = getComputedStyle(node, "::before");
          return [parseFloat(left) + parseFloat(width), parseFloat(getComputedStyle(node).paddingLeft)];
        }"""
        )
    )
    assert tick + 2 <= words


def test_words_of_dots_are_whole_in_a_low_plot(new_page, boards):
    """The outcome's longer form leaves the plot little height, and its highest dot stands at the top."""
    page = new_page(viewport=WIDE)
    open_story(page, f"{boards}/learning?step=4", step=4)
    choose(page, 1)
    expect_verdict(page)
    story(page).locator(".story-more").click()
    settled(page)
    plot = board(page).locator('.story-pictures [data-panel="few"] svg.plot')
    edge, names = plot.locator(".frame").bounding_box(), plot.locator(".dot-label")
    assert names.count() == 4
    for box in (one.bounding_box() for one in names.all()):
        assert box["y"] + LINE_GAP >= edge["y"] and box["x"] + box["width"] <= edge["x"] + edge["width"]


def sentences(page: Page) -> set[str]:
    """Those of the step's text and of its guess that can be scrolled to."""
    read = """node => [...node.querySelectorAll(".story-text p, .guess-option, .sort-row")]
      .filter((one) => one.getClientRects().length).map((one) => one.textContent)"""
    return {re.sub(r"[-−\d.…✓✗]+", "", text) for text in story(page).evaluate(read)}


def test_no_text_of_a_step_goes_by_a_drag_a_hint_or_its_verdict(new_page, boards):
    """The card is scrolled; the verdict is in view, however far."""
    page = new_page(viewport=PHONE, has_touch=True)
    judge = Judge(page)
    for address in ("latent?step=1", "latent?step=3", "latent?step=4", "learning?step=2"):
        judge.away, judge.ends = True, False
        open_story(page, f"{boards}/{address}", int(address[-1]))
        settled(page)
        judge.away = False
        before, gone = sentences(page), {}
        guess(page)
        touch(page, "ArrowDown")
        settled(page)
        gone["drag"] = before - sentences(page)
        hint = story(page).locator(".hint-button")
        while hint.count():
            hint.click()
        settled(page)
        gone["hint"] = before - sentences(page)
        judge.ends = True
        touch(page, "ArrowUp")
        expect(story(page).locator(".story-verdict")).to_contain_text(TEXT, timeout=PATIENCE)
        settled(page)
        gone["verdict"] = before - sentences(page)
        assert not any(gone.values()), (address, gone)
        for at in (0, 9999):
            story(page).evaluate("(node, at) => (node.scrollTop = at)", at)
            card, verdict = (node.bounding_box() for node in (story(page), story(page).locator(".story-verdict")))
            assert verdict["y"] >= card["y"] - 1, address
            assert verdict["y"] + verdict["height"] <= card["y"] + card["height"] + 1, address
    assert not page.errors
