"""Points from outside, by hand: pasted, uploaded, put onto the board by Ctrl+V, real data; and what the axes say."""

import re

import pytest
from playwright.sync_api import expect

from tests.board import board, choose_data, data_menu, follow, open_board, positions, role, surface

FLOW = "site;t;flow;level\nA;1990;1,5;3\nB;1991;NA;4\nC;1992;2,5;5\nD;1994;3,5;1\n"
DRAWN = [(-1.5, 0.5), (0.0, -1.0), (1.5, 1.0)]


@pytest.fixture
def home(new_page, server):
    """A board with three points."""
    page = new_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_board(page, f"{server}/?v=1&p=-1.5,0.5;0,-1;1.5,1&c=tau:0")
    expect(role(page, "context")).to_have_count(3)
    return page


def form(page):
    """The form "Your data", open."""
    body = data_menu(page, "Your data")
    expect(body.get_by_role("button", name="Put on the board")).to_be_visible()
    return body


def put(page):
    form(page).get_by_role("button", name="Put on the board").click()


def shown(page, name):
    """Texts of one kind on the stage: "tick" or "axis"."""
    return board(page).locator(f".panel.stage text.{name}")


def expect_axes(page, across, up, tick):
    expect(shown(page, "axis")).to_have_text([across, up])
    expect(shown(page, "tick").filter(has_text=re.compile(f"^{tick}$")).first).to_be_visible()


def test_pasted_lines_wrong_and_right(home):
    text = form(home).get_by_label("Lines of x, y")
    text.fill("1990, 10\n1991, ten")
    put(home)
    expect(form(home)).to_contain_text("Line 2: column 2 must be a number, got 'ten': correct the line")
    assert positions(home) == DRAWN
    home.set_viewport_size({"width": 390, "height": 664})
    refused = form(home).get_by_role("alert")
    expect(refused).to_be_visible()
    ends = [each.evaluate("each => each.getBoundingClientRect().bottom") for each in (refused, form(home))]
    assert ends[0] <= ends[1]  # on a phone, too, it is seen wherever the menu is scrolled to
    home.set_viewport_size({"width": 1280, "height": 900})
    expect_axes(home, "x", "y", "1")
    text.fill("year, flow\n1990, 10\n1992, 20\n1994, 30")
    text.blur()
    expect(form(home)).to_contain_text("3 points read.")  # what was typed has arrived: the button stays where it is
    sketch = form(home).get_by_role("img", name="Sketch of 3 points")
    assert sketch.evaluate("img => img.decode().then(() => img.naturalWidth)") == 240
    put(home)
    expect_axes(home, "year", "flow", "1992")
    expect(home.get_by_test_id("stPopoverBody")).to_have_count(0)
    assert positions(home) == [
        (-2.0, pytest.approx(-1.2247, abs=1e-4)),
        (0.0, 0.0),
        (2.0, pytest.approx(1.2247, abs=1e-4)),
    ]
    name = role(home, "context").first.locator("xpath=..").get_attribute("aria-label")
    assert re.search(r"x 1990\.0+, y 10\.0", name)
    small = board(home).locator(".panel.multiple").first
    expect(small.locator("text.axis")).to_have_text(["year", "flow"])
    expect(home.get_by_text("(year − 1992) / 1 and (flow − 20) / 8.165")).to_be_visible()
    follow(home, "Attention")
    expect(board(home)).to_have_attribute("data-seq", re.compile(r"\d"))
    expect_axes(home, "year", "flow", "1992")
    expect(board(home).locator(".handle-text")).to_have_text(re.compile(r"= 1992\.0"))
    choose_data(home, "One point")
    expect_axes(home, "x", "y", "−2")
    assert not home.errors


def test_files_wrong_and_right(home):
    form(home).get_by_text("Upload", exact=True).click()
    file = form(home).locator("input[type=file]")
    file.set_input_files({"name": "flow.csv", "mimeType": "text/csv", "buffer": b"PK\x03\x04 a workbook"})
    expect(form(home)).to_contain_text("save the sheet as CSV")
    put(home)
    assert positions(home) == DRAWN
    file.set_input_files({"name": "flow.csv", "mimeType": "text/csv", "buffer": FLOW.encode("cp1252")})
    expect(form(home)).to_contain_text("3 points read. 1 row without a number left out.")
    form(home).get_by_role("combobox", name="y", exact=True).click()
    home.get_by_role("option", name="level").click()
    expect(form(home)).to_contain_text("4 points read.")
    put(home)
    expect_axes(home, "t", "level", "1992")
    assert [x for x, _ in positions(home)] == [-2.0, -1.0, 0.0, 2.0]
    assert not home.errors


def test_text_pasted_onto_the_board_and_a_table_with_two_readings(home):
    home.evaluate("text => navigator.clipboard.writeText(text)", "no numbers here")
    surface(home).focus()
    home.keyboard.press("Control+V")
    expect(home.get_by_text("the drawing stays as it is: line 1")).to_be_visible()
    assert positions(home) == DRAWN
    home.evaluate("text => navigator.clipboard.writeText(text)", "0,5 1\n1,5 -1")
    surface(home).focus()
    home.keyboard.press("Control+V")
    expect(role(home, "context")).to_have_count(2)
    assert positions(home) == [(0.5, 1.0), (1.5, -1.0)]
    home.evaluate("text => navigator.clipboard.writeText(text)", "1 1500000\n2 2500000\n3 3500000")
    surface(home).focus()
    home.keyboard.press("Control+V")
    expect_axes(home, "x", "y (× 10⁶)", "2")
    choose_data(home, "Nile", "Real data")
    expect(role(home, "context")).to_have_count(100)
    expect_axes(home, "year", "annual flow in 10⁸ m³", "1200")
    home.evaluate("text => navigator.clipboard.writeText(text)", "day;flow\n1/2/2020;1,5\n3/4/2020;2,5")
    surface(home).focus()
    home.keyboard.press("Control+V")
    expect(home.get_by_text("2 January 2020; 4 March 2020")).to_be_visible()  # the form has unfolded by itself
    expect(form(home)).to_contain_text("In which order are day, month and year written in 1/2/2020, day, line 2?")
    expect(role(home, "context")).to_have_count(100)
    form(home).get_by_text("day, month, year", exact=True).click()
    expect(form(home)).to_contain_text("2 points read. Read as: columns parted by semicolons;")
    put(home)
    expect(shown(home, "axis")).to_have_text(["day (2020)", "flow"])
    assert not home.errors
