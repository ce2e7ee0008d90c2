"""Short links over the network: what is kept leads to what it was made of, for four hours; the rest is refused."""

from __future__ import annotations

import http.client
import json
import time
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing import codec
from pages.shared.drawing.state import DrawingState
from pages.shared.drawing.url import address
from pages.shared.shell.qr import EASY
from pages.shared.short import routes, texts
from pages.shared.short.routes import parted, short_link_routes
from pages.shared.short.texts import LASTS, MOST_CHARACTERS, Memory, Refused, code_of
from tests.served import serving_routes

APP = "https://lecture.department.example.org/course/"
DRAWN = DrawingState(tuple((i / 16 - 2, (i % 7) / 8) for i in range(60)), {"tau": -0.35})
LINK = address(f"{APP}masks", {"masking_rule": "full", "lab": "1", **codec.to_link(DRAWN)})


@contextmanager
def serving(clock=time.time):
    with serving_routes(short_link_routes("", LESSONS, Memory(clock))) as host:
        yield host


def fetch(host, method, path, body=None, **headers):
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    text = reply.read().decode()
    connection.close()
    return reply, text


def shortened(host, link, **headers):
    """The status and the JSON of the response."""
    reply, text = fetch(host, "POST", "/s", json.dumps({"link": link}), **headers)
    return reply.status, json.loads(text)


def refusal(host, link, **headers):
    """The status, and its one sentence."""
    status, found = shortened(host, link, **headers)
    message = found["error"]["message"]
    assert message.endswith(".") and message.count(". ") == 0 and message[0].isupper()
    return status, message


def test_a_short_link_opens_what_the_long_one_did_for_four_hours():
    now = [0.0]
    with serving(lambda: now[0]) as host:
        status, found = shortened(host, LINK)
        assert (status, found["kind"], found["seconds"]) == (200, "short", LASTS)
        short = found["link"]
        assert len(LINK.encode()) > 2 * EASY > EASY > len(short.encode()) and short.startswith(f"{APP}s/")
        assert found["svg"].startswith("<svg")
        way = f"/s/{short.rsplit('/', 1)[1]}"
        reply, _ = fetch(host, "GET", way)
        place = reply.getheader("location")
        assert (reply.status, urlsplit(place).path) == (302, "../masks"), "below whatever path a proxy serves the app"
        opened = dict(parse_qsl(urlsplit(place).query, keep_blank_values=True))
        assert codec.from_link(opened) == DRAWN
        assert (opened["masking_rule"], opened["lab"]) == ("full", "1")
        assert shortened(host, LINK)[1]["link"] == short, "however often it is made"
        now[0] = LASTS - 1
        assert fetch(host, "GET", way)[0].status == 302
        now[0] = LASTS + 1
        reply, text = fetch(host, "GET", way)
        assert reply.status == 404 and "its four hours are over" in text


def test_a_step_of_a_story_and_home_are_kept_too():
    with serving() as host:
        for page, says in (("attention", {"step": "4", "v": "1", "p": "0,1"}), ("", {"lab": "1"})):
            short = shortened(host, address(APP + page, says))[1]["link"]
            place = fetch(host, "GET", f"/s/{short.rsplit('/', 1)[1]}")[0].getheader("location")
            assert place == address(f"//x/{page}", says).replace("//x/", "../")


@pytest.mark.parametrize(
    ("link", "status", "reason"),
    [
        ("https://elsewhere.example.org/evil", 400, "must open a lesson, got 'evil'"),
        ("javascript:alert(1)//masks", 400, "whole address"),
        ("//elsewhere.example.org/masks", 400, "whole address"),
        (f"https://{'a' * 200}.org/masks", 400, "whole address"),
        ("https://[", 400, "Invalid IPv6 URL"),
        (f"{APP}masks?v=1&p=oops", 400, "plain numbers"),
        (f"{APP}masks?v=2", 400, "v=1"),
        (f"{APP}masks?x={'y' * MOST_CHARACTERS}", 413, "more than 8,192 characters"),
        (7, 400, "a JSON object with a link"),
    ],
)
def test_what_is_no_link_of_this_app_is_refused_in_one_sentence(link, status, reason):
    with serving() as host:
        found = refusal(host, link)
        assert found[0] == status and reason in found[1]


def test_what_no_page_reads_is_not_kept():
    base, text = parted(f"{APP}masks?lab=1&p=0,1&junk={'y' * 500}&<b>=1&next=https://elsewhere.example.org", LESSONS)
    assert (base, text) == (APP, "masks?lab=1&next=https:%2F%2Felsewhere.example.org")


def test_other_sites_may_keep_nothing_and_bytes_that_are_no_message_are_refused():
    with serving() as host:
        assert refusal(host, LINK, Origin="https://elsewhere.example.org")[0] == 403
        assert shortened(host, LINK, Origin=f"http://{host}")[0] == 200
        for body, status in ((b"\xff{", 400), (b"[" * 50_000, 413)):
            assert fetch(host, "POST", "/s", body)[0].status == status
        for code in (code_of("other"), "x" * 5000, "..%2F..", "%00"):
            reply, text = fetch(host, "GET", f"/s/{code}")
            assert reply.status == 404 and code not in text


def test_so_many_come_from_one_address_and_so_many_are_kept(monkeypatch):
    links = [address(f"{APP}masks", {"v": "1", "p": f"0,{i / 10}"}) for i in range(8)]
    monkeypatch.setattr(routes, "AT_ONCE", 4)
    with serving() as host:
        assert [shortened(host, link)[0] for link in links] == [200] * 4 + [429] * 4
        assert "from your network" in refusal(host, links[0])[1]
    monkeypatch.setattr(texts, "MOST_LINKS", 2)
    with serving() as host:
        assert [shortened(host, link)[0] for link in (links[0], links[1], links[0])] == [200] * 3
        assert refusal(host, links[2]) == (503, str(texts.too_many()))


def test_in_all_its_hours_an_address_brings_no_more_than_a_quarter_of_all():
    assert pytest.approx(texts.MOST_LINKS / 4) == routes.AT_ONCE + routes.PER_SECOND * LASTS


def test_a_refusal_of_a_store_is_said_to_who_makes_a_link_and_to_who_opens_one():
    class Away:
        async def keep(self, code, text):
            raise Refused(503, "It is away.")

        async def find(self, code):
            raise Refused(503, "It is away.")

    with serving_routes(short_link_routes("", LESSONS, Away())) as host:
        assert refusal(host, LINK) == (503, "It is away.")
        reply, text = fetch(host, "GET", "/s/bamutibamu")
        assert reply.status == 503 and "It is away." in text
