"""A live socket that serves lessons of a test's own, and how a test talks to it."""

import json
import socket
import threading
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn
from starlette.applications import Starlette

from pages.shared.lesson.control_fields import choice, number
from pages.shared.lesson.controls import Controls
from pages.shared.live.socket import Lesson, live_route
from pages.shared.scene.marks import Line, Panel, Scene
from tests.messages import message

PATH = "/live"


def picture(points, note=""):
    line = Line(points.x[:, 0].numpy(), points.y[:, 0].numpy(), "signal")
    return Scene((Panel("stage", "Stage", (line,), area="stage", note=note),))


@dataclass(frozen=True)
class FactorControls(Controls):
    model: str = choice(("tnpd", "cnp"))
    factor: float = number(2.0, 0.0, 10.0)


def double(points, controls):
    line = Line(points.x[:, 0].numpy(), controls.factor * points.y[:, 0].numpy(), "signal")
    return Scene((Panel("stage", "Stage", (line,), area="stage"),))


def lesson(scene, later=None, aside=None, **more):
    """A lesson of which only the socket's part matters."""
    return Lesson("test", "Test", "?", "Tests", 1, "", "", "", scene, aside, later, FactorControls, **more)


@contextmanager
def serving(lessons):
    """A server of its own for these lessons, on a free port; the address of its socket."""
    with serving_routes([live_route(PATH, lessons)]) as host:
        yield f"ws://{host}{PATH}"


@contextmanager
def serving_routes(routes, port=0):
    """A server of its own for these routes, on that port or a free one; its host and port."""
    app = Starlette(routes=routes)
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", ws="websockets-sansio", lifespan="off"))
    listener = socket.create_server(("127.0.0.1", port))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()  # the listener already takes connections; they wait until the server responds
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


def send(link, **changes):
    link.send(json.dumps(message(**changes)))


def receive(link):
    return json.loads(link.recv(timeout=30))


def request(link, **changes):
    send(link, **changes)
    return receive(link)


def line(reply):
    (mark,) = reply["scene"]["panels"][0]["marks"]
    return mark["x"], mark["y"]
