"""Rooms behind the proxy of deploy/, on two processes that share a Redis: one is killed, and no vote is lost."""

import json
import sys
from contextlib import ExitStack

import pytest

from tests import haproxy, redis_server
from tests.pages.shared.room.test_routes import LECTURER, SHOW, VOTE, post, socket, view
from tests.serving import free_port, started, wait_until_healthy

CODE = "bamuti"
MEMBERS = 12

pytestmark = pytest.mark.rare


def worker(url, port, log):
    """A process that serves rooms, and may not do so yet: two start at once."""
    command = f"-m uvicorn tests.hall:app --log-level warning --port {port}"
    return started(["env", f"REDIS_URL={url}", sys.executable, *command.split()], log)


@pytest.fixture
def proxy(tmp_path):
    """The proxy's host, and the processes behind it by name."""
    found = haproxy.find_or_install(), redis_server.find_or_install()
    if None in found:
        pytest.skip("HAProxy or Redis is not installed, and may not be installed here")
    with ExitStack() as stack:
        url = stack.enter_context(redis_server.redis(found[1], free_port(), tmp_path))
        ports = [free_port(), free_port()]
        logs = {f"worker{number}": tmp_path / f"worker{number}.log" for number in (1, 2)}
        processes = {
            name: stack.enter_context(worker(url, port, log)) for (name, log), port in zip(logs.items(), ports)
        }
        for port, (name, log) in zip(ports, logs.items()):
            wait_until_healthy(f"http://127.0.0.1:{port}", log, processes[name])
        host = stack.enter_context(haproxy.proxied(found[0], ports, tmp_path)).removeprefix("http://")
        yield host, processes


def test_a_killed_process_takes_no_vote_with_it(proxy):
    host, processes = proxy
    assert post(host, {"kind": "open", "base": "http://localhost/", **LECTURER}, CODE)[0] == 200
    assert post(host, SHOW, CODE)[0] == 200
    members = [{"member": f"{number:032x}"} for number in range(MEMBERS)]
    with ExitStack() as stack:
        links = [stack.enter_context(socket(host, CODE)) for _ in members]
        where = [link.response.headers["x-worker"] for link in links]
        assert set(where) == set(processes), "members of one room are on both processes"
        for number, (link, member) in enumerate(zip(links, members)):
            link.send(json.dumps(VOTE | member | {"option": number % 3}))
        for link in links:
            assert view(link, lambda state: state["mine"] and state["poll"]["voted"] == MEMBERS)["here"] == MEMBERS
        processes[where[0]].kill()
        processes[where[0]].wait()
        alive = next(link for link, name in zip(links, where) if name != where[0])
        state = post(host, {"kind": "lead", **LECTURER}, CODE)[1]
        assert (state["poll"]["voted"], state["here"]) == (MEMBERS, MEMBERS)
        # Who was on the killed one goes on with the other, and sees there what it has voted.
        with socket(host, CODE) as again:
            again.send(json.dumps({"kind": "here", **members[0]}))
            assert view(again, lambda state: True)["mine"] == {"option": 0, "sure": None}
            again.send(json.dumps(VOTE | members[0] | {"option": 2, "sure": True}))
            view(again, lambda state: state["mine"]["option"] == 2)
        assert post(host, {"kind": "reveal", "on": True, **LECTURER}, CODE)[0] == 200
        shown = view(alive, lambda state: state["poll"]["revealed"])["poll"]["results"]
        assert shown == [{"counts": [3, 4, 5], "sure": [0, 0, 1]}]
