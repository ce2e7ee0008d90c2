"""The drawing board on an empty page: a test plays Python's part and the socket's."""

from __future__ import annotations

import json

import numpy as np
from playwright.sync_api import expect

from pages.shared.board.bundle import styles
from pages.shared.scene.marks import Curve, Panel, Reading, Scene
from tests.board import PATIENCE, await_frames, board, spot

MOUNT = """async ([css, data]) => {
  document.body.innerHTML = '<div id="host"><div class="board" data-testid="board"></div></div>';
  document.head.appendChild(document.createElement("style")).textContent = css;
  const { default: mount } = await import("/board/main.js");
  window.commits = [];
  const parentElement = document.getElementById("host");
  const setStateValue = (name, value) => commits.push(JSON.parse(JSON.stringify(value)));
  window.update = (change) => {
    data = { ...data, ...change };
    return mount({ parentElement, setStateValue, data });
  };
  window.cleanup = update({});
}"""


def scene(mean: float, caption: str = "") -> dict:
    x = np.linspace(-3, 3, 20)
    curve = Curve(x, np.full(20, mean), np.full(20, 0.3), "tnpd")
    panel = Panel("stage", "Stage", (curve,), area="stage", points=True)
    return Scene((panel,), (Reading("r", "reading", mean, f"{mean}", "good"),), caption, f"mean = {mean}").wire()


def data(**changes) -> dict:
    copy = {"lesson": "home", "points": [[0, 0], [1, 1]], "own": {}, "units": None, "seq": None, "hand": None}
    return {**copy, "sliders": [], "controls": {}, "live": None, "height": 420, "scene": scene(0), **changes}


class Socket:
    """The server's end of /live: keeps what was asked; answers when the test says so."""

    def __init__(self, page):
        self.asked, self.routes = [], []
        page.route_web_socket("**/live", self._open)

    def _open(self, route):
        self.routes.append(route)
        route.on_message(lambda text: self.asked.append(json.loads(text)))

    def tell(self, **message):
        kind = next((name for name in ("verdict", "error") if name in message), "scene")
        self.routes[-1].send(json.dumps({"v": 1, "kind": kind, "part": "now", "ms": 1, **message}))


def mount(page, server: str, **changes):
    """Mounts the board on an empty page of the app's own origin."""
    page.goto(f"{server}/_stcore/health")
    page.evaluate(MOUNT, [styles(), data(**changes)])
    expect(board(page)).to_have_attribute("data-seq", "1", timeout=PATIENCE)
    return page


def update(page, **changes) -> None:
    page.evaluate("(change) => { update(change) }", changes)


def received(page, snapshot: dict, **changes) -> None:
    """Python has run with this snapshot: from now on that is its copy."""
    copy = {name: snapshot[name] for name in ("points", "units", "seq")}
    update(page, **copy, own=snapshot["controls"], **changes)


def commits(page, count: int) -> list[dict]:
    """What the board has handed to Python, once there are so many."""
    page.wait_for_function("(n) => commits.length >= n", arg=count, timeout=PATIENCE)
    return page.evaluate("commits")


def asked(socket: Socket, page, count: int) -> list[dict]:
    await_frames(page, lambda: len(socket.asked) >= count, f"{count} requests")
    return socket.asked


def add(page, across=0.3, down=0.3) -> None:
    page.mouse.click(*spot(page, across, down))
