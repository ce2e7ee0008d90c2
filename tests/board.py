"""How a browser test reads and drives the drawing board. Every wait ends with something the board painted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from pages.lessons import LESSONS
from pages.shared.drawing.codec import to_link
from pages.shared.drawing.state import DrawingState
from tests.chromium import PATIENCE
from tests.looks import settled

OPENING = 180_000  # ms; a server's first visitor waits until it has loaded torch and the models, too
# What every first answer shows: a band that has a shape, rings about notes, letters, probabilities, a map.
PREDICTED = '[data-role="band"][d*="M"], ' + ", ".join(
    f'[data-role="{name}"]' for name in ("right", "wrong", "symbol", "shading", "pixels", "field")
)
OPENS = {"v", "step", "lab", "hide"}  # parameters that say whether the story or the lab opens


def board(page: Page) -> Locator:
    """The main board: it comes first in the document."""
    return page.get_by_test_id("board").first


def role(page: Page, name: str) -> Locator:
    """What the board has drawn in one role: "context", "target", "band", "band-inner", "mean", "thread", ..."""
    return board(page).locator(f'[data-role="{name}"]')


def surface(page: Page) -> Locator:
    """The part of the main board that takes the pointer."""
    return board(page).locator('[aria-roledescription="drawing board"]')


def in_lab(url: str) -> str:
    """The address with the parameter that opens the lab, unless it says what it opens."""
    page, _, query = url.partition("?")
    if {part.partition("=")[0] for part in query.split("&")} & OPENS:
        return url
    return f"{page}?{'&'.join(filter(None, (query, 'lab=1')))}"


def open_board(page: Page, url: str) -> int:
    """Goes to the lab at the address and waits until the board has painted a first answer; returns its number."""
    page.goto(in_lab(url))
    await_painted(page)
    await_there(board(page).locator(PREDICTED).first, OPENING)
    return seq(page)


def await_there(locator: Locator, patience: float = PATIENCE) -> None:
    """Waits until it is in the page.

    A waiting `expect` does so, too, but after each look in vain it describes the whole page, for its message.
    """
    locator.wait_for(state="attached", timeout=patience)


def await_frames(page: Page, done: Callable[[], bool], what: str) -> None:
    """Lets the page paint until something is done that only Python can tell, as what a socket of the test has got."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not done():
        assert time.monotonic() < deadline, f"not in time: {what}"
        page.evaluate("new Promise(requestAnimationFrame)")


def await_painted(page: Page) -> None:
    """Waits for the board's first paint."""
    await_there(board(page).and_(page.locator("[data-seq]")), OPENING)


def switch_to_lab(page: Page) -> None:
    """From the story of a lesson to its lab."""
    page.get_by_test_id("lab-switch").first.get_by_role("button", name="Lab").click()
    expect(board(page)).to_have_attribute("data-mode", "lab")
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)


def menu_link(page: Page, title: str) -> Locator:
    """The link to a lesson in the menu of a wide window, with the list open that it stands in."""
    [lesson] = [one for one in LESSONS.values() if one.link == title]
    if [one.section for one in LESSONS.values()].count(lesson.section) == 1:
        return page.get_by_role("link", name=title, exact=True).first
    section = page.get_by_role("button", name=lesson.section, exact=True)
    if section.get_attribute("aria-expanded") != "true":
        section.click()
    return page.get_by_role("menuitem", name=title, exact=True)


def follow(page: Page, title: str) -> None:
    """By the menu to another lesson, and there to the lab: a lesson whose lab was opened before opens it at once."""
    before = page.get_by_role("heading", level=1).inner_text()
    menu_link(page, title).click()
    lab = page.get_by_role("heading", level=1).filter(has_not_text=before)
    story = page.get_by_test_id("story").first
    lab.or_(story.and_(page.locator(":visible"))).first.wait_for(timeout=PATIENCE)
    if story.is_visible():
        switch_to_lab(page)


def choose(page: Page, **controls: object) -> None:
    """Sets controls as a widget of the page does, where a board stands without Streamlit (tests/boards.py)."""
    page.evaluate("(controls) => choose(controls)", controls)


def seq(page: Page) -> int:
    """Number of the last painted reply."""
    return int(board(page).get_attribute("data-seq"))


def painted_after(page: Page, before: int) -> int:
    """Waits for a paint newer than `before`; returns its number."""
    await_there(board(page).and_(page.locator(f'[data-seq]:not([data-seq="{before}"])')))
    return seq(page)


def shape(page: Page, name: str = "band") -> str:
    """The path `d` of the first mark in that role."""
    return role(page, name).first.get_attribute("d")


def spot(page: Page, across: float, down: float) -> tuple[float, float]:
    """Screen position at a fraction of the stage's width and height."""
    surface(page).scroll_into_view_if_needed()
    box = surface(page).bounding_box()
    return box["x"] + across * box["width"], box["y"] + down * box["height"]


def click(page: Page, across: float, down: float, button: str = "left") -> int:
    """Clicks there and waits for the answer; returns its number."""
    before = seq(page)
    page.mouse.click(*spot(page, across, down), button=button)
    return painted_after(page, before)


def middle(point: Locator) -> tuple[float, float]:
    """Screen position of the middle of one drawn point."""
    box = point.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def positions(page: Page) -> list[tuple[float, float]]:
    """The drawn points (x, y), as the board keeps them."""
    pairs = role(page, "context").evaluate_all("dots => dots.map((dot) => [+dot.dataset.x, +dot.dataset.y])")
    return [tuple(pair) for pair in pairs]


def committed(page: Page) -> None:
    """Waits until Python, too, knows the points that are drawn: the link to share then has them."""
    body = page.get_by_test_id("stPopoverBody")
    expect(body).to_have_count(0)  # one that a click elsewhere closes fades first: a second click would be lost in it
    page.get_by_role("button", name="Share", exact=True).click()
    link = body.get_by_test_id("stCode").first
    await_there(link)
    drawn = positions(page)
    in_units = rf"[?&]o=(?:[^;&]*;){{{max(0, len(drawn) - 1)}}}[^;&]*(?:&|$)"  # real data stand in their own units
    here = "&".join(re.escape(f"{name}={text}") for name, text in to_link(DrawingState(drawn)).items())
    expect(link).to_contain_text(re.compile(rf"{here}|{in_units}|[?&]d=\w+"), timeout=PATIENCE)
    page.keyboard.press("Escape")


def data_menu(page: Page, part: str = "") -> Locator:
    """The lab's menu of data, open; with the fold of that title open, too."""
    menu = page.get_by_test_id("stPopoverBody")
    if not menu.is_visible():
        page.get_by_role("button", name="Data", exact=True).click()
    expect(menu).to_be_visible()
    fold = menu.get_by_test_id("stExpander").filter(has_text=part) if part else None
    if fold is not None and fold.locator("details[open]").count() == 0:
        fold.locator("summary").click()
        expect(fold.locator("details[open]")).to_have_count(1)
    settled(page)
    return menu


def choose_data(page: Page, name: str, part: str = "") -> None:
    """Presses that button of the menu of data."""
    chosen = data_menu(page, part).get_by_role("button", name=name, exact=True)
    # A menu that was scrolled finds its place anew: a button that moves under the pointer meanwhile is not pressed.
    chosen.scroll_into_view_if_needed()
    settled(page)
    chosen.click()
