"""Latent variables in the browser: z is dragged by mouse, keys and touch, and q by its mean and its sd."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.board import PATIENCE, board, role, shape
from tests.looks import settled
from tests.steps import step_faults, story

PHONE = {"width": 390, "height": 844}


def ring(page: Page, names: str):
    return board(page).locator(f'[data-panel] [data-place="{names}"]:visible')


def middle(locator):
    box = locator.locator(".place-ring").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def plane(page: Page, panel: str):
    return board(page).locator(f'[data-panel="{panel}"] .plot').bounding_box()


def test_a_drag_of_z_bends_the_whole_curve_and_ends_the_step(visit):
    page = visit("latent", 1)
    settled(page)
    before, (x, y) = shape(page), middle(ring(page, "z1 z2"))
    box = board(page).locator('[data-panel="plane"] .place-ground').bounding_box()
    unit = box["width"] / 7  # prior standard deviations: 3.5 to each side
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 1.6 * unit, steps=8)
    page.mouse.up()
    expect(story(page).get_by_role("status")).to_have_text(re.compile("because y at every x"), timeout=PATIENCE)
    assert shape(page) != before
    label = board(page).locator('[data-panel="plane"] .place-text')
    expect(label).to_have_text(re.compile(r"z = \((1\.0|0\.9|1\.1), −(1\.0|0\.9|1\.1)\)"))
    assert step_faults(page) == [] and page.errors == []


def test_on_a_phone_plane_and_curve_are_there_at_once(visit):
    page = visit("latent", 1, PHONE)
    settled(page)
    stage, plane = (board(page).locator(f'[data-panel="{name}"] .plot').bounding_box() for name in ("stage", "plane"))
    assert stage["y"] + stage["height"] <= plane["y"] + 1 and plane["height"] > 150
    expect(board(page).locator(".story-tabs")).to_be_hidden()
    assert step_faults(page) == [] and page.errors == []


def test_z_is_mover_keys_too(visit):
    page = visit("latent", 1)
    settled(page)
    ring(page, "z1 z2").focus()
    for key in ("Shift+ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    label = board(page).locator('[data-panel="plane"] .place-text')
    expect(label).to_have_text("z = (1.7, 0.5)", timeout=PATIENCE)
    assert page.errors == []


def test_q_of_ones_own_is_dragged_and_the_bars_keep_their_sum(visit):
    page = visit("latent", 3)
    settled(page)
    total = board(page).locator('[data-panel="gap"] text', has_text="together")
    before = total.text_content()
    start, width = middle(ring(page, "m1 m2")), middle(ring(page, "s1 s2"))
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 20, start[1] + 18, steps=5)
    page.mouse.up()
    settled(page)
    moved = middle(ring(page, "s1 s2"))
    assert moved == pytest.approx((width[0] + 20, width[1] + 18), abs=2), "the width goes with the middle"
    page.mouse.move(*moved)
    page.mouse.down()
    page.mouse.move(moved[0] - 15, moved[1] + 10, steps=5)
    page.mouse.up()
    verdict = story(page).get_by_role("status")
    expect(verdict).to_contain_text("ELBO", timeout=PATIENCE)
    settled(page)
    assert total.text_content() == before, "the evidence does not depend on q"
    assert page.errors == []


def test_at_beta_100_a_drag_changes_nothing(visit):
    page = visit("latent", 6)
    story(page).locator('[data-option="2"]').click()
    expect(ring(page, "z1 z2")).to_be_visible(timeout=PATIENCE)
    settled(page)
    before = role(page, "mean").first.get_attribute("d")
    ring(page, "z1 z2").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(board(page).locator('[data-panel="plane"] .place-text')).to_have_text("z = (0.7, 0.0)", timeout=PATIENCE)
    settled(page)
    change = page.evaluate(
        """([one, other]) => {
          const heights = (d) => [...d.matchAll(/[ML, ](-?[\\d.]+)[ ,](-?[\\d.]+)/g)].map((m) => Number(m[2]));
          const [a, b] = [heights(one), heights(other)];
          return Math.max(...a.map((y, i) => Math.abs(y - b[i])));
        }""",
        [before, role(page, "mean").first.get_attribute("d")],
    )
    assert change <= 1, "a pixel at most"
    assert page.errors == []
