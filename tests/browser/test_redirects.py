"""Old links in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.board import open_board, positions

LINK = "v=1&p=0,1;1,0.5&masking_rule=full"


@pytest.mark.parametrize("which", ["server", pytest.param("plain_server", marks=pytest.mark.rare)])
def test_an_old_link_opens_with_its_points(page, request, which):
    """Also where the script runs alone, without the app's own server."""
    open_board(page, f"{request.getfixturevalue(which)}/masking?{LINK}")
    expect(page).to_have_url(re.compile(r"/masks\?"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Attention masks")
    assert positions(page) == [(0.0, 1.0), (1.0, 0.5)]
