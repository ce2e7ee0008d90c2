"""The glossary under the hand: a term's definition opens by mouse, keyboard and touch, in the page and in the board."""

import re

import pytest
from playwright.sync_api import expect

from tests.board import board, click, follow, open_board, role

TIP = ".glossary-definition"
LEAD = "[data-testid=stMain] [data-testid=stMarkdownContainer] dfn"


PHONE = {"width": 390, "height": 844}


def definition(page):
    return page.locator(TIP)


@pytest.fixture
def page(visit):
    """A lab without Streamlit, with its terms marked."""
    page = visit.at("attention")
    expect(board(page).locator("dfn:visible").first).to_be_visible()
    return page


def test_a_definition_opens_under_the_mouse_and_closes_behind_it(page):
    board(page).locator("dfn:visible", has_text="query").first.hover()
    expect(definition(page)).to_be_visible()
    expect(definition(page)).to_have_text(re.compile("Query.*compared with every key.*Vaswani et al. 2017"))
    definition(page).hover()  # one may go there, to read on or to copy
    page.wait_for_timeout(500)
    expect(definition(page)).to_be_visible()
    page.mouse.move(5, 5)
    expect(definition(page)).to_be_hidden()
    assert page.errors == []


def test_a_definition_opens_by_the_keyboard(page):
    term = board(page).locator("dfn:visible").first
    term.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(term).to_be_focused()
    page.wait_for_timeout(400)
    expect(definition(page)).to_be_hidden()  # who is on the way to something else wants to see that
    assert term.get_attribute("aria-description")
    page.keyboard.press("Enter")
    expect(definition(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(definition(page)).to_be_hidden()
    expect(term).to_be_focused()
    page.keyboard.press("Enter")
    expect(definition(page)).to_be_visible()
    page.keyboard.press("Tab")
    expect(term).not_to_be_focused()
    assert page.errors == []


def test_a_definition_opens_by_touch(visit):
    page = visit.at("attention", PHONE, has_touch=True, is_mobile=True)
    expect(board(page).locator("dfn:visible").first).to_be_visible()  # terms are marked when the page is at rest
    terms = page.locator("dfn:visible").all()
    assert len(terms) > 1
    for term in terms:
        term.tap()
        expect(definition(page)).to_be_visible()
        box = definition(page).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["y"] >= 0 and box["y"] + box["height"] <= 844
        definition(page).tap()  # it may lie on the next term
        expect(definition(page)).to_be_hidden()
    term.tap()
    expect(definition(page)).to_be_visible()
    box = definition(page).bounding_box()
    page.touchscreen.tap(3, box["y"] - 30 if box["y"] > 40 else box["y"] + box["height"] + 30)
    expect(definition(page)).to_be_hidden()
    assert page.errors == []


def test_a_presented_stage_lies_below_a_definition(page):
    page.keyboard.press("p")
    expect(board(page)).to_have_attribute("data-presents", "stage")
    board(page).locator("dfn:visible").first.hover()
    expect(definition(page)).to_be_visible()
    tip = definition(page).bounding_box()
    on_top = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.glossary-definition') !== null",
        [tip["x"] + 20, tip["y"] + 20],
    )
    assert on_top
    page.keyboard.press("Escape")
    expect(definition(page)).to_be_hidden()
    expect(board(page)).to_have_attribute("data-presents", "stage")


def test_the_page_stays_its_owners(new_page, server):
    """What others write anew is theirs, and is marked again when the page has come to rest: each term in one place."""
    page = new_page()
    open_board(page, f"{server}/attention")
    expect(page.locator(LEAD, has_text="query").first).to_be_visible()
    terms = page.locator("dfn").evaluate_all("(all) => all.map((dfn) => dfn.dataset.term)")
    assert len(terms) > 8 and len(terms) == len(set(terms))
    page.locator(LEAD).first.hover()
    expect(definition(page)).to_be_visible()
    points = role(page, "context").count()
    click(page, 0.62, 0.88)
    expect(role(page, "context")).to_have_count(points + 1)
    expect(page.locator("dfn")).to_have_count(len(terms))
    text = "[data-testid=stMain] [data-testid=stMarkdownContainer] p:has(dfn)"
    assert page.locator(text).first.inner_text().startswith("Drag")
    page.evaluate(
        """(selector) => {
          const own = document.querySelector(selector).firstChild; // as React does: it knows this node only
          own.nodeValue = "A U-Net, then a query.";
        }""",
        text,
    )
    paragraph = page.locator("[data-testid=stMain] [data-testid=stMarkdownContainer] p").first
    expect(paragraph).to_have_text("A U-Net, then a query.")
    expect(paragraph.locator("dfn")).to_have_text(["U-Net", "query"])
    follow(page, "SetConv")
    expect(page.locator(LEAD, has_text="SetConv").first).to_be_visible()
    assert page.errors == []


COVERED = """(root) => {
  const tip = document.querySelector(".glossary-definition").getBoundingClientRect();
  const guesses = root.querySelectorAll(".guess-option, .sort-bin, .guess-commit, .weight-bar, .story-next");
  return [...guesses].filter((node) => {
    const box = node.getBoundingClientRect();
    const apart = box.right <= tip.left || box.left >= tip.right || box.bottom <= tip.top || box.top >= tip.bottom;
    return box.width && !apart;
  }).map((node) => node.textContent);
}"""


WIDE = {"width": 1280, "height": 720}


@pytest.mark.parametrize(
    ("lesson", "step", "size"),
    [
        *((*at, WIDE) for at in (("attention", 3), ("positional", 1), ("equivariance", 3), ("home", 5), ("layer", 6))),
        ("masks", 2, PHONE),
    ],
)
def test_a_definition_covers_no_guess(visit, lesson, step, size):
    page = visit(lesson, step, size)
    terms = board(page).locator(":is(.story, h2) dfn:visible")  # in a heading, where that stood there first
    expect(terms.first).to_be_visible()  # terms are marked when the page has come to rest
    for term in terms.all():
        term.click()
        expect(definition(page)).to_be_visible()
        assert board(page).evaluate(COVERED) == [], term.inner_text()
        page.keyboard.press("Escape")
    assert page.errors == []
