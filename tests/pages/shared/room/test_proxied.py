"""Rooms behind the proxy of deploy/, on two processes: all of a room come to one, and to the other when that ends."""

import json
from contextlib import ExitStack

import pytest
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from pages.lessons import LESSONS
from pages.shared.room.rooms import Rooms
from pages.shared.room.routes import room_routes
from tests.haproxy import find_or_install, proxied
from tests.pages.shared.room.test_routes import ANN, KEY, fetch, post, socket, view
from tests.served import serving_routes

CODES = [f"ba{consonant}e{other}i" for consonant in "bdf" for other in "gkl"]
OPEN = {"kind": "open", "key": KEY, "base": "http://localhost/"}

pytestmark = pytest.mark.slow


def process():
    health = Route("/_stcore/health", lambda request: PlainTextResponse("ok"))
    return serving_routes([health, *room_routes("", LESSONS, Rooms())])


def port(host):
    return int(host.rpartition(":")[2])


def test_a_room_is_on_one_process_and_moves_when_that_ends(tmp_path):
    haproxy = find_or_install()
    if haproxy is None:
        pytest.skip("HAProxy is not installed, and may not be installed here")
    with ExitStack() as stack:
        processes = {}
        for number in (1, 2):
            own = stack.enter_context(ExitStack())
            processes[f"worker{number}"] = own, port(own.enter_context(process()))
        ports = [each for _, each in processes.values()]
        host = stack.enter_context(proxied(haproxy, ports, tmp_path)).removeprefix("http://")
        where = {}
        for code in CODES:
            assert post(host, OPEN, code)[0] == 200
            with socket(host, code) as link:
                link.send(json.dumps({"kind": "here", **ANN}))
                assert view(link, lambda state: True)["here"] == 1
            assert post(host, {"kind": "here", **ANN}, code)[1]["here"] == 1
            where[code] = fetch(host, "GET", f"/room/{code}")[0].getheader("x-worker")
        assert set(where.values()) == set(processes), "rooms are shared out"
        processes[where[CODES[0]]][0].close()
        _, gone = post(host, {"kind": "here", **ANN}, CODES[0])
        assert gone["error"]["type"] == "no-room"
        assert post(host, OPEN, CODES[0])[0] == 200
        assert post(host, {"kind": "here", **ANN}, CODES[0])[1]["here"] == 1
