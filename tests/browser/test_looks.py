"""Every page, light and dark, wide and narrow: axe finds nothing serious, and the boxes lie where they should."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, open_board
from tests.looks import faults, settled, violations

# What is to be pressed before a page is whole, and what appears.
PRESSED = {"zoo": (("Draw a task", "The latest task, revealed."),)}
LOW = {"width": 1280, "height": 720}
TALL = 9000  # px: the whole page is in the window, and axe looks at all of it


@pytest.mark.parametrize("name", LESSONS)
def test_a_page_is_accessible_and_laid_out_well(new_page, server, name):
    page = new_page(viewport=LOW)
    open_board(page, f"{server}/{'' if name == 'home' else name}")
    settled(page)
    expect_plot_in_window(page, ("Data", "Share") if LESSONS[name].takes_data else ("Share",))
    for button, appears in PRESSED.get(name, ()):
        page.get_by_role("button", name=button).click()
        expect(page.get_by_text(appears)).to_be_visible(timeout=PATIENCE)
    for theme, width in (("light", 1280), ("dark", 375)):
        page.emulate_media(color_scheme=theme)
        page.set_viewport_size({"width": width, "height": TALL})
        settled(page)
        assert (violations(page), faults(page)) == ([], []), f"{theme}, {width} px"
    assert page.errors == []


def expect_plot_in_window(page, labels):
    """The whole plot is in a low window, and the buttons of these labels are near it."""
    plot = board(page).locator(".panel.stage .body").bounding_box()
    assert plot["y"] + plot["height"] <= LOW["height"]
    for label in labels:
        box = page.get_by_role("button", name=label, exact=True).bounding_box()
        assert 0 < plot["y"] - box["y"] < 260, f"{label} is far from the plot"


def test_what_opens_over_a_page_is_accessible(page, server):
    """In both themes: the page follows the system's."""
    open_board(page, server)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        expect(board(page)).to_have_attribute("data-theme", theme)
        opened_over(page)


def opened_over(page):
    """Menus, the presenter's mode and its help, one after the other."""
    for name in ("Data", "Share"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
        settled(page)
        assert violations(page) == [], name
        page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(board(page)).to_have_attribute("data-presents", "stage")
    settled(page)
    assert faults(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(board(page)).not_to_have_attribute("data-presents", "stage")


def test_the_checks_see_what_they_are_for(page, server):
    open_board(page, server)
    settled(page)
    page.evaluate(
        """() => {
          const root = document.querySelector("[data-testid=stBidiComponentIsolated]")?.shadowRoot ?? document;
          root.querySelector(".panel.stage .tick").setAttribute("x", 4000);
          const [, one, other] = root.querySelectorAll(".panel.stage .axis, .panel.stage .tick");
          for (const name of ["x", "y", "transform"]) other.setAttribute(name, one.getAttribute(name) ?? "");
          const line = document.createElement("p");
          line.style = "width: 3000px; color: #999; background: #fff";
          line.textContent = "a line that is too wide and too pale";
          document.querySelector("[data-testid=stMainBlockContainer]").prepend(line);
        }"""
    )
    told = " | ".join(faults(page))
    for fault in ("scrolls sideways", "leaves the page", "leaves its panel", "lies on"):
        assert fault in told
    assert any("color-contrast" in line for line in violations(page))


GAP = """stage => {
  const tools = stage.querySelector(".tools").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(stage.querySelector("h2"));
  return Math.min(...[...words.getClientRects()].filter((r) => r.bottom > tools.top).map((r) => tools.left - r.right));
}"""


@pytest.mark.parametrize("query", ["model=convcnp&prior=periodic", "model=convcnp&prior=sawtooth", "model=convcnp"])
def test_a_title_keeps_its_distance_from_the_buttons(new_page, server, query):
    page = new_page(viewport={"width": 1920, "height": 1080})
    open_board(page, f"{server}/?{query}")
    settled(page)
    stage = board(page).locator(".panel.stage")
    assert stage.evaluate(GAP) >= 14
    assert faults(page) == []
