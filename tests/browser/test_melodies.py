"""The lattice of melodies: notes snap to rows and steps, a missing one is hidden, the query's column is shaded."""

from __future__ import annotations

import re

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.melodies.lattice import ROWS, STEP, middle_of
from pages.melodies.story import EIGHT, STORY
from tests.board import PATIENCE, board, middle, positions, role
from tests.editing import drag
from tests.looks import settled
from tests.steps import dot, story

DONE = re.compile("done")


def shaded(page, model):
    """The probabilities in the query's column, from the lowest row."""
    cells = board(page).locator(f'.panel.stage .shading[data-model="{model}"] rect')
    expect(cells).to_have_count(len(ROWS))
    return [float(value) for value in cells.evaluate_all("nodes => nodes.map((n) => n.dataset.value)")]


def nearest_row(y):
    return int(np.abs(np.array(ROWS) - y).argmin())


def test_notes_snap_to_rows_and_steps_with_pointer_and_keys(visit):
    page = visit("melodies", 1)
    points = board(page).locator(".panel.stage .point")
    expect(points).to_have_count(8)
    before = shaded(page, "causal")
    assert sum(before) == pytest.approx(1, abs=1e-3)
    x, y = middle(points.nth(7))
    drag(page, (x, y), (x + 4, y - 61))
    moved = positions(page)[7]
    assert moved[0] == pytest.approx(EIGHT[7][0]) and any(moved[1] == pytest.approx(row) for row in ROWS)
    expect(dot(page, 1)).to_have_class(DONE, timeout=PATIENCE)
    assert shaded(page, "causal") != before
    points.nth(7).focus()
    page.keyboard.press("ArrowUp")
    assert positions(page)[7][1] == pytest.approx(ROWS[nearest_row(moved[1]) + 1])
    page.keyboard.press("ArrowRight")
    assert positions(page)[7][0] == pytest.approx(EIGHT[7][0] + STEP)
    expect(points.nth(7)).to_have_attribute("aria-label", re.compile("step 9, "))
    assert not page.errors


def test_the_query_moves_from_step_to_step(visit):
    page = visit("melodies", len(STORY.steps))
    handle = board(page).locator('[data-handle="query"]')
    expect(handle).to_have_attribute("aria-valuetext", "step 5")
    handle.focus()
    page.keyboard.press("ArrowRight")
    expect(handle).to_have_attribute("aria-valuetext", "step 6")
    expect(board(page).locator('[data-panel="both"]')).to_contain_text("E5", timeout=PATIENCE)
    assert not page.errors


def test_the_exercise_is_solved_by_keys(visit):
    """The last hint: from the query on another key. The notes' rows are reached by arrows."""
    last = len(STORY.steps)
    page = visit("melodies", last)
    points = board(page).locator(".panel.stage .point")
    expect(points).to_have_count(8)
    for number, pitch in enumerate((0, 4, 7, 12, 13, 6, 10, 13)):
        points.nth(number).focus()
        row = nearest_row(positions(page)[number][1])
        for _ in range(abs(pitch - row)):
            page.keyboard.press("ArrowUp" if pitch > row else "ArrowDown")
        assert positions(page)[number] == pytest.approx((middle_of(number), ROWS[pitch]))
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    expect(story(page).get_by_role("status")).to_contain_text("C♯5 at the query")
    assert not page.errors


def test_the_column_has_its_whole_step_until_the_limit_takes_half(visit):
    page = visit("melodies", 2)
    stage = board(page).locator(".panel.stage")
    column = stage.locator('.shading[data-model="causal"]')
    expect(column.locator("rect")).to_have_count(len(ROWS))
    entry = stage.locator('.legend [data-model="bayes"]')
    expect(entry).to_be_hidden()
    frame = stage.locator("rect.frame").bounding_box()
    step = frame["width"] / 16
    assert column.bounding_box()["width"] == pytest.approx(step, abs=1)
    story(page).locator('[data-option="2"]').click()
    expect(entry).to_be_visible()
    settled(page)
    assert stage.locator("rect.frame").bounding_box() == frame, "the panel that came takes nothing of the stage"
    half, limit = column.bounding_box(), stage.locator('.shading[data-model="bayes"]').bounding_box()
    assert [half["width"], limit["width"]] == pytest.approx([step / 2] * 2, abs=0.5)
    assert half["x"] + half["width"] == pytest.approx(limit["x"], abs=0.5)
    assert not page.errors


def test_bars_of_written_notes_have_their_names(visit):
    notes = ";".join(f"{x},{y}" for x, y in EIGHT)
    page = visit.at(f"melodies?v=1&p={notes}&melodies_write=true")
    names = board(page).locator('[data-panel="written"] .tick:visible')
    expect(names.filter(has_text=re.compile(r"[A-G].?\d"))).to_have_count(8, timeout=PATIENCE)
    assert not page.errors


def test_a_hidden_note_is_hollow_and_named(visit):
    page = visit("melodies", 3)
    hollow = board(page).locator(".panel.stage .point.withheld")
    expect(hollow).to_have_count(1)
    expect(hollow).to_have_attribute("aria-label", re.compile("hidden from the models"))
    expect(board(page).locator(".panel.stage .legend")).to_contain_text("hidden note")
    handle = board(page).locator('[data-handle="query"]')
    handle.focus()
    page.keyboard.press("ArrowRight")
    fifth = board(page).locator(".panel.stage .point").nth(5)
    expect(fifth).to_have_class(re.compile("withheld"), timeout=PATIENCE)
    expect(hollow).to_have_count(1)
    assert not page.errors


def test_bars_of_models_have_their_colours(visit):
    last = len(STORY.steps)
    page = visit("melodies", last)
    bars = board(page).locator('[data-panel="both"] .bar')
    expect(bars).to_have_count(4)
    causal, limit, masked, again = bars.evaluate_all("nodes => nodes.map((n) => getComputedStyle(n).fill)")
    assert len({causal, limit, masked}) == 3 and limit == again
    assert not page.errors


def test_a_guess_of_weights_is_judged(visit):
    page = visit("melodies", 5)
    bars = story(page).get_by_role("slider")
    expect(bars).to_have_count(9)
    expect(bars.first).to_have_attribute("aria-label", "weight of START")
    expect(bars.nth(1)).to_have_attribute("aria-label", "weight of the point at step 1, G4")
    page.keyboard.press("Enter")
    expect(bars.first).to_be_focused()
    for _ in range(20):
        page.keyboard.press("ArrowUp")
    expect(bars.first).to_have_attribute("aria-valuenow", "1.00")
    page.keyboard.press("Enter")
    expect(story(page).get_by_role("status")).to_contain_text("causal 0%", timeout=PATIENCE)
    looks = board(page).locator('[data-panel="looks"]')
    expect(looks.locator("canvas")).to_be_visible()
    expect(looks.locator(".heat .legend")).to_contain_text("forbidden")
    expect(looks.locator(".heat .legend")).not_to_contain_text("masked")
    opacities = role(page, "thread").evaluate_all("lines => lines.map((line) => line.getAttribute('stroke-opacity'))")
    assert [float(each) > 0 for each in opacities] == [True] * 4 + [False] * 4  # later notes have weight 0, and no line
    assert not page.errors


def test_the_lab_shows_a_masked_model_and_what_it_fills_in(visit):
    notes = ";".join(f"{x:.4f},{y}" for i, (x, y) in enumerate(EIGHT) if i != 3)
    page = visit.at(f"melodies?v=1&p={notes}&melodies_model=Masked&melodies_write=true")
    expect(board(page).locator('.panel.stage [data-role="written"]')).to_have_count(1, timeout=PATIENCE)
    expect(role(page, "context")).to_have_count(7)
    assert sum(shaded(page, "masked")) == pytest.approx(1, abs=1e-3)
    assert sum(shaded(page, "bayes")) == pytest.approx(1, abs=1e-3)
    expect(board(page).locator('[data-panel="averages"] svg').first).to_be_visible(timeout=PATIENCE)
    assert not page.errors


BOXES = "nodes => nodes.map((node) => node.getBoundingClientRect().toJSON())"


def test_narrow_bars_have_numbers_that_can_be_read(visit):
    """The tallest bar has its number; no number lies over another one or over another bar."""
    page = visit("melodies", 1)
    board(page).locator(".panel.stage .point").nth(7).focus()
    page.keyboard.press("ArrowUp")
    expect(dot(page, 1)).to_have_class(DONE, timeout=PATIENCE)
    row = board(page).locator('[data-panel="column"] .bars:visible').first
    expect(row.locator(".bar")).to_have_count(24)
    settled(page)
    bars, all_numbers = (row.locator(name).evaluate_all(BOXES) for name in (".bar", ".bar-number"))
    numbers = [(i, box) for i, box in enumerate(all_numbers) if box["width"]]
    tallest = max(range(24), key=lambda i: bars[i]["height"])
    assert tallest in dict(numbers) and len(numbers) >= 4
    boxes = [(i, box) for i, box in enumerate(bars)] + numbers
    assert not [(i, j) for i, a in numbers for j, b in boxes if i != j and meet(a, b)]


def meet(a: dict, b: dict) -> bool:
    """Whether two boxes have more than a rounded pixel in common."""
    return all(
        a[at] + a[size] > b[at] + 1 and b[at] + b[size] > a[at] + 1 for at, size in (("x", "width"), ("y", "height"))
    )
