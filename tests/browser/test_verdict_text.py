"""A verdict in words: whose mark it bears, and what becomes of its numbers; in a browser without any page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from pages.shared.board.bundle import sources
from tests.board import PATIENCE, role
from tests.steps import open_story, story

SHOW = """async ([source, verdict]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { VerdictText } = (await import(url)).default;
  const root = document.createElement("div");
  const shown = new VerdictText(root);
  return ["show", "age", "show"].map((way) => {
    shown[way](verdict, {});
    return shown.root.textContent.trim();
  });
}"""


@pytest.fixture(scope="module")
def say(chromium):
    """The text of a verdict: as it is shown, while what it speaks of is dragged, and once it is judged again."""
    page = chromium.new_page()
    yield lambda **verdict: page.evaluate(SHOW, [sources("story/verdict"), verdict])
    page.close()


def test_the_right_answer_after_a_wrong_guess_is_not_what_is_marked_as_wrong(say):
    answer = "Nothing at all, because no token may attend to B."
    assert say(done=True, right=False, text=answer)[0] == f"Not as you guessed\u2717 {answer}"
    assert say(done=True, right=True, text=answer)[0] == f"\u2713 {answer}"
    assert say(done=True, right=None, text=answer)[0] == f"\u2713 {answer}"


def test_the_numbers_of_a_verdict_that_ends_no_step_are_dashes_while_the_drawing_changes(say):
    text = "Shifted by \u22121.36, TNP-D lies 1.580 sd from 1,200. Shift by 1 or more."
    shown, aged, again = say(done=False, text=text)
    assert shown == again == text
    assert aged == "Shifted by \u2013, TNP-D lies \u2013 sd from \u2013. Shift by \u2013 or more."
    assert say(done=True, right=None, text=text)[1] == f"\u2713 {text}"  # it says of which drawing it is


def test_a_verdict_that_ends_a_step_is_of_an_earlier_drawing_from_the_first_movement_on(new_page, boards):
    page = new_page()
    open_story(page, f"{boards}/learning?step=2", 2)
    status, target = story(page).get_by_role("status"), role(page, "context").nth(6)
    box = target.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 80, steps=4)
    page.mouse.up()
    expect(status).to_have_text(re.compile("^✓ .* has grown by"), timeout=PATIENCE)
    page.mouse.down()
    page.mouse.move(x, y + 110, steps=4)
    expect(status).to_have_text(re.compile("^As it was earlier"), timeout=PATIENCE)
    page.mouse.up()
    expect(status).to_have_text(re.compile("^✓ .* has grown by"), timeout=PATIENCE)
    assert not page.errors
