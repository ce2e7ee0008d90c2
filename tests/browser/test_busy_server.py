"""A server that keeps the hand waiting: the visitor's browser computes the lesson itself, from files of the app."""

from __future__ import annotations

import gzip
import re
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.board import (
    PATIENCE,
    await_there,
    board,
    click,
    committed,
    middle,
    open_board,
    painted_after,
    positions,
    role,
    seq,
)
from tests.looks import settled

pytestmark = pytest.mark.rare

PATHS = "(paths) => paths.map((path) => path.getAttribute('d'))"
NUMBER = re.compile(r"-?\d+\.?\d*")


class Busy:
    """The requests that a page's server gets; it requires a pause after each response."""

    def __init__(self, page, pause: int = 300):
        self.requests: list[str] = []
        self._pause = f'"pause":{pause}}}'
        page.route_web_socket("**/live", self._open)

    def _open(self, route) -> None:
        server = route.connect_to_server()

        def forward(text):
            self.requests.append(text)
            server.send(text)

        route.on_message(forward)
        server.on_message(lambda text: route.send(re.sub(r'"pause":\d+\}$', self._pause, text)))


@pytest.fixture
def scripts(page) -> list[str]:
    """The files of the workers that the page has requested."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url) if "/workers/" in request.url else None)
    return found


def dragged(page, moves: int = 4) -> None:
    """So many moves of the first point, each painted before the next."""
    x, y = middle(role(page, "context").first)
    page.mouse.move(x, y)
    page.mouse.down()
    for i in range(moves):
        before = seq(page)
        page.mouse.move(x + 4 - 8 * (i % 2), y + 4 + i)
        painted_after(page, before)
    page.mouse.up()


def drag_until_the_server_rests(page, busy: Busy, seconds: float = 300) -> None:
    """Until a drag is painted without a request; the files of the workers may have to be built first."""
    before, deadline = -1, time.monotonic() + seconds
    while before != len(busy.requests):
        assert time.monotonic() < deadline, "the workers did not take over"
        before = len(busy.requests)
        dragged(page)


def curves(page) -> dict[str, list[float]]:
    """Every band and mean of stage and figures, in pixels."""
    settled(page)
    return {
        name: [float(n) for d in role(page, name).evaluate_all(PATHS) for n in NUMBER.findall(d)]
        for name in ("band", "mean")
    }


@pytest.mark.parametrize("lesson", ["", "equivariance"])
def test_beside_a_busy_server_the_browser_responds(page, new_page, server, scripts, lesson):
    busy = Busy(page)
    open_board(page, f"{server}/{lesson}")
    drag_until_the_server_rests(page, busy)
    assert scripts
    alone, points = new_page(), ";".join(f"{x},{y}" for x, y in positions(page))
    open_board(alone, f"{server}/{lesson}?v=1&p={points}")
    found, expected = curves(page), curves(alone)
    for name, numbers in expected.items():
        assert numbers and found[name] == pytest.approx(numbers, abs=0.11), name  # written with one digit
    assert page.errors == []


def test_without_the_workers_the_server_goes_on(page, server, scripts):
    page.route("**/workers/**", lambda route: route.abort())
    busy = Busy(page)
    with page.expect_request("**/workers/worker.js", timeout=PATIENCE):
        open_board(page, f"{server}/")
        dragged(page, 8)
    dragged(page)
    assert len(busy.requests) >= 12 and len(scripts) == 2, "both workers, once"
    expect(board(page).locator(".message")).to_have_text("")


def test_a_lesson_that_needs_the_server_loads_nothing(page, server, scripts):
    Busy(page)
    open_board(page, f"{server}/attention")
    dragged(page, 8)
    assert scripts == []


def test_a_browser_keeps_the_files_and_checks_its_copies(server):
    def fetched(file, **headers):
        try:
            return urlopen(Request(f"{server}/workers/{file}", headers=headers))
        except HTTPError as error:
            return error

    worker = fetched("worker.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["content-encoding"] == "gzip"
    assert b"export default" in gzip.decompress(worker.read())
    again = fetched("worker.js", **{"if-none-match": worker.headers["etag"]})
    assert (again.status, again.read()) == (304, b"")
    assert fetched("models/unknown.onnx.lzma").status == 404


class Halted:
    """A page's script: once `now` is set, its next run begins, and nothing of it arrives."""

    def __init__(self, page):
        self.now, self._runs, self._halted = False, False, False
        page.route_web_socket("**/_stcore/stream", self._open)

    def _open(self, route) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)

        def received(sent):
            kind = ForwardMsg.FromString(sent).WhichOneof("type")
            self._runs |= self.now and kind == "new_session"
            self._halted |= self._runs and kind == "delta"
            if not self._halted:
                route.send(sent)

        server.on_message(received)


def test_a_page_that_is_computed_anew_is_not_faded(page, server):
    """Streamlit would fade what a run has not sent again, within two seconds of its start."""
    script = Halted(page)
    open_board(page, f"{server}/")
    committed(page)
    script.now = True
    click(page, 0.5, 0.25)
    stale = page.locator('[data-stale="true"]')
    await_there(stale.first)
    page.wait_for_timeout(2000)
    assert set(stale.evaluate_all("(nodes) => nodes.map((node) => getComputedStyle(node).opacity)")) == {"1"}
