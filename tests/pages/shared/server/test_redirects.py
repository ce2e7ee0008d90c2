"""Addresses that lessons once had lead to the new ones, with what a link says behind them."""

import asyncio
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.requests import Request

from pages.lessons import FORMER_ADDRESSES, LESSONS
from pages.shared.server.index_page import redirects

LINK = "v=1&p=0,1;1,0.5&masking_rule=full"


def location(route, query):
    """Where the route leads."""
    scope = {"type": "http", "method": "GET", "path": route.path, "query_string": query.encode(), "headers": []}
    with ThreadPoolExecutor(1) as own:  # a browser test of the same process has an event loop running in this one
        response = own.submit(asyncio.run, route.endpoint(Request(scope))).result()
    assert response.status_code == 301
    return response.headers["location"]


def test_former_addresses_are_no_lessons_of_today():
    assert not set(FORMER_ADDRESSES) & set(LESSONS)
    assert set(FORMER_ADDRESSES.values()) <= set(LESSONS)


@pytest.mark.parametrize("prefix", ["", "/below/a/path"])
def test_a_redirect_is_relative_and_keeps_the_query(prefix):
    """Relative: it holds below `server.baseUrlPath`, and behind a proxy that adds a path of its own."""
    (route,) = redirects(prefix, {"masking": "masks"})
    assert route.path == f"{prefix}/masking"
    assert location(route, "") == "masks"
    assert location(route, LINK) == f"masks?{LINK}"


@pytest.mark.parametrize(("old", "new"), FORMER_ADDRESSES.items())
def test_the_server_leads_to_the_new_address(server, old, new):
    with urllib.request.urlopen(f"{server}/{old}?{LINK}", timeout=30) as reply:
        assert reply.url == f"{server}/{new}?{LINK}"
