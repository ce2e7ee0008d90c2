"""The glossary under the hand: a term's definition opens by mouse, keyboard and touch, in the page and in the board."""

import re

import pytest
from playwright.sync_api import expect

from tests.board import board, click, follow, open_board, role
from tests.steps import story

TIP = ".glossary-definition"
LEAD = "[data-testid=stMain] [data-testid=stMarkdownContainer] dfn"


@pytest.fixture
def lesson(page, server):
    open_board(page, f"{server}/attention")
    expect(page.locator(LEAD).first).to_be_visible()
    return page


def definition(page):
    return page.locator(TIP)


def test_a_definition_opens_under_the_mouse_and_closes_behind_it(lesson):
    term = lesson.locator(LEAD, has_text="query").first
    term.hover()
    expect(definition(lesson)).to_be_visible()
    expect(definition(lesson)).to_have_text(re.compile("Query.*compared with every key.*Vaswani et al. 2017"))
    definition(lesson).hover()  # one may go there, to read on or to copy
    lesson.wait_for_timeout(500)
    expect(definition(lesson)).to_be_visible()
    lesson.mouse.move(5, 5)
    expect(definition(lesson)).to_be_hidden()
    assert lesson.errors == []


def test_a_definition_opens_by_the_keyboard(lesson):
    term = lesson.locator(LEAD).first
    lesson.get_by_test_id("stTopNavSection").last.focus()
    for _ in range(6):  # Streamlit's own header comes first
        lesson.keyboard.press("Tab")
        if term.evaluate("(dfn) => dfn === document.activeElement"):
            break
    expect(term).to_be_focused()
    lesson.wait_for_timeout(400)
    expect(definition(lesson)).to_be_hidden()  # who is on the way to something else wants to see that
    assert term.get_attribute("aria-description")
    lesson.keyboard.press("Enter")
    expect(definition(lesson)).to_be_visible()
    lesson.keyboard.press("Escape")
    expect(definition(lesson)).to_be_hidden()
    expect(term).to_be_focused()
    lesson.keyboard.press("Enter")
    expect(definition(lesson)).to_be_visible()
    lesson.keyboard.press("Tab")
    expect(term).not_to_be_focused()
    assert lesson.errors == []


def test_a_definition_opens_by_touch(new_page, server):
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    open_board(page, f"{server}/attention")
    expect(page.locator(LEAD).first).to_be_visible()  # terms are marked when the page has come to rest
    terms = page.locator("dfn:visible").all()
    assert len(terms) > 4
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
    page.get_by_role("heading", level=1).tap()
    expect(definition(page)).to_be_hidden()
    assert page.errors == []


def test_every_term_has_one_place_on_the_page(lesson):
    marked = lesson.locator("dfn")
    terms = marked.evaluate_all("(all) => all.map((dfn) => dfn.dataset.term)")
    assert len(terms) > 8 and len(terms) == len(set(terms))
    marked.first.hover()
    expect(definition(lesson)).to_be_visible()


def test_terms_in_the_board_are_marked_too(page, boards):
    open_board(page, f"{boards}/fit?step=1")
    in_board = board(page).locator("dfn")
    expect(in_board.first).to_be_visible()
    in_board.first.hover()
    expect(definition(page)).to_be_visible()


def test_the_page_stays_its_owners(lesson):
    """What others write anew is theirs, and is marked again when the page has come to rest."""
    text = "[data-testid=stMain] [data-testid=stMarkdownContainer] p:has(dfn)"
    before = lesson.locator(text).first.inner_text()
    lesson.evaluate(
        """(selector) => {
          const own = document.querySelector(selector).firstChild; // as React does: it knows this node only
          own.nodeValue = "A U-Net, then a query.";
        }""",
        text,
    )
    paragraph = lesson.locator("[data-testid=stMain] [data-testid=stMarkdownContainer] p").first
    expect(paragraph).to_have_text("A U-Net, then a query.")
    expect(paragraph.locator("dfn")).to_have_text(["U-Net", "query"])
    assert before.startswith("Drag")


def test_a_drag_is_not_disturbed_and_marks_come_back(lesson):
    count = lesson.locator("dfn").count()
    points = role(lesson, "context").count()
    click(lesson, 0.62, 0.88)
    expect(role(lesson, "context")).to_have_count(points + 1)
    expect(lesson.locator("dfn")).to_have_count(count)
    follow(lesson, "SetConv")
    expect(lesson.locator(LEAD, has_text="SetConv").first).to_be_visible()
    assert lesson.errors == []


def test_a_presented_stage_lies_below_a_definition(lesson):
    lesson.keyboard.press("p")
    expect(board(lesson)).to_have_attribute("data-presents", "stage")
    term = board(lesson).locator("dfn:visible").first
    term.hover()
    expect(definition(lesson)).to_be_visible()
    tip = definition(lesson).bounding_box()
    on_top = lesson.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.glossary-definition') !== null",
        [tip["x"] + 20, tip["y"] + 20],
    )
    assert on_top
    lesson.keyboard.press("Escape")
    expect(definition(lesson)).to_be_hidden()
    expect(board(lesson)).to_have_attribute("data-presents", "stage")


COVERED = """(root) => {
  const tip = document.querySelector(".glossary-definition").getBoundingClientRect();
  const guesses = root.querySelectorAll(".guess-option, .sort-bin, .guess-commit, .weight-bar, .story-next");
  return [...guesses].filter((node) => {
    const box = node.getBoundingClientRect();
    const apart = box.right <= tip.left || box.left >= tip.right || box.bottom <= tip.top || box.top >= tip.bottom;
    return box.width && !apart;
  }).map((node) => node.textContent);
}"""


WIDE, PHONE = (1280, 720), (390, 844)


@pytest.mark.parametrize(
    ("lesson", "step", "size"),
    [
        *((*at, size) for at in (("attention", 3), ("masks", 2), ("positional", 1)) for size in (WIDE, PHONE)),
        *((*at, WIDE) for at in (("equivariance", 3), ("home", 5), ("layer", 6))),
    ],
)
def test_a_definition_covers_no_guess(visit, lesson, step, size):
    page = visit(lesson, step, {"width": size[0], "height": size[1]})
    terms = story(page).locator("dfn")
    expect(terms.first).to_be_visible()  # terms are marked when the page has come to rest
    for term in terms.all():
        term.click()
        expect(definition(page)).to_be_visible()
        assert board(page).evaluate(COVERED) == [], term.inner_text()
        page.keyboard.press("Escape")
    assert page.errors == []
