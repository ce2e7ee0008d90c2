"""Editing by mouse: groups, undo, the snap grid and the handle that moves the whole data set."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.board import board, middle, positions, role, spot
from tests.editing import button, drag, held, lasso, near, selected, with_points

THREE = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]
AROUND_TWO = ((0.1, 0.15), (0.6, 0.15), (0.6, 0.85), (0.1, 0.85))  # the first two points


def point(page, i):
    return role(page, "context").nth(i)


def places(page):
    """The middles of all points on screen, and the stage's box."""
    boxes = "nodes => nodes.map((n) => n.getBoundingClientRect()).map((r) => [r.x, r.y, r.width, r.height])"
    dots = [(x + w / 2, y + h / 2) for x, y, w, h in role(page, "context").evaluate_all(boxes)]
    return dots, board(page).locator(".panel.stage .plot").evaluate_all(boxes)[0]


def free_spot(page, dice):
    """A place on the stage with nothing near it that would take the pointer."""
    taken, (left, top, width, height) = places(page)
    while True:
        x, y = left + dice.uniform(0.12, 0.42) * width, top + dice.uniform(0.2, 0.8) * height
        if all(abs(x - a) + abs(y - b) > 50 for a, b in taken):
            return x, y


def some_point(page, dice):
    return dice.choice(places(page)[0])


def add(page, dice):
    page.mouse.click(*free_spot(page, dice))


def move(page, dice):
    drag(page, some_point(page, dice), free_spot(page, dice), steps=3)


def remove(page, dice):
    page.mouse.click(*some_point(page, dice), button="right")


def nudge(page, dice):
    board(page).locator(".panel.stage .point").nth(0).focus()
    page.keyboard.press(dice.choice(["ArrowUp", "Shift+ArrowLeft"]))


def move_group(page, dice):
    board(page).locator(".panel.stage .plot").focus()
    page.keyboard.press("Control+a")
    x, y = some_point(page, dice)
    drag(page, (x, y), (x + dice.uniform(-30, 30), y + dice.uniform(-30, 30)), steps=3)
    page.keyboard.press("Escape")


def shift(page, dice):
    board(page).locator("[data-shift]").focus()
    page.keyboard.press(dice.choice(["ArrowRight", "ArrowLeft"]))


def test_undo_after_thirty_random_edits_returns_to_the_start(visit):
    page = visit.at(with_points("attention"))
    dice = random.Random(7)
    slider = board(page).locator('[data-control="tau"]')
    for i in range(30):
        few = role(page, "context").count() < 3
        edit = add if few else dice.choice([add, move, remove, nudge, move_group, shift])
        edit(page, dice)
        expect(button(page, "undo")).to_be_enabled()
        if i == 14:
            halfway = positions(page)
    drawn, tau = positions(page), slider.input_value()
    for _ in range(15):
        button(page, "undo").click()
    assert positions(page) == halfway
    for _ in range(15):
        expect(button(page, "undo")).to_be_enabled()
        page.keyboard.press("Control+z")
    expect(button(page, "undo")).to_be_disabled()
    assert positions(page) == THREE
    expect(slider).to_have_value("0")
    for _ in range(30):
        page.keyboard.press("Control+y")
    assert (positions(page), slider.input_value()) == (drawn, tau)
    assert not page.errors


def test_a_lasso_selects_a_group_that_moves_together(visit):
    page = visit.at(with_points("attention"))
    lasso(page, AROUND_TWO)
    assert selected(page) == [0, 1]
    expect(role(page, "selected")).to_have_text("2 selected")
    expect(role(page, "lasso")).to_have_count(0)
    x, y = middle(point(page, 0))
    drag(page, (x, y), (x + 60, y - 40))
    (ax, ay), (bx, by), last = positions(page)
    assert ax - THREE[0][0] == pytest.approx(bx - THREE[1][0], abs=2e-3) and ax > -1.2
    assert ay - THREE[0][1] == pytest.approx(by - THREE[1][1], abs=2e-3) and ay > 0.6
    assert last == THREE[2]
    page.keyboard.press("Control+z")
    assert positions(page) == THREE
    with held(page, "Shift"):
        page.mouse.click(*middle(point(page, 0)))
        page.mouse.click(*middle(point(page, 2)))
    assert selected(page) == [1, 2]
    page.mouse.click(*spot(page, 0.3, 0.8))
    assert selected(page) == [] and len(positions(page)) == 3
    expect(role(page, "selected")).to_be_hidden()
    page.mouse.click(*spot(page, 0.3, 0.8))
    assert len(positions(page)) == 4
    assert not page.errors


def test_what_is_done_to_one_of_the_selected_is_done_to_all(visit):
    page = visit.at(with_points())
    plot = board(page).locator(".panel.stage .plot")
    plot.focus()
    page.keyboard.press("Control+a")
    assert selected(page) == [0, 1, 2]
    page.keyboard.press("Shift+ArrowDown")
    assert [round(y - was, 6) for (_, y), (_, was) in zip(positions(page), THREE)] == [-0.3] * 3
    page.mouse.click(*middle(point(page, 1)), button="right")
    expect(role(page, "context")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(role(page, "context")).to_have_count(3)
    assert selected(page) == [], "an undo brings points back, not who was selected"
    button(page, "lasso").click()
    expect(button(page, "lasso")).to_have_attribute("aria-pressed", "true")
    drag(page, spot(page, 0.62, 0.12), spot(page, 0.98, 0.12))
    assert selected(page) == [], "a line encloses nothing"
    page.mouse.click(*middle(point(page, 2)))
    button(page, "remove-selected").click()
    assert [x for x, _ in positions(page)] == [-1.5, 0.0]
    button(page, "lasso").click()
    page.mouse.dblclick(*middle(point(page, 0)))
    expect(role(page, "context")).to_have_count(1)
    assert not page.errors


def test_alt_shows_a_grid_and_points_go_to_its_crossings(visit):
    page = visit.at(with_points())
    grid = role(page, "snap")
    expect(grid).to_have_attribute("d", "")
    x, y = spot(page, 0.3, 0.7)
    page.mouse.move(x, y)
    with held(page, "Alt"):
        expect(grid).not_to_have_attribute("d", "")
        page.mouse.down()
        page.mouse.move(x + 37, y - 23, steps=5)
        page.mouse.up()
    expect(grid).to_have_attribute("d", "")
    assert all(value % 0.25 == 0 for value in positions(page)[-1])
    page.mouse.click(x, y)
    assert any(value % 0.25 for value in positions(page)[-1])
    button(page, "snap").click()
    expect(grid).not_to_have_attribute("d", "")
    board(page).locator(".panel.stage .point").nth(0).focus()
    page.keyboard.press("ArrowRight")
    assert positions(page)[0] == (-1.25, 0.5)
    button(page, "snap").click()
    expect(grid).to_have_attribute("d", "")


def test_the_handle_above_the_stage_moves_the_world_and_is_the_slider(visit):
    page = visit.at(with_points())
    handle, slider = board(page).locator("[data-shift]"), board(page).locator('[data-control="tau"]')
    copies = board(page).locator(".moved-copies circle")
    x, y = middle(handle.locator(".shift-grip"))
    before = middle(copies.nth(0))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y, steps=4)
    page.mouse.move(x + 100, y, steps=4)
    expect(board(page).locator(".moved-copies")).to_have_css("opacity", "1")
    assert middle(copies.nth(0))[0] == pytest.approx(before[0] + 100, abs=4)
    page.mouse.up()
    tau = float(slider.input_value())
    assert 0.8 < tau < 1.3 and float(handle.get_attribute("aria-valuenow")) == tau
    assert near(page, THREE), "the drawing stays where it is"
    expect(role(page, "shifted-prediction-mean").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value(f"{tau + 0.05:g}")
    slider.fill("-0.5")
    expect(handle).to_have_attribute("aria-valuetext", "all x −0.50")
    for _ in range(3):
        button(page, "undo").click()
    expect(slider).to_have_value("0")
    expect(button(page, "undo")).to_be_disabled()
    assert not page.errors
