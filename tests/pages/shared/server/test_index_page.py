"""The entrance of each page: what a link to it unfolds to."""

from __future__ import annotations

import asyncio
import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest
from starlette.requests import Request

from pages.lessons import LESSONS
from pages.shared.server.headers import content_security_policy
from pages.shared.server.index_page import Card, page_routes
from pages.shared.server.streamlit_ways import entrance

PAGES = {"": Card("Home"), "masks": Card('Masks: "who" & <what>?', "Say what a mask hides.")}


def opened(prefix: str, path: str):
    """What the route of that path responds with, as a browser asks a proxy for it."""
    route = next(one for one in page_routes(prefix, PAGES) if one.path == f"{prefix}/{path}")
    host = {"scheme": "https", "headers": [(b"host", b"lecture.example.org")], "query_string": b"", "root_path": ""}
    scope = {"type": "http", "method": "GET", "path": route.path, **host}
    with ThreadPoolExecutor(1) as own:  # a browser test of the same process has an event loop running in this one
        return own.submit(asyncio.run, route.endpoint(Request(scope))).result()


def card(html: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="(og:\w+)" content="([^"]*)">', html))


@pytest.mark.parametrize("prefix", ["", "/below/a/path"])
def test_a_link_unfolds_as_title_text_and_picture(prefix):
    html = opened(prefix, "masks").body.decode()
    found = card(html)
    assert found["og:title"] == "Masks: &quot;who&quot; &amp; &lt;what&gt;?"
    assert found["og:description"] == "Say what a mask hides."
    assert found["og:image"] == f"https://lecture.example.org{prefix}/card.png"
    picture = opened(prefix, "card.png")
    assert picture.media_type == "image/png" and Path(picture.path).read_bytes().startswith(b"\x89PNG")
    assert "<title>Masks" in html and "<title>Streamlit" not in html
    assert "og:description" not in card(opened(prefix, "").body.decode())


def test_a_card_adds_no_script_that_the_policy_would_refuse():
    html = opened("", "masks").body.decode()
    assert content_security_policy([html]) == content_security_policy([entrance()])


@pytest.mark.slow
@pytest.mark.parametrize("lesson", ["masks", "attention"])
def test_the_app_gives_a_lesson_its_own_card(server, lesson):
    with urllib.request.urlopen(f"{server}/{lesson}", timeout=30) as reply:
        found = {name: unescape(text) for name, text in card(reply.read().decode()).items()}
    assert (found["og:title"], found["og:description"]) == (LESSONS[lesson].heading, LESSONS[lesson].goal)
    with urllib.request.urlopen(found["og:image"], timeout=30) as picture:
        assert picture.read(4) == b"\x89PNG"
