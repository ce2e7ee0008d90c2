"""A link too long to be scanned from far away is offered in short: in the sheet of Q, and in Share."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.board import PATIENCE, board, open_board, positions, role

MANY = "masks?lab=1&v=1&p=" + ";".join(f"{i / 16 - 2:g},{i % 7 / 8:g}" for i in range(60))


@pytest.fixture
def sheet(page, server):
    """Of Q, with a link of sixty points."""
    open_board(page, f"{server}/{MANY}")
    page.keyboard.press("p")
    page.keyboard.press("q")
    found = board(page).get_by_role("dialog", name="Link to this state")
    expect(found.locator(".qr-link")).to_contain_text("p=-2,0;", timeout=PATIENCE)
    return found


def test_q_offers_a_long_link_in_short_and_it_opens_the_same(sheet, new_page):
    """What the server refuses is said, and the long link stays."""
    note, make = sheet.locator(".qr-note"), sheet.get_by_role("button", name="Make a short link")
    expect(note).to_contain_text("This link is long")
    expect(note).to_contain_text("for four hours")
    refused = {"kind": "error", "error": {"message": "This server keeps at most 2 short links."}}
    sheet.page.route("**/s", lambda route: route.fulfill(status=503, body=json.dumps(refused)))
    make.click()
    expect(note).to_have_text("This server keeps at most 2 short links.")
    sheet.page.unroute("**/s")
    sheet.page.route("**/s", lambda route: route.abort())
    make.click()
    expect(note).to_have_text("This server keeps no links.")
    expect(sheet.locator(".qr-link")).to_contain_text("p=-2,0;")
    sheet.page.unroute("**/s")
    make.click()
    expect(note).to_contain_text("Opens this until", timeout=PATIENCE)
    link = sheet.locator(".qr-link").inner_text()
    assert "/s/" in link and len(link) < 60
    expect(sheet.locator(".qr-code img")).to_be_visible()
    expect(sheet.locator(".qr-short")).to_be_hidden()
    page = new_page()
    page.goto(link)
    expect(role(page, "context")).to_have_count(60, timeout=PATIENCE)
    assert positions(page)[1] == (-1.9375, 0.125)


def test_share_offers_a_long_link_in_short(page, server):
    open_board(page, f"{server}/{MANY}")
    page.get_by_role("button", name="Share", exact=True).click()
    body = page.get_by_test_id("stPopoverBody")
    body.get_by_role("button", name="Make a short link").click(timeout=PATIENCE)
    expect(body).to_contain_text("Opens this until", timeout=PATIENCE)
    link = body.locator("code", has_text="/s/").inner_text()
    expect(body.get_by_role("img", name=f"QR code of {link}")).to_be_visible()
