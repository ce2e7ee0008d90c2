"""Share: a link that shows the same numbers in another browser, and files that are what their names say."""

from __future__ import annotations

import csv
import json
import struct
import xml.etree.ElementTree as ET

import pytest
from playwright.sync_api import expect

from pages.lessons import LESSONS
from tests.board import PATIENCE, board, click, committed, middle, open_board, painted_after, positions, role, seq, spot

# Numbers that a hand would not draw, cells painted with this many points, a shift, and a view beyond the usual one.
DRAWN = "?v=1&p=-1.5,0.5;0.1234567890123,-1;1.5,1.00000001&c=tau:-0.35;cells3:0x1,4x5;targets:-1,0.2,1.7;view:-3.5,2.5"
READINGS = ("order", "others", "equal")  # which come late
READ = """(board) => ({
  readings: Object.fromEntries(
    [...board.querySelectorAll(".reading")].map(({ dataset }) => [dataset.reading, dataset.value])),
  paths: [...board.querySelectorAll(".panel.stage path[data-role]")].map((path) => path.getAttribute("d")),
})"""


def shared_link(page):
    committed(page)
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first.inner_text()
    page.keyboard.press("Escape")
    return link.replace("\n", "")


def whole(page, readings):
    """What the board shows once the slower part of the answer is there too."""
    for name in readings:
        expect(board(page).locator(f'[data-reading="{name}"]')).to_have_count(1, timeout=PATIENCE)
    expect(board(page).locator(".stale")).to_have_count(0, timeout=PATIENCE)
    return board(page).evaluate(READ)


def test_a_link_shows_the_same_numbers_in_another_browser(new_page, server):
    mine, theirs = new_page(), new_page()
    open_board(mine, f"{server}/masks{DRAWN}")
    assert positions(mine)[1] == (0.1234567890123, -1.0)
    number = seq(mine)
    mine.get_by_role("radio", name="Causal targets", exact=True).click()
    number = painted_after(mine, number)
    mine.mouse.move(*middle(role(mine, "context").nth(0)))
    mine.mouse.down()
    mine.mouse.move(*spot(mine, 0.3, 0.3), steps=4)
    mine.mouse.up()
    painted_after(mine, number)
    click(mine, 0.6, 0.7)
    link = shared_link(mine)
    before = whole(mine, READINGS)
    open_board(theirs, link)
    assert positions(theirs) == positions(mine)
    after = whole(theirs, READINGS)
    assert len(before["readings"]) >= 5 and len(before["paths"]) >= 3
    numbers = [{name: float(value) for name, value in seen["readings"].items()} for seen in (before, after)]
    assert numbers[0] == pytest.approx(numbers[1], abs=1e-6)
    assert before["paths"] == after["paths"]
    assert not mine.errors + theirs.errors


@pytest.mark.rare
def test_everything_can_be_saved_and_opens_again(new_page, server, tmp_path):
    page = new_page(color_scheme="dark")
    open_board(page, f"{server}/setconv{DRAWN}")
    expect(board(page).locator(".panel.strip path[data-role]").first).to_be_visible()
    page.get_by_role("button", name="Share", exact=True).click()
    body = page.get_by_test_id("stPopoverBody")
    expect(body.locator("img")).to_be_visible()
    expect(body).to_contain_text("no other machine can open the link")
    body.get_by_role("tab", name="Files").click()
    files = {}
    slides = ("Slide, light, 16:9 (PNG)", "Slide (SVG)", "Slide (PDF)")
    for button in ("Points (CSV)", "Curves (CSV)", "Picture (PNG)", "Picture (SVG)", *slides, "Web page"):
        with page.expect_download() as download:
            body.get_by_role("button", name=button).click()
        name = download.value.suggested_filename
        files[name] = tmp_path / name
        download.value.save_as(files[name])
    _check_tables(files["setconv-points.csv"], files["setconv-curves.csv"])
    _check_pictures(files["setconv.png"], files["setconv.svg"])
    _check_slide(files["setconv-slide.svg"], server)
    assert files["setconv-slide.png"].read_bytes().startswith(b"\x89PNG")
    assert files["setconv-slide.pdf"].read_bytes().startswith(b"%PDF")
    offline = new_page(offline=True)
    offline.goto(files["setconv.html"].as_uri())
    expect(offline.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    expect(offline.get_by_role("heading", level=1)).to_have_text(LESSONS["setconv"].heading)
    assert "0.123457" in offline.content()
    assert not page.errors + offline.errors


def _check_tables(points, curves):
    rows = list(csv.reader(points.read_text("utf-8-sig").splitlines()))
    assert rows == [["x", "y"], ["-1.5", "0.5"], ["0.1234567890123", "-1.0"], ["1.5", "1.00000001"]]
    rows = list(csv.DictReader(curves.read_text("utf-8-sig").splitlines()))
    predicted = [row for row in rows if row["role"] == "model"]
    stage, small = predicted[:201], predicted[201:]
    assert len(small) == 3 * 51, "the three models of the small pictures"
    assert (float(stage[0]["x"]), float(stage[-1]["x"])) == (-3.5, 2.5)
    assert all(float(row["sd"]) > 0 for row in stage)


def _check_slide(svg, server):
    """Light though the page is dark, with the link to this lab."""
    root = ET.parse(svg).getroot()
    assert root.get("viewBox") == "0 0 1280 720" and root[0].get("fill") == "rgb(255, 255, 255)"
    assert f"{server}/setconv?lab=1&v=1&p=-1.5,0.5;0.1234567890123,-1" in " ".join(root.itertext())


def _check_pictures(png, svg):
    """Twice as sharp as the screen; and nothing that a viewer without a style sheet could not draw."""
    root = ET.parse(svg).getroot()
    data = png.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == tuple(2 * int(root.get(side)) for side in ("width", "height"))
    text = svg.read_text("utf-8")
    assert not [word for word in ("var(", "color(", "color-mix", "oklch", "class=", "style=", "NaN") if word in text]
    names = [node.tag.rpartition("}")[2] for node in root.iter()]
    assert names.count("circle") >= 3 and names.count("path") >= 8
    assert "ConvCNP" in json.dumps([node.text for node in root.iter()])
