"""Pages as `streamlit run app.py` serves them: painted, answering, and without a single error."""

import re

from playwright.sync_api import expect

from tests.board import PATIENCE, click, committed, follow, open_board, positions, role, shape
from tests.serving import tracebacks

# The walks open all lessons.
PAGES = {
    "Home": "/",
    "Attention masks": "/masks",
    "Translation equivariance": "/equivariance",
}


def test_pages_answer_and_the_drawing_travels_through_them(page, server, server_log):
    """The first switch follows the click at once, before Python has been told of the point; the others in peace."""
    open_board(page, f"{server}/?v=1&p=-1.5,0.4;0.25,-1.2;1.75,0.9")
    click(page, 0.5, 0.25)
    expect(role(page, "context")).to_have_count(4)
    drawn = positions(page)
    for title in [*list(PAGES)[1:], "Home"]:
        follow(page, title)
        page.wait_for_url(re.compile(PAGES[title] + r"(\?.*)?$"))
        expect(role(page, "context")).to_have_count(len(drawn), timeout=PATIENCE)
        expect(role(page, "mean").first).to_have_attribute("d", re.compile("[ML]"), timeout=PATIENCE)
        assert positions(page) == drawn, title
        band = shape(page)
        click(page, 0.62 + 0.03 * len(drawn), 0.88)
        expect(role(page, "context")).to_have_count(len(drawn) + 1)
        expect(role(page, "band").first).not_to_have_attribute("d", band)
        expect(role(page, "heatmap").first).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_count(1)
        drawn = positions(page)
        committed(page)
        assert_calm(page, server_log, title)


def assert_calm(page, log, title) -> None:
    assert page.errors == [], title
    assert page.get_by_test_id("stException").count() == 0, title
    assert tracebacks(log) == [], title
