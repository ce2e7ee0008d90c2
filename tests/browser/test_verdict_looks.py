"""A step after its verdict: the longer text leaves its pictures room, and nothing is cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board
from tests.looks import settled
from tests.steps import open_story, step_faults, story

WIDE = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
TALLEST = 30  # px: of the tallest bar of each row; a lower one cannot be compared with the others


def choose(page: Page, option: int) -> None:
    story(page).locator(f'[data-option="{option}"]').click()


def sort(page: Page, bins: list[int]) -> None:
    for item, chosen in enumerate(bins):
        story(page).locator(f'.sort-bin[data-item="{item}"][data-bin="{chosen}"]').click()
    story(page).locator(".guess-sort .guess-commit").click()


def shift(page: Page, steps: int) -> None:
    board(page).locator('[data-shift="tau"]').focus()
    for _ in range(steps):
        page.keyboard.press("Shift+ArrowRight")


def expect_verdict(page: Page) -> None:
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    settled(page)


def tallest_bars(page: Page) -> list[float]:
    """Of each row of bars on show, in pixels."""
    rows = board(page).locator(".bars:visible")
    heights = """node => Math.max(
      ...[...node.querySelectorAll("[data-role=bar]")].map((bar) => bar.getBoundingClientRect().height))"""
    return [row.evaluate(heights) for row in rows.all()]


def layer_3(page: Page) -> None:
    choose(page, 0)


def layer_4(page: Page) -> None:
    sort(page, [0, 0, 0])


def kernels_4(page: Page) -> None:
    choose(page, 0)
    story(page).locator(".story-action .word").click()


def attention_2(page: Page) -> None:
    board(page).locator('[data-handle="query"]').focus()
    for _ in range(19):  # from 0.20 to 0.58
        page.keyboard.press("ArrowRight")


def attention_7(page: Page) -> None:
    choose(page, 0)
    shift(page, 3)


def equivariance_2(page: Page) -> None:
    shift(page, 12)
    expect(story(page).get_by_role("status")).to_be_visible(timeout=PATIENCE)
    settled(page)
    assert step_faults(page) == []
    story(page).locator('[data-choice="model"][data-value="tetnp"]').click()


def paths_6(page: Page) -> None:
    choose(page, 0)
    frame = board(page).locator(".panel.stage rect.frame").bounding_box()
    page.mouse.click(frame["x"] + frame["width"] / 2, frame["y"] + 0.46 * frame["height"])


def sequences_2(page: Page) -> None:
    choose(page, 0)


def sequences_3(page: Page) -> None:
    story(page).locator(".guess-commit:visible").click()


def sequences_5(page: Page) -> None:
    choose(page, 2)


def sequences_6(page: Page) -> None:
    choose(page, 1)
    shift(page, 3)


def sequences_7(page: Page) -> None:
    choose(page, 0)
    story(page).locator('[data-choice="force"][data-value="C4"]').click()


SEQUENCES = (sequences_2, sequences_3, sequences_5, sequences_6, sequences_7)
ACTS = (layer_3, layer_4, kernels_4, attention_2, attention_7, equivariance_2, paths_6, *SEQUENCES)


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_with_the_verdict_a_step_fits_and_its_pictures_can_be_read(new_page, server, act):
    name, step = act.__name__.split("_")
    page = new_page(viewport=WIDE)
    open_story(page, f"{server}/{name}?step={step}", step=int(step))
    act(page)
    expect_verdict(page)
    assert step_faults(page) == []
    assert all(tall >= TALLEST for tall in tallest_bars(page)), tallest_bars(page)
    for canvas in board(page).locator(".story-pictures canvas:visible").all():
        assert canvas.bounding_box()["height"] >= 140
    for plot in board(page).locator(".story-pictures svg.plot:visible").all():
        assert plot.bounding_box()["height"] >= 150
    assert page.errors == []


def paths_4(page: Page) -> None:
    sort(page, [0, 0, 1])


def paths_7(page: Page) -> None:
    choose(page, 0)
    shift(page, 3)


@pytest.mark.parametrize("act", [layer_4, paths_4, paths_7], ids=lambda act: act.__name__)
def test_on_a_phone_a_verdict_leaves_the_legend_its_room(new_page, server, act):
    name, step = act.__name__.split("_")
    page = new_page(viewport=PHONE, has_touch=True)
    open_story(page, f"{server}/{name}?step={step}", step=int(step))
    act(page)
    expect_verdict(page)
    assert step_faults(page) == []
    assert page.errors == []


def test_the_button_that_commits_a_guess_is_the_primary_one(page, server):
    open_story(page, f"{server}/attention?step=3", step=3)
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


def test_the_tick_of_an_option_does_not_touch_its_words(page, server):
    open_story(page, f"{server}/masks?step=3", step=3)
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


@pytest.mark.parametrize(("name", "step"), [("kernels", 8), ("masks", 8), ("setconv", 8)])
def test_the_way_to_the_next_lesson_is_one_line(new_page, server, name, step):
    page = new_page(viewport=WIDE)
    open_story(page, f"{server}/{name}?step={step}", step=step)
    settled(page)
    lines = (
        "node => { const r = document.createRange(); r.selectNodeContents(node); return r.getClientRects().length; }"
    )
    assert page.get_by_test_id("story-next").first.evaluate(lines) == 1
    assert step_faults(page) == []


def test_bars_take_the_room_that_a_phone_has(new_page, server):
    page = new_page(viewport=PHONE, has_touch=True)
    open_story(page, f"{server}/attention", step=1)
    board(page).locator('.story-tabs [data-picture="pictures"]').tap()
    settled(page)
    assert board(page).locator('[data-panel="weights"] .bars-plot').bounding_box()["height"] > 200
    assert step_faults(page) == []
