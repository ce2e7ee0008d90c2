"""The Attention page in a browser: the query line is dragged, and connecting lines, matrix and equation follow."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from pages.attention.story import POINTS
from pages.shared.drawing.codec import to_link
from pages.shared.drawing.state import DrawingState
from pages.shared.scene.marks import shown
from tests.board import PATIENCE, board, painted_after, role, seq
from tests.looks import settled
from tests.steps import story


def open_lesson(visit, chosen=""):
    """The lab with the story's points, and what else is chosen."""
    page = visit.at(f"attention?{urlencode(to_link(DrawingState(POINTS)), safe=',;')}{chosen}")
    expect(role(page, "thread")).to_have_count(5, timeout=PATIENCE)
    return page


def weights(page) -> list[float]:
    """How thick the connecting lines are, point by point."""
    lines = role(page, "thread")
    return [float(lines.nth(i).get_attribute("stroke-width")) for i in range(lines.count())]


def peak(line) -> float:
    """Where a curve is highest, across, in the units of its picture."""
    script = "e => Array.from({length: 2001}, (_, i) => e.getPointAtLength(i / 2000 * e.getTotalLength()))"
    points = line.evaluate(script + ".reduce((best, p) => p.y < best.y ? p : best).x")
    return float(points)


def dragged(page):
    """The query's handle, after it was moved 120 pixels to the left."""
    handle, number = page.locator('[data-handle="query"]'), seq(page)
    box = handle.locator(".handle-grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 120, y, steps=6)
    page.mouse.up()
    painted_after(page, number)
    return handle


def test_the_sum_of_two_points_at_one_place_stands_over_their_bars(visit):
    twins = (*POINTS[:4], POINTS[2])
    page = visit.at(f"attention?step=1&{urlencode(to_link(DrawingState(twins)), safe=',;')}")
    panel = board(page).locator('[data-panel="weights"]')
    expect(panel.locator(".bars-sum")).to_have_text(re.compile(r"^together [01]\.\d\d$"), timeout=PATIENCE)
    numbers = panel.locator(".bar-number").all_text_contents()
    assert numbers[3] == numbers[4], "the columns after null are in the order of x"
    both = float(panel.locator(".bars-sum").text_content().split()[1])
    assert abs(both - 2 * float(numbers[3])) <= 0.011
    plot, words = panel.locator(".bars-plot").bounding_box(), panel.locator(".bars-sum").bounding_box()
    assert words["y"] >= plot["y"] - 1 and words["x"] + words["width"] <= plot["x"] + plot["width"] + 1
    drawn = panel.locator(".bars-bracket").bounding_box()
    assert all(drawn["y"] < bar.bounding_box()["y"] for bar in panel.locator("[data-role=bar]").all()[3:5])
    visit.at("attention?step=1")
    expect(panel.locator("[data-role=bar]")).to_have_count(6, timeout=PATIENCE)
    expect(panel.locator(".bars-sum")).to_be_hidden()
    assert not page.errors


def test_the_effect_of_a_point_stands_below_its_weight(visit):
    page = visit("attention", 4)
    story(page).locator('[data-option="1"]').click()
    weighed, effect = (board(page).locator(f'[data-panel="{name}"] [data-role=bar]') for name in ("weights", "effect"))
    expect(effect).to_have_count(5, timeout=PATIENCE)
    above, below = ([bar.bounding_box() for bar in bars.all()] for bars in (weighed, effect))
    assert [bar["x"] for bar in above[1:]] == pytest.approx([bar["x"] for bar in below], abs=0.5), "null has no effect"
    assert page.errors == []


def test_dragging_the_query_swings_the_connecting_lines(visit):
    page = open_lesson(visit)
    before = weights(page)
    handle = dragged(page)
    x = float(handle.get_attribute("aria-valuenow"))
    assert x < -0.5
    there = f"x = {x:.2f}".replace("-", "\u2212")  # an answer on the way is not yet the last
    expect(board(page).locator('[data-role="equation"]')).to_contain_text(there, timeout=PATIENCE)
    after = weights(page)  # read once: a paint may come between two readings
    assert after[0] > before[0] and after[2] < before[2]  # from the points on the right to those on the left
    expect(page.locator('[data-panel="effect"] [data-role="bar"]')).to_have_count(5, timeout=PATIENCE)
    assert not page.errors


def test_many_small_weights_have_a_finer_scale(visit):
    page = visit.at("attention?c=head:mean")
    ends = board(page).locator('[data-panel="heads"] .scale span')
    expect(ends.last).to_have_text("1", timeout=PATIENCE)
    many = ";".join(f"{i / 15 - 2:.2f},{(i % 7) / 7:.2f}" for i in range(60))
    visit.at(f"attention?v=1&p={many}")
    expect(ends.last).to_have_text(re.compile(r"^0\.\d+$"), timeout=PATIENCE)
    assert not page.errors


def test_muting_a_head_draws_the_mean_as_trained(visit):
    page = open_lesson(visit)
    expect(board(page).locator('[data-reading="change"]')).to_have_count(0)
    page.evaluate("choose({ mute: true })")
    expect(board(page).locator('[data-reading="change"]')).to_have_count(1, timeout=PATIENCE)
    expect(role(page, "line").first).to_have_attribute("data-line", "signal")
    assert not page.errors


def test_the_rbfs_of_the_tetnp_stand_about_the_query_and_move_with_it(visit):
    page = open_lesson(visit, "&attention_model=tetnp")
    rbfs = page.locator('[data-panel="nearness"] [data-role="line"]')
    expect(rbfs).to_have_count(4, timeout=PATIENCE)
    top = peak(rbfs.first)
    moved = -float(dragged(page).get_attribute("aria-valuenow"))
    expect(board(page).locator('[data-role="equation"]')).to_contain_text(f"x = {shown(-moved)})", timeout=PATIENCE)
    share = (top - peak(rbfs.first)) / rbfs.first.evaluate("e => e.getBBox().width")
    # The curve is drawn through 201 points of six units.
    assert moved > 0.5 and abs(6 * share - moved) < 0.05
    assert not page.errors


def test_the_column_of_a_highlighted_point_follows_a_picture_that_changes_its_size(visit):
    page = visit("attention", 6)
    settled(page)
    heads = board(page).locator('[data-panel="heads"]')
    column, cells = heads.locator(".lit-column"), heads.locator("canvas")
    board(page).locator(".panel.stage .point").nth(1).focus()
    expect(column).to_be_visible()
    before = cells.bounding_box()["height"]
    page.set_viewport_size({"width": 1280, "height": 640})
    settled(page)
    box, lit = cells.bounding_box(), column.bounding_box()
    assert box["height"] < before - 20
    assert abs(lit["height"] - box["height"]) < 4 and abs(lit["y"] - box["y"]) < 3
    assert abs(lit["x"] - box["x"] - 2 * box["width"] / 6) < 4, "after null and the point farther left"
    assert not page.errors
