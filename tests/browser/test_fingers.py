"""A finger on a phone: what it comes down on, what it scrolls, and what of a step it can reach."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.bare import mount
from tests.board import PATIENCE, await_frames, board, middle, positions, role, seq
from tests.editing import Fingers, button, open_points, with_points
from tests.looks import settled
from tests.steps import expect_step, story

PHONE = {"width": 390, "height": 844}
POINTS = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]
QUERY = '[data-handle="query"] .handle-grip'


@pytest.fixture
def phone(visit):
    """Opens an address of the app on a phone."""
    return partial(visit.at, size=PHONE, has_touch=True, is_mobile=True)


def query(page: Page) -> str | None:
    return board(page).locator('[data-handle="query"]').get_attribute("aria-valuenow")


def scrolled(page: Page) -> float:
    """How far the page is scrolled, in pixels."""
    return page.get_by_test_id("stMain").evaluate("node => node.scrollTop")


def stations(place: tuple[float, float], dx: float, dy: float) -> list[list[tuple[float, float]]]:
    """Stations of a finger that goes so far."""
    return [[(place[0] + dx * part, place[1] + dy * part)] for part in (0, 0.3, 0.6, 1)]


@pytest.mark.parametrize("by", [0, 6])
def test_a_touch_of_a_handle_adds_no_point(phone, by):
    page = phone("attention?step=1")
    settled(page)
    before, fingers = positions(page), Fingers(page)
    for node in (QUERY, ".handle-hit"):
        for _ in range(3):
            fingers.go(*stations(middle(board(page).locator(node).first), by, 0))
    settled(page)
    assert positions(page) == before
    assert page.errors == []


def test_a_scroll_that_begins_on_a_handle_or_point_moves_neither(new_page, server):
    page = new_page(has_touch=True, is_mobile=True, viewport=PHONE)
    open_points(page, server, "attention")
    settled(page)
    before = query(page)
    for node in (board(page).locator(QUERY), role(page, "context").nth(1)):
        node.scroll_into_view_if_needed()
        from_here = scrolled(page)
        fingers, (start, *others) = Fingers(page), stations(middle(node), 2, -90)
        fingers.send("touchStart", start)
        for place in others:
            # A browser that gets all moves at once scrolls by the last of them alone.
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            fingers.send("touchMove", place)
        fingers.send("touchEnd", [])
        await_frames(page, lambda here=from_here: scrolled(page) > here + 40, "the page scrolls")
        settled(page)
    assert positions(page) == POINTS and query(page) == before
    assert page.errors == []


def test_a_finger_drags_a_handle_and_a_point_where_the_page_scrolls(phone):
    page = phone(with_points("attention"))
    settled(page)
    before, fingers = seq(page), Fingers(page)
    board(page).locator(QUERY).scroll_into_view_if_needed()
    was, there = query(page), page.evaluate("scrollY")
    fingers.go(*stations(middle(board(page).locator(QUERY)), 60, 4))
    assert query(page) != was
    start = middle(role(page, "context").nth(1))
    fingers.press(start)
    page.wait_for_timeout(250)  # a finger that rests before it moves is about to drag
    fingers.go_on(*stations(start, 3, -40)[1:])
    settled(page)
    assert positions(page)[1][1] > -0.6 and seq(page) > before
    assert page.evaluate("scrollY") == there
    assert page.errors == []


@pytest.mark.parametrize("reported", [True, False])
def test_a_finger_that_drags_a_point_slowly_and_not_far_does_not_remove_it(phone, reported):
    """Also where the browser reports no move of a finger that stays so near."""
    page = phone(with_points("attention"))
    settled(page)
    if not reported:
        page.evaluate("""globalThis.silence = new AbortController();
        const options = { capture: true, signal: silence.signal };
        for (const kind of ["pointermove", "pointerrawupdate"])
          addEventListener(kind, (event) => event.stopImmediatePropagation(), options)""")
    role(page, "context").nth(1).scroll_into_view_if_needed()
    for by in (8, 11):
        before, start = positions(page), middle(role(page, "context").nth(1))
        fingers = Fingers(page)
        fingers.press(start)
        for part in range(1, 9) if reported else ():  # in nearly twice the time of a long press
            page.wait_for_timeout(120)
            fingers.send("touchMove", [(start[0] + by * part / 8, start[1])])
        fingers.go_on([(start[0] + by, start[1])])
        settled(page)
        after = positions(page)
        assert len(after) == 3 and after[1][0] > before[1][0], f"{by} px: {after}"
    page.evaluate("globalThis.silence?.abort()")
    assert page.errors == []


@pytest.mark.parametrize(("lesson", "step", "pictures"), [("latent", 1, 1), ("latent", 3, 2), ("attention", 2, 1)])
def test_what_a_hand_moves_and_what_it_changes_are_on_screen_together(phone, lesson, step, pictures):
    page = phone(f"{lesson}?step={step}")
    settled(page)
    shown = board(page).locator(".panel.stage .plot, .story-pictures .panel .body")
    expect(shown.locator("visible=true")).to_have_count(1 + pictures)
    for box in (one.bounding_box() for one in shown.locator("visible=true").all()):
        assert box["height"] > 120 and box["y"] + box["height"] <= PHONE["height"]
    assert page.errors == []


def test_a_finger_takes_the_target_that_it_means_and_adds_beside_one(new_page, server):
    """A point's circle lies above a target that is 14 px away; only with the tool *Add* a tap there adds a point."""
    page = new_page(has_touch=True, is_mobile=True, viewport=PHONE)
    open_points(page, server, "masks")
    settled(page)
    target = board(page).locator(".target.editable .hollow").first
    target.scroll_into_view_if_needed()
    fingers, (x, y) = Fingers(page), middle(target)
    button(page, "add").tap()
    x, y = middle(target)
    page.touchscreen.tap(x + 14, y)
    button(page, "add").tap()
    settled(page)
    x, y = middle(target)
    before, was = positions(page), target.get_attribute("data-x")
    assert len(before) == 4
    aimed = board(page).locator(".aimed, .point.lit")
    names = lambda: set(aimed.evaluate_all("nodes => nodes.map((node) => node.classList[0])"))  # noqa: E731
    page.mouse.move(x + 5, y)  # a mouse is on both, and the point lies above
    await_frames(page, lambda: names() == {"target"}, "the target")
    page.mouse.move(x + 11, y)
    await_frames(page, lambda: names() == {"point"}, "the point in place of the target")
    page.mouse.move(x, y - 60)
    expect(aimed).to_have_count(0)
    fingers.go(*stations((x + 5, y), 0, 0))
    page.touchscreen.tap(x, y - 20)
    settled(page)
    assert positions(page) == before
    fingers.go(*stations((x + 5, y), -50, 3))
    settled(page)
    assert positions(page) == before and float(target.get_attribute("data-x")) < float(was) - 0.2
    assert page.errors == []


# Hollow points of the lesson, where beside each a finger comes down, and how far it then drags. Every time it is on the
# filled point next to it, too, which lies above.
LOSS = [((-0.15, 1.06), (5, 2), 60)]
BEATEN = [((-0.15, 1.06), (5, 2), 4), ((1.35, -0.19), (3, 10), 24)]


@pytest.mark.parametrize(("step", "drags"), [(2, LOSS), (8, BEATEN)])
def test_a_finger_drags_the_hollow_point_beside_a_filled_one(phone, step, drags):
    page = phone(f"learning?step={step}")
    settled(page)
    before, fingers = positions(page), Fingers(page)
    for point, (dx, dy), down in drags:
        dot = role(page, "context").nth(before.index(point))
        assert "withheld" in dot.locator("xpath=..").get_attribute("class")
        x, y = middle(dot)
        fingers.press((x + dx, y + dy))
        page.wait_for_timeout(250)  # a finger that rests before it moves is about to drag
        fingers.go_on([(x + dx, y + dy + 12)], [(x + dx, y + dy + down)])
    expect(story(page).get_by_role("status").filter(has_text="\u2713")).to_be_visible(timeout=PATIENCE)
    moved = [old for old, new in zip(before, positions(page), strict=True) if old != new]
    assert moved == [point for point, *_ in drags]
    assert page.errors == []


def test_a_finger_that_misses_a_slider_stays_in_its_step(phone):
    """Sideways a little below it, which anywhere else on the card goes a step back."""
    page = phone("decoding?step=6")
    settled(page)
    slider = board(page).locator(".sliders input:visible")
    x, y = middle(slider)
    Fingers(page).go(*stations((x - 80, y + 24), 150, 0))
    expect_step(page, 6)
    low = story(page).bounding_box()
    Fingers(page).go(*stations((x - 80, low["y"] + low["height"] - 20), 150, 0))
    expect_step(page, 5)


def test_a_swipe_across_bars_opens_a_step_once_they_are_committed(phone):
    """Until then a finger drags them, up or down, however far it goes sideways."""
    page = phone("kernels?step=1")
    bar = story(page).locator(".weight-bar").nth(3)
    for step, commits in ((1, False), (2, True)):
        if commits:
            story(page).locator(".guess-commit:visible").tap()
            expect(story(page)).to_have_attribute("data-done", "true", timeout=PATIENCE)
        settled(page)
        bar.scroll_into_view_if_needed()
        Fingers(page).go(*stations(middle(bar), -150, 0))
        settled(page)
        expect_step(page, step)
    assert page.errors == []


@pytest.fixture
def alone(visit, boards):
    """The board on an empty page, for a finger, with points at (0, 0) and (1, 1)."""
    return mount(visit.blank({"width": 390, "height": 664}, has_touch=True), boards)


def test_a_tap_takes_the_point_within_24_pixels_or_adds_one(alone):
    """A browser gives a point also what comes down a finger's width beside it."""
    points, halos = role(alone, "context"), board(alone).locator(".panel.stage .point .halo")
    for turn, (right, down) in enumerate([(0, -14), (14, 14), (0, 20), (-16, 16)]):
        x, y = middle(points.nth(turn % 2))
        alone.touchscreen.tap(x + right, y + down)
        expect(halos.nth(turn % 2)).not_to_have_css("opacity", "0")
        expect(halos.nth(1 - turn % 2)).to_have_css("opacity", "0")
        assert len(positions(alone)) == 2
    for count, (right, down) in enumerate([(0, 26), (26, 0), (-19, -19)], start=3):
        x, y = middle(points.first)
        alone.touchscreen.tap(x + right, y + down)
        expect(points).to_have_count(count)
    assert alone.errors == []


def test_a_finger_reads_what_the_tools_do_and_undo_brings_back_what_they_removed(alone):
    clear, points = button(alone, "clear"), role(alone, "context")
    for selects, title, left in ((True, "Remove the selected points", 1), (False, "Remove all points", 0)):
        if selects:
            board(alone).locator(".panel.stage .point").first.press(" ")
        expect(clear).to_have_attribute("title", title)
        word = clear.evaluate("node => getComputedStyle(node, '::after').content")
        assert (word == '"all"') is not selects
        clear.tap()
        expect(points).to_have_count(left)
        button(alone, "undo").tap()
        expect(points).to_have_count(2)
    button(alone, "help").tap()
    gestures = alone.get_by_role("dialog", name="Keys and links")
    expect(gestures.get_by_text("Long press")).to_be_in_viewport()
    gestures.get_by_text("In the link").scroll_into_view_if_needed()
    expect(gestures.get_by_text("Long press")).not_to_be_in_viewport()
    expect(gestures.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    gestures.get_by_role("button", name="Close").tap()
    expect(gestures).to_be_hidden()
    assert alone.errors == []
