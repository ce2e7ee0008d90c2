"""The zoo under the hand: the wipe, tables, the race, and a link to all of it."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from pages.zoo.story import STORY
from tests.board import PATIENCE, board, click, middle, open_board, positions, role
from tests.editing import drag
from tests.looks import settled
from tests.steps import open_story, step_faults, story

POINTS = "v=1&p=-1.5,0.4;-0.5,-0.6;0.5,0.9"


def stage(page):
    return board(page).locator('[data-panel="stage"]')


def span(locator):
    """From where to where a path is drawn, in pixels across."""
    xs = [float(x) for x in re.findall(r"[ML]\s*(-?[\d.]+)", locator.get_attribute("d"))]
    return min(xs), max(xs)


def test_a_pair_is_wiped_and_a_link_shows_the_same(page, boards):
    address = f"{boards}/zoo?{POINTS}&zoo_against=TETNP"
    open_board(page, address)
    expect(stage(page).locator("h2")).to_have_text("Predicted y over x: TNP-D (left), TETNP (right)", timeout=PATIENCE)
    left, right = (stage(page).locator(f'[data-role="mean"][data-model="{name}"]') for name in ("tnpd", "tetnp"))
    expect(right).to_have_count(1)
    settled(page)
    assert abs(span(left)[1] - span(right)[0]) < 0.2

    handle = board(page).locator('[data-handle="wipe"]')
    handle.evaluate("node => node.scrollIntoView({block: 'center'})")
    number = stage(page).locator("text.tick", has_text=re.compile("^0$")).first.bounding_box()
    grip = handle.locator(".handle-grip").bounding_box()
    assert abs(grip["x"] + grip["width"] / 2 - number["x"] - number["width"] / 2) < 3  # one above the other
    assert grip["y"] + grip["height"] < number["y"] + 3
    before, (x, y) = span(left)[1], middle(handle.locator(".handle-grip"))
    drag(page, (x, y), (x - 80, y), steps=2)
    expect(handle).to_have_attribute("aria-valuenow", re.compile(r"^-0\.\d"))
    wipe = float(handle.get_attribute("aria-valuenow"))
    expect(board(page).locator('[data-role="caption"]')).to_contain_text(f"x = \u2212{abs(wipe):.2f}", timeout=PATIENCE)
    assert abs(before - span(left)[1] - 80) < 2 and abs(span(left)[1] - span(right)[0]) < 0.2

    ends = span(left)
    open_board(page, f"{address}&c=wipe:{wipe}")
    expect(handle).to_have_attribute("aria-valuenow", f"{wipe}", timeout=PATIENCE)
    assert span(left) == pytest.approx(ends, abs=0.2)
    assert page.errors == []


def test_without_points_the_weights_of_a_model_without_null_token_have_no_cell(visit):
    page = visit.at("zoo?v=1&p=")
    weights = board(page).locator('[data-panel="weights-right"] svg[role="application"]')
    expect(weights).to_be_attached(timeout=PATIENCE)
    settled(page)
    weights.focus()
    page.keyboard.press("ArrowRight")
    assert page.errors == []


GUESSES = {2: [0], 3: [1], 4: [(0, 3), (1, 0), (2, 3)]}
WIDE = {"width": 1280, "height": 720}
LOW = {"width": 390, "height": 664}


def test_with_its_verdict_and_its_picture_a_step_still_fits(visit):
    """The longest verdicts are those on wrong guesses; the legend of the race comes after its curves."""
    found = []
    for step in GUESSES:
        page = visit("zoo", step, WIDE)
        shown = board(page).locator(f'[data-panel="{STORY.steps[step - 1].panels[0]}"]')
        if STORY.steps[step - 1].title != "Three briefs":
            expect(shown).to_have_count(0)
        commit(page, GUESSES[step])
        expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
        expect(shown).to_be_visible(timeout=PATIENCE)
        for size in (LOW, WIDE):
            page.set_viewport_size(size)
            settled(page)
            # A guess that is judged is no target any more.
            faults = [fault for fault in step_faults(page) if not fault.startswith("a target of")]
            found += [f"step {step} at {size['width']} x {size['height']}: {fault}" for fault in faults]
    assert not found + page.errors, "\n".join(found + page.errors)


def commit(page, guesses):
    """An option, or the bin of each item."""
    for guess in guesses:
        sorts = isinstance(guess, tuple)
        where = '[data-item="{}"][data-bin="{}"]'.format(*guess) if sorts else f'[data-option="{guess}"]'
        story(page).locator(where).click()
    if sorts:
        story(page).locator(".guess-sort .guess-commit").click()


def test_the_heads_of_the_properties_stand_apart(visit):
    page = visit("zoo", 4)
    heads = board(page).locator("[data-panel=tests] .table-head")
    expect(heads).to_have_count(5, timeout=PATIENCE)
    boxes = [head.bounding_box() for head in heads.all()]
    assert all(right["x"] - left["x"] - left["width"] > 8 for left, right in pairwise(boxes))


def test_a_table_of_long_names_fits_a_phone(visit):
    page = visit.at(f"zoo?{POINTS}&zoo_family=Input encodings&zoo_compare=properties", {"width": 390, "height": 844})
    table = board(page).locator("[data-panel=tests]")
    rows = table.locator("[data-row]")
    expect(rows).to_have_count(16, timeout=PATIENCE)
    expect(table.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"shift by 2.03 . .*, coherent .*, work n, ")
    )
    for texts in (rows.nth(0), rows.nth(7)):  # the heads, and the longest name
        boxes = [text.bounding_box() for text in texts.locator("text").all()]
        assert all(right["x"] > left["x"] + left["width"] for left, right in pairwise(boxes))
        assert boxes[-1]["x"] + boxes[-1]["width"] <= 390
    assert page.errors == []


def test_a_warning_leaves_the_stage_its_size(visit):
    """The next drag of a point must hit it."""
    page = visit("zoo", 5)
    settled(page)
    plot, before = stage(page).locator("svg.plot"), positions(page)
    size = plot.bounding_box()
    click(page, 0.95, 0.5)
    expect(role(page, "training-warning")).to_contain_text("1 point lies outside")
    settled(page)
    assert plot.bounding_box() == size and len(positions(page)) == len(before) + 1
    expect(story(page)).to_contain_text("Only points with x from")
    assert page.errors == []


@pytest.mark.parametrize("live", ["", "&live=off"], ids=["socket", "reruns"])
def test_the_race_comes_in_model_by_model_and_its_verdict_last(new_page, boards, live):
    """One run for both ways; without a socket the page looks again every second. The scale is of powers of ten."""
    page = new_page(viewport=WIDE)
    open_story(page, f"{boards}/zoo?step=3{live}", step=3)
    story(page).locator('[data-option="2"]').click()
    lines = board(page).locator('[data-panel="race"] path[data-role="line"]')
    expect(lines).to_have_count(6, timeout=PATIENCE)
    ticks = board(page).locator('[data-panel="race"] text.tick[text-anchor="end"]')
    read = "nodes => nodes.map((node) => [+node.textContent, +node.getAttribute('y')])"
    tens = ticks.evaluate_all(read)  # at once: the scale grows while models come in
    assert len(tens) > 2
    for (value, y), (more, above) in pairwise(tens):
        assert more == pytest.approx(10 * value) and y - above == pytest.approx(tens[0][1] - tens[1][1], abs=0.2)
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    expect(story(page).get_by_role("status")).to_contain_text("200 → 800 points, in ms")
    assert page.errors == []
