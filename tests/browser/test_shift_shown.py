"""What a shift of all inputs shows: points and prediction move together, return to be compared, and leave rings behind.
Every shift that a step needs is within reach of the handle on the stage."""

import re

import pytest
from playwright.sync_api import expect

from pages.plane.story import SEVEN
from tests.board import PATIENCE, await_frames, board, role
from tests.looks import settled
from tests.steps import open_story, step_faults, story

PHONE = {"width": 390, "height": 664}
MARGINS = 66  # px of the stage that are not its frame, across

# What is drawn of a shift, frame by frame: where the points that move and the shifted prediction are, in pixels beside
# their places, the ink of these points and of the drawing's, and whether the drawing is named.
RECORD = """root => {
  const plot = root.querySelector(".panel.stage .plot");
  const style = (name) => plot.querySelector(name) && getComputedStyle(plot.querySelector(name));
  const at = (drawn) => drawn && new DOMMatrix(drawn.transform).m41;
  const seen = (window.seen = []);
  const look = () => {
    const [points, curve] = [".moving", "path[data-role=shifted-prediction-mean]"].map(style);
    const inks = [".moving circle", ".point .dot"].map((name) => style(name)?.fill);
    const named = style(".as-drawn").visibility === "visible";
    seen.push({ points: points.visibility === "visible" ? at(points) : null, curve: at(curve), inks, named });
    requestAnimationFrame(look);
  };
  look();
}"""


# The parts of the shift's handle that a button lies over.
COVERED = """root => {
  const box = (node) => node.getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
  const buttons = [...root.querySelectorAll(".left button")].filter((node) => node.checkVisibility()).map(box);
  const parts = [...root.querySelectorAll(".panel.stage .shift > *")];
  return parts.filter((part) => buttons.some((button) => !apart(box(part), button))).map((part) => part.classList[0]);
}"""


def pixels(page, tau):
    """So many the shift is on the stage, six units of x wide."""
    wide = board(page).locator(".panel.stage .plot").evaluate("node => node.viewBox.baseVal.width")
    return tau * (wide - MARGINS) / 6


def at_rest(page):
    expect(board(page).locator(".panel.stage .plot")).not_to_have_class(
        re.compile(r"\b(shifting|returning)\b"), timeout=PATIENCE
    )


def take_hold(page, handle):
    """Of the grip, by the mouse; returns where."""
    box = handle.locator(".shift-grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def test_points_and_prediction_follow_the_hand_together(visit):
    page = visit("equivariance", 3)
    stage = board(page).locator(".panel.stage")
    dot = stage.locator(".point .dot").first
    ink = dot.evaluate("node => getComputedStyle(node).fill")
    board(page).evaluate(RECORD)
    x, y = take_hold(page, stage.locator("[data-shift=tau]"))
    page.mouse.move(x + 30, y, steps=3)
    expect(role(page, "shifted-prediction-mean").first).to_be_attached(timeout=PATIENCE)
    page.mouse.move(x + 90, y, steps=6)
    # Both move back soon after the hand has come to rest: how they were shown is read from the frames.
    reach = pytest.approx(90, abs=3)
    there = []

    def as_far_as_the_hand():
        there[:] = [frame for frame in page.evaluate("window.seen") if frame["points"] == reach]
        return there

    await_frames(page, as_far_as_the_hand, "points as far as the hand")
    assert all(frame["curve"] == frame["points"] for frame in there), "both as far as the hand"
    away = [frame for frame in there if frame["named"]]
    assert away and all(frame["inks"][0] == ink != frame["inks"][1] for frame in away), "solid points, faint drawing"
    page.mouse.up()
    at_rest(page)
    expect(stage.locator(".moving")).to_have_css("visibility", "hidden")
    expect(dot).to_have_css("fill", ink)
    rings = stage.locator(".moved-copies")
    expect(rings).to_have_css("opacity", "1")
    expect(stage.get_by_text("shifted points")).to_have_css("opacity", "1")
    expect(stage.locator(".legend")).to_contain_text("moved back")
    assert step_faults(page) == [] and not page.errors


def test_a_shift_that_a_word_sets_travels_and_returns(visit):
    page = visit.at("?step=6")
    word = story(page).locator('.word[data-verb="set"]')
    word.click()
    expect(story(page).locator(".story-verdict")).to_contain_text("Guess first.")
    assert not float(board(page).locator("[data-shift=tau]").get_attribute("aria-valuenow"))
    for row, column in ((0, 1), (1, 0)):
        story(page).locator(".sort-row").nth(row).locator(".sort-bin").nth(column).click()
    story(page).locator(".guess-sort .guess-commit").click()
    board(page).evaluate(RECORD)
    word.click()
    at_rest(page)
    expect(story(page).locator(".story-verdict")).to_contain_text("All x +1.00", timeout=PATIENCE)
    at_rest(page)
    await_frames(page, lambda: page.evaluate("window.seen.at(-1).curve") == 0, "compared at the original inputs")
    seen, far = page.evaluate("window.seen"), pixels(page, 1.0)
    both = [(frame["points"], frame["curve"]) for frame in seen if None not in (frame["points"], frame["curve"])]
    points = [frame["points"] for frame in seen if frame["points"] is not None]
    assert max(points) == pytest.approx(far, abs=3)
    assert len([a for a in points if 0.05 * far < a < 0.95 * far]) >= 4, "it travels, it does not jump"
    assert both and all(a == pytest.approx(b, abs=0.1) for a, b in both), "points and prediction move as one"
    assert not page.errors


def test_where_motion_is_not_wanted_rings_alone_show_the_shift(page, boards):
    page.emulate_media(reduced_motion="reduce")
    open_story(page, f"{boards}/equivariance?step=3", 3)
    board(page).evaluate(RECORD)
    handle = board(page).locator("[data-shift=tau]")
    handle.focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    expect(role(page, "shifted-prediction-mean").first).to_be_attached(timeout=PATIENCE)
    expect(board(page).get_by_text("shifted points")).to_have_css("opacity", "1")
    at_rest(page)
    assert all(frame["points"] is None and frame["curve"] in (None, 0) for frame in page.evaluate("window.seen"))


def test_the_handle_on_the_stage_reaches_the_shifts_beyond_the_training(visit):
    """On a phone, where the buttons are near."""
    page = visit.at("equivariance?step=5", PHONE)
    story(page).locator('[data-option="1"]').click()
    stage = board(page).locator(".panel.stage")
    handle, status = stage.locator("[data-shift=tau]"), story(page).get_by_role("status")
    expect(role(page, "shifted-prediction-mean").first).to_be_attached(timeout=PATIENCE)
    settled(page)
    frame = stage.locator("rect.frame").bounding_box()
    x, y = take_hold(page, handle)
    page.mouse.move((x + frame["x"]) / 2, y, steps=5)
    page.mouse.move(frame["x"] + 15, y, steps=5)  # inside the frame: beside it there may be no screen
    assert float(handle.get_attribute("aria-valuenow")) == -6
    page.mouse.up()
    expect(status).to_have_text(re.compile("^✓"), timeout=PATIENCE)
    settled(page)
    frame, grip = (stage.locator(name).bounding_box() for name in ("rect.frame", ".shift-grip"))
    assert frame["x"] - 1 <= grip["x"] <= frame["x"] + 3, "it stays in the frame"
    x, y = take_hold(page, handle)
    page.mouse.move(frame["x"] + 80, y, steps=6)
    page.mouse.move(frame["x"] + frame["width"] / 2, y, steps=6)
    assert abs(float(handle.get_attribute("aria-valuenow"))) < 0.3, "and comes back by the same way"
    assert board(page).evaluate(COVERED) == []
    page.mouse.move(frame["x"] + frame["width"] - 15, y, steps=6)
    assert float(handle.get_attribute("aria-valuenow")) == 6
    assert board(page).evaluate(COVERED) == []
    page.mouse.move(frame["x"] + frame["width"] / 2, y, steps=6)
    page.mouse.up()
    expect(status).to_contain_text("As it was earlier", timeout=PATIENCE)  # it speaks of the other shift
    assert step_faults(page) == [] and not page.errors


def test_stations_of_a_map_move_along_both_inputs(visit):
    """The rings lie where the shifted stations do, not only along the axis that has a handle."""
    page = visit("plane", 3)
    frame = board(page).locator(".panel.stage .moved-copies")
    at_rest(page)
    right, down = frame.evaluate("node => node.getAttribute('transform').match(/[-.0-9]+/g).map(Number)")
    assert right > 0 and down / right == pytest.approx(2.03 / 0.3 * units(page), rel=0.02)


def units(page):
    """Pixels along x2 of those along x that a length has."""
    dots = board(page).locator(".panel.stage .point .dot")
    places = [dots.nth(i).evaluate("n => [+n.getAttribute('cx'), +n.getAttribute('cy')]") for i in range(2)]
    stations = SEVEN[:2]
    along = [(places[1][k] - places[0][k]) / (stations[1][k] - stations[0][k]) for k in range(2)]
    return abs(along[1] / along[0])


ON_POINTS = """(root) => {
  const box = (node) => node.getBoundingClientRect();
  const apart = (a, b) => a.right <= b.left || a.left >= b.right || a.bottom <= b.top || a.top >= b.bottom;
  const dots = [...root.querySelectorAll(".panel.stage :is(.copy, [data-role=context])")].map(box);
  const names = [...root.querySelectorAll(".panel.stage .shift-label")];
  return names.filter((name) => dots.some((dot) => !apart(box(name), dot))).map((name) => name.textContent);
}"""


def test_the_names_of_shifted_points_lie_on_none_of_them(visit):
    page = visit.at("equivariance?v=1&p=-1.1,0;-1,0.3;0.9,0.3;1,0&step=3")
    board(page).locator("[data-shift=tau]").first.focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    at_rest(page)
    expect(board(page).get_by_text("shifted points")).to_have_css("opacity", "1")
    assert board(page).evaluate(ON_POINTS) == [] and not page.errors
