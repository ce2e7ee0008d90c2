"""Past one machine: two app processes behind the proxy of deploy/, as a lecture is served."""

import json
import subprocess
from contextlib import ExitStack, closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests import haproxy
from tests.board import PATIENCE, click, open_board, painted_after, positions, role, seq
from tests.pages.shared.live.test_protocol import message
from tests.serving import free_port, running, streamlit

WORKER = "X-Worker"
NO_PROXY = "HAProxy could be neither found nor installed: install the package 'haproxy' to test deploy/."


@pytest.fixture(scope="module")
def program():
    """Path of the proxy."""
    path = haproxy.find_or_install()
    if path is None:
        pytest.skip(NO_PROXY)
    return path


@pytest.fixture(scope="module")
def lecture(program, tmp_path_factory):
    """Address of the proxy, and the app's processes by the name that the proxy gives them."""
    folder = tmp_path_factory.mktemp("lecture")
    ports = [free_port() for _ in range(2)]
    with ExitStack() as stack:
        processes = {}
        for number, port in enumerate(ports, 1):
            app = running(streamlit("app.py", port), f"http://127.0.0.1:{port}", folder / f"{port}.log")
            processes[f"worker{number}"] = stack.enter_context(app)
        yield stack.enter_context(haproxy.proxied(program, ports, folder)), processes


def live(url, **options):
    return connect(f"{url.replace('http', 'ws', 1)}/live", **options)


def ask(link, number):
    link.send(json.dumps(message(seq=number, lesson="home")))
    reply = json.loads(link.recv(timeout=60))
    return reply["seq"], reply["part"]


def test_the_configuration_is_valid_as_it_is_shipped(program):
    settings = {"BIND": ":8080", "COOKIE_SECRET": "secret"}
    check = subprocess.run([program, "-c", "-f", haproxy.CONFIGURATION], env=settings, capture_output=True, text=True)
    assert check.returncode == 0, check.stderr
    assert "WARNING" not in check.stderr


class ClosesWhenIdle(BaseHTTPRequestHandler):
    """What a process does to a request that comes just as its idle connection ends: it closes, without a response."""

    protocol_version = "HTTP/1.1"

    def handle(self):
        with suppress(ConnectionResetError):  # how a health check of the proxy ends
            super().handle()

    def do_GET(self):
        self.close_connection = hasattr(self, "responded")
        if not self.close_connection:
            self.responded = True
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

    def log_message(self, *args):
        """Prints nothing."""


@contextmanager
def closing_when_idle():
    """The port of a server of that kind."""
    with ThreadingHTTPServer(("127.0.0.1", 0), ClosesWhenIdle) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def test_a_page_stays_with_its_process_when_an_idle_connection_ends(program, tmp_path):
    with ExitStack() as stack:
        ports = [stack.enter_context(closing_when_idle()) for _ in range(2)]
        url = stack.enter_context(haproxy.proxied(program, ports, tmp_path))
        browser = stack.enter_context(closing(HTTPConnection(url.removeprefix("http://"), timeout=30)))
        headers, served = {}, []
        for _ in range(4):
            browser.request("GET", "/", headers=headers)
            with browser.getresponse() as response:
                headers = headers or {"Cookie": response.headers["Set-Cookie"].split(";")[0]}
                served.append(response.headers[WORKER])
    assert served == served[:1] * 4


def test_a_lecture_is_served_by_two_processes_and_survives_the_loss_of_one(lecture, new_page):
    """One story, because starting two apps is dear: pages stay with a process, live sockets go to both, other origins
    to none, and when one process dies its audience goes on with the other."""
    url, processes = lecture

    with live(url) as one, live(url, origin=url) as other:
        available_models = {link.response.headers[WORKER] for link in (one, other)}
        assert available_models == set(processes), "the process with the fewest connections answers"
        assert [ask(link, 7) for link in (one, other)] == [(7, "now")] * 2
    with pytest.raises(InvalidStatus) as refused:
        live(url, origin="http://elsewhere").close()
    assert refused.value.response.status_code == 403

    page = new_page()
    served, sockets = [], []
    page.on("response", lambda response: served.append(response.headers.get(WORKER.lower())))
    page.on("websocket", lambda socket: sockets.append(socket.url))
    open_board(page, url)
    click(page, 0.3, 0.3)
    mine = set(filter(None, served))
    assert len(mine) == 1, "a page stays with the process that began it"
    assert any(socket.endswith("/live") for socket in sockets), "and its board asks the live socket"
    assert page.errors == []

    (first,) = mine
    processes[first].kill()
    with live(url) as link:
        assert link.response.headers[WORKER] != first
        assert ask(link, 8) == (8, "now")
    drawn = positions(page)
    before = seq(page)
    role(page, "context").first.focus()
    page.keyboard.press("ArrowRight")
    painted_after(page, before)
    expect(page.get_by_test_id("stStatusWidget")).to_have_count(0, timeout=PATIENCE)
    click(page, 0.6, 0.6)
    now = positions(page)
    assert len(now) == len(drawn) + 1 and len(set(drawn) - set(now)) == 1, "one point moved, one came, none is lost"
