"""Translation equivariance under the hand: a shift changes TNP-D's prediction and not TETNP's."""

import re

import pytest
from playwright.sync_api import expect

from pages.equivariance.tokens import COLUMNS
from tests.board import PATIENCE, await_frames, board, role
from tests.looks import settled
from tests.steps import button, expect_step, open_story, step_faults, story

POINTS = "v=1&p=-1.5,0.4;-0.5,-0.6;0.5,0.9;1.5,-0.2"


def reading(page, id):
    return board(page).locator(f'[data-reading="shift-{id}"]')


def drag(page, handle, across):
    """Takes hold of the middle of `handle` and pulls it sideways by so many pixels."""
    handle.evaluate("node => node.scrollIntoView({block: 'center'})")  # not under the bar at the top
    box = handle.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across / 2, y, steps=4)
    page.mouse.move(x + across, y, steps=4)
    page.mouse.up()


def test_dragging_tau_changes_tnpd_and_not_tetnp(visit):
    page = visit.at(f"equivariance?{POINTS}&c=tau:0")
    expect(role(page, "shifted-prediction-mean")).to_have_count(0)
    slider = board(page).locator('[data-control="tau"]')
    expect(slider).to_have_value("0")
    width = slider.bounding_box()["width"]

    drag(page, slider, width / 4)
    expect(reading(page, "tnpd")).to_have_attribute("data-tone", "bad", timeout=PATIENCE)
    expect(reading(page, "tetnp")).to_have_attribute("data-tone", "good")
    expect(role(page, "shifted-prediction-mean")).to_have_count(5)
    tau = float(slider.input_value())
    assert 2 < tau < 4
    expect(role(page, "equation")).to_contain_text(f"E(+{tau:.2f})", timeout=PATIENCE)
    assert float(reading(page, "tnpd").get_attribute("data-value")) > 0.05
    assert float(reading(page, "tetnp").get_attribute("data-value")) < 1e-3

    handle = board(page).locator('[data-handle="tau"]')
    drag(page, handle.locator(".handle-grip"), -40)
    expect(slider).not_to_have_value(f"{tau:g}")
    assert abs(float(handle.get_attribute("aria-valuenow")) - float(slider.input_value())) < 0.01
    assert page.errors == []


def test_before_the_guess_nothing_on_screen_speaks_of_a_shift(visit):
    """What the first step asks about shows with the verdict."""
    page = visit("equivariance", 1)
    legend = board(page).locator(".legend").first
    expect(board(page).locator(".panel.stage h2")).to_have_text("TNP-D")
    assert "shifted" not in legend.inner_text()
    for item in range(4):
        story(page).locator(f'[data-item="{item}"][data-bin="0"]').click()
    story(page).locator(".guess-sort .guess-commit").click()
    expect(legend).to_contain_text("shifted prediction, moved back", use_inner_text=True, timeout=PATIENCE)


# Notes how far a curve stands from where it is drawn: now, and at most since; in every frame, for a look from here may
# come after the curve has returned.
_WATCH = """curve => {
  window.sideways = { most: 0 };
  const look = () => {
    sideways.now = new DOMMatrix(getComputedStyle(curve).transform).m41;
    sideways.most = Math.max(sideways.most, sideways.now);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("reduced", [False, True])
def test_the_shifted_prediction_moves_with_the_points_and_returns(visit, reduced):
    """Where motion is not wanted it is compared at once."""
    page = visit.at(f"equivariance?{POINTS}&c=tau:0")
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    handle = board(page).locator("[data-shift=tau]")
    handle.focus()
    for _ in range(5):
        page.keyboard.press("Shift+ArrowRight")
    expect(role(page, "shifted-prediction-mean")).to_have_count(5, timeout=PATIENCE)
    board(page).locator('.panel.stage path[data-role="shifted-prediction-mean"]').evaluate(_WATCH)
    page.keyboard.press("Shift+ArrowRight")
    tau, plot = float(handle.get_attribute("aria-valuenow")), board(page).locator(".panel.stage .plot")
    pixels = tau * plot.evaluate("node => (node.viewBox.baseVal.width - 66) / 6")  # its margins, and six units of x
    if not reduced:
        await_frames(page, lambda: page.evaluate("sideways.most") > 0, "the shifted prediction beside its place")
    expect(plot).not_to_have_class(re.compile(r"\bshifting\b"), timeout=PATIENCE)
    plot.evaluate("node => Promise.all(node.getAnimations({subtree: true}).map((one) => one.finished))")
    most, now = page.evaluate("new Promise(requestAnimationFrame).then(() => [sideways.most, sideways.now])")
    assert most == (0 if reduced else pytest.approx(pixels, abs=3)) and now == 0


def test_the_shifts_of_the_exercises_are_found_by_the_handle_of_the_small_picture(visit):
    """A cell of the grid is 3 pixels wide on a phone's stage, and 90 in the picture."""
    page = visit("equivariance", 4, {"width": 390, "height": 664})
    for step, panel, across, tries in ((4, "grid", 0.1875, (0.0625, 0.02)), (5, "sweep", 12, (4.6, -5.6))):
        expect_step(page, step)
        story(page).locator('[data-option="1"]').click()
        board(page).locator('.story-tabs [data-picture="pictures"]').click()
        picture = board(page).locator(f'[data-panel="{panel}"]')
        handle, status = picture.locator('[data-handle="tau"]'), story(page).get_by_role("status")
        for tau, done in zip(tries, (False, True), strict=True):
            expect(picture.locator("path[data-role=line]").first).to_be_visible(timeout=PATIENCE)
            wide = picture.locator(".plot").evaluate("node => node.viewBox.baseVal.width - 66")
            now = float(handle.get_attribute("aria-valuenow"))
            drag(page, handle.locator(".handle-grip"), (tau - now) * wide / across)
            text = re.compile("^✓" if done else r"^τ = .*(another shift|further)")
            expect(status).to_have_text(text, timeout=PATIENCE)
            assert step_faults(page) == []
        button(page, "next").click()
    assert page.errors == []


# Keeps with every canvas what was written on it since it was wiped.
_WRITTEN = """(() => {
  const ink = CanvasRenderingContext2D.prototype, { clearRect, fillText } = ink;
  ink.clearRect = function (...box) { this.canvas.texts = []; return clearRect.apply(this, box); };
  ink.fillText = function (...text) { this.canvas.texts.push(text[0]); return fillText.apply(this, text); };
})()"""


def test_before_an_audience_numbers_stand_in_the_cells_of_a_token(new_page, boards):
    page = new_page(viewport={"width": 1280, "height": 720})
    page.add_init_script(_WRITTEN)
    open_story(page, f"{boards}/equivariance?present=1&step=2", 2)
    settled(page)
    written = board(page).locator('[data-panel="tokens"] canvas').evaluate("node => node.texts")
    assert len(written) == 2 * sum(map(len, COLUMNS.values()))
    assert not page.errors
