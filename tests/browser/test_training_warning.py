"""Points unlike those that the models were trained on: the board says so, in the units of the data."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.bare import update
from tests.board import board, middle, role, spot, surface
from tests.editing import button, open_points
from tests.looks import resized

FIFTY = ";".join(f"{-1.9 + 0.07 * i:.2f},0.5" for i in range(50))


def overlap(a, b):
    return all(a[at] < b[at] + b[size] and b[at] < a[at] + a[size] for at, size in (("x", "width"), ("y", "height")))


def test_a_drawing_unlike_the_training_tasks_is_named_at_once(page, boards):
    open_points(page, boards, p=FIFTY)
    warning = role(page, "training-warning")
    expect(warning).to_be_hidden()
    page.mouse.click(*spot(page, 0.5, 0.8))
    expect(warning).to_have_text("51 points: the models were trained with at most 50.")
    button(page, "undo").click()
    expect(warning).to_be_hidden()
    button(page, "clear").click()
    page.mouse.click(*spot(page, 0.95, 0.5))
    expect(warning).to_have_text("1 point lies outside the training range (x from \u22122.00 to 2.00).")
    assert not page.errors


def test_real_and_pasted_data_are_named_in_their_units(visit):
    page = visit.at("?v=1&d=nile")
    warning = role(page, "training-warning")
    expect(warning).to_have_text("100 points: the models were trained with at most 50.")
    button(page, "zoom-out").click()
    page.mouse.click(*spot(page, 0.9, 0.5))
    expect(warning).to_contain_text("1 point lies outside the training range (year from 1871.0 to 1970.0).")
    update(page, hand="pasted", points=[[i / 10, i % 2] for i in range(-26, 27)], units=None)
    expect(role(page, "context")).to_have_count(53)
    expect(warning).to_contain_text("53 points: the models were trained with at most 50. 12 points lie outside")
    expect(board(page).locator(".message.fault")).to_have_count(0)
    assert not page.errors


def test_points_far_up_are_in_view_and_the_axis_says_how_far(page, boards):
    open_points(page, boards, p="0,5;1,-1")
    box = surface(page).bounding_box()
    middles = [middle(circle) for circle in role(page, "context").all()]
    assert len(middles) == 2
    assert all(box["y"] + 20 < y < box["y"] + box["height"] - 20 for _, y in middles)
    ticks = board(page).locator(".tick").all_text_contents()
    assert "4" in ticks and "\u22122" in ticks
    page.mouse.click(*middles[0], button="right")
    expect(role(page, "context")).to_have_count(1)
    expect(board(page).locator(".tick", has_text=re.compile(r"^4$"))).to_have_count(0)
    assert not page.errors


BOXES = """nodes => nodes.filter((node) => node.checkVisibility()).map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return { x, y, width, height };
})"""


def test_in_a_story_it_lies_over_no_point_and_no_button(visit):
    page = visit.at("fit?step=1")
    warning = role(page, "training-warning")
    expect(warning).to_have_text("100 points: the models were trained with at most 50.")
    for width, height in ((1280, 720), (390, 844), (390, 664)):
        resized(page, {"width": width, "height": height})
        own = warning.bounding_box()
        boxes = board(page).locator(".stage :is([data-role=context], .tools button)").evaluate_all(BOXES)
        assert len(boxes) > 100 and not [box for box in boxes if overlap(own, box)]
        assert own["height"] < 24 and 0 <= own["x"] <= width - own["width"]  # one line, in the window
    assert not page.errors
