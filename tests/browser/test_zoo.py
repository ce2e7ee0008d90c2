"""The zoo under the hand: a point, another model, the wipe, tables, and a link to all of it."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from pages.zoo.story import STORY
from tests.board import PATIENCE, board, click, open_board, positions, role
from tests.looks import settled
from tests.steps import open_story, step_faults, story

POINTS = "v=1&p=-1.5,0.4;-0.5,-0.6;0.5,0.9"


def choose(page, label, option):
    """One entry of a list that opens."""
    page.get_by_role("combobox", name=re.compile(label)).click()
    page.get_by_role("option", name=option, exact=True).click()


def stage(page):
    return board(page).locator('[data-panel="stage"]')


def span(locator):
    """From where to where a path is drawn, in pixels across."""
    xs = [float(x) for x in re.findall(r"[ML]\s*(-?[\d.]+)", locator.get_attribute("d"))]
    return min(xs), max(xs)


def test_a_pair_is_wiped_and_shared(page, server):
    open_board(page, f"{server}/zoo?{POINTS}")
    expect(stage(page).locator("h2")).to_have_text("Predicted y over x: TNP-D (left), CNP (right)")
    click(page, 0.8, 0.3)
    expect(role(page, "context")).to_have_count(4)

    choose(page, "Right", "TETNP")
    expect(stage(page).locator("h2")).to_have_text("Predicted y over x: TNP-D (left), TETNP (right)", timeout=PATIENCE)
    left, right = (stage(page).locator(f'[data-role="mean"][data-model="{name}"]') for name in ("tnpd", "tetnp"))
    expect(right).to_have_count(1)
    assert abs(span(left)[1] - span(right)[0]) < 0.2

    handle = board(page).locator('[data-handle="wipe"]')
    handle.evaluate("node => node.scrollIntoView({block: 'center'})")
    number = stage(page).locator("text.tick", has_text=re.compile("^0$")).first.bounding_box()
    grip = handle.locator(".handle-grip").bounding_box()
    assert abs(grip["x"] + grip["width"] / 2 - number["x"] - number["width"] / 2) < 3  # one above the other
    assert grip["y"] + grip["height"] < number["y"] + 3
    box, before = handle.locator(".handle-grip").bounding_box(), span(left)[1]
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y, steps=4)
    page.mouse.move(x - 80, y, steps=4)
    page.mouse.up()
    expect(handle).to_have_attribute("aria-valuenow", re.compile(r"^-0\.\d"))
    wipe = float(handle.get_attribute("aria-valuenow"))
    expect(board(page).locator('[data-role="caption"]')).to_contain_text(f"x = \u2212{abs(wipe):.2f}", timeout=PATIENCE)
    assert abs(before - span(left)[1] - 80) < 2 and abs(span(left)[1] - span(right)[0]) < 0.2

    assert_the_link_shows_the_same(page)
    assert page.errors == []


def assert_the_link_shows_the_same(page):
    """Opened in the same window, it brings points, pair and wipe."""
    points, heading = positions(page), stage(page).locator("h2").inner_text()
    wipe = board(page).locator('[data-handle="wipe"]').get_attribute("aria-valuenow")
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first
    expect(link).to_contain_text(re.compile("wipe:-0"), timeout=PATIENCE)
    open_board(page, link.inner_text())
    expect(stage(page).locator("h2")).to_have_text(heading)
    expect(board(page).locator('[data-handle="wipe"]')).to_have_attribute("aria-valuenow", wipe, timeout=PATIENCE)
    assert positions(page) == points


def test_a_family_is_compared_by_scores_cost_and_properties(page, server):
    """Each table or race replaces the one before; the rows are those of the family."""
    open_board(page, f"{server}/zoo?{POINTS}&zoo_family=Convolution")
    shown = board(page).locator("[data-panel=scores], [data-panel=race], [data-panel=tests]")
    expect(shown).to_have_count(0)
    for choice, panel, rows in (("scores", "scores", 4), ("cost", "race", 0), ("properties", "tests", 4)):
        page.get_by_text(choice, exact=True).click()
        expect(shown).to_have_count(1, timeout=PATIENCE)
        expect(shown).to_have_attribute("data-panel", panel, timeout=PATIENCE)
        expect(shown.locator("[data-row]:not([data-row=''])")).to_have_count(rows)
    expect(shown.get_by_role("img")).to_have_attribute(
        "aria-label", re.compile(r"ConvGNP: shift by 2.03 ✓ .*, coherent .*, work n, ")
    )
    assert page.errors == []


GUESSES = {2: [0], 3: [1], 4: [(0, 3), (1, 0), (2, 3)]}
WIDE = {"width": 1280, "height": 720}
SIZES = tuple({"width": 390, "height": height} for height in (844, 664))


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
        for size in (*SIZES, WIDE):
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


def test_what_the_models_were_trained_on_changes_the_whole_page(page, server):
    """Stage, lists, scoreboard and address follow; what only smooth models offer comes back with them."""
    open_board(page, f"{server}/zoo?zoo_model=NP&zoo_family=Latent")
    heading, small = stage(page).locator("h2"), board(page).locator(".multiples-grid [data-panel]")
    expect(heading).to_have_text("Predicted y over x: NP (left), CNP (right)")
    priors = page.get_by_test_id("stButtonGroup").filter(has=page.get_by_text("sawteeth", exact=True))
    expect(priors).to_have_count(3)

    priors.first.get_by_text("sawteeth", exact=True).click()
    expect(heading).to_have_text("Predicted y over x: TNP-D (left), CNP (right) for sawteeth", timeout=PATIENCE)
    expect(page.get_by_text("NP cannot be chosen here; TNP-D stands in its place.")).to_be_visible()
    for group in priors.all():
        expect(group.locator("[aria-checked=true]")).to_have_text("sawteeth")
    expect(page).to_have_url(re.compile(r"/zoo\?.*prior=sawteeth$"))
    expect(small).to_have_count(5, timeout=PATIENCE)

    priors.first.get_by_text("smooth curves", exact=True).click()
    expect(heading).to_have_text("Predicted y over x: NP (left), CNP (right)", timeout=PATIENCE)
    expect(page.get_by_text("cannot be chosen here")).to_have_count(0)
    choose(page, "Small panels", "Tour")
    expect(small).to_have_count(11, timeout=PATIENCE)
    expect(small.last).to_have_attribute("data-panel", "bayes")
    assert page.errors == []


def test_the_heads_of_the_properties_stand_apart(visit):
    page = visit("zoo", 4)
    heads = board(page).locator("[data-panel=tests] .table-head")
    expect(heads).to_have_count(5, timeout=PATIENCE)
    boxes = [head.bounding_box() for head in heads.all()]
    assert all(right["x"] - left["x"] - left["width"] > 8 for left, right in pairwise(boxes))


def test_a_table_of_long_names_fits_a_phone(page, boards):
    page.set_viewport_size({"width": 390, "height": 844})
    open_board(page, f"{boards}/zoo?{POINTS}&zoo_family=Input encodings&zoo_compare=properties")
    rows = board(page).locator("[data-panel=tests] [data-row]")
    expect(rows).to_have_count(16, timeout=PATIENCE)
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
    tens = [(float(tick.text_content()), float(tick.get_attribute("y"))) for tick in ticks.all()]
    assert len(tens) > 2
    for (value, y), (more, above) in pairwise(tens):
        assert more == pytest.approx(10 * value) and y - above == pytest.approx(tens[0][1] - tens[1][1], abs=0.2)
    expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
    expect(story(page).get_by_role("status")).to_contain_text("200 → 800 points, in ms")
    assert page.errors == []
