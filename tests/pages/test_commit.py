"""A drag over the live socket, then its commit: what the browser shows already is not computed again. No browser here:
the test plays the board, and socket and page run in this process."""

import json
from collections import Counter
from contextlib import contextmanager

import pytest
import torch
from websockets.sync.client import connect

from pages.lessons import LESSONS
from pages.shared.live.service import SERVICE
from tests.app_pages import board, draw, open_page
from tests.pages.shared.live.test_socket import serving

pytestmark = pytest.mark.slow

FRAMES = 8
POINTS = [[-1.5, 0.2], [0.5, 1.0]]


@pytest.fixture(scope="module")
def live():
    with serving(LESSONS) as url:
        yield url


@contextmanager
def model_calls():
    """Counts calls of modules, whichever function made them: every model is one, and is made of others."""
    calls = Counter()
    hook = torch.nn.modules.module.register_module_forward_pre_hook(
        lambda module, _inputs: calls.update([type(module).__name__])
    )
    try:
        yield calls
    finally:
        hook.remove()


def controls(page) -> dict:
    """All controls as the board sends them to the socket."""
    return {**board(page)["controls"], **board(page)["own"]}


def drag(live, lesson, page) -> list[list[float]]:
    """Move the last point frame by frame, each after the response to the one before, and wait for the slow parts."""
    with connect(live, max_size=None) as socket:
        for frame in range(FRAMES):
            points = [*POINTS, [1.0, frame / 7]]
            request = {"v": 1, "seq": frame, "lesson": lesson.name, "points": points, "controls": controls(page)}
            socket.send(json.dumps(request))
            expected = {(frame, "now")} if frame < FRAMES - 1 else {(frame, part) for part in lesson.parts}
            while expected:
                reply = json.loads(socket.recv(timeout=60))
                assert "error" not in reply, reply
                expected.discard((reply["seq"], reply["part"]))
    return points


def commit(page, points, live=True):
    return draw(page, points, board(page)["own"], live=live)


@pytest.mark.parametrize("name", LESSONS)
def test_a_commit_computes_nothing_that_the_browser_shows(name, live):
    SERVICE.clear()
    page = open_page(name)
    points = drag(live, LESSONS[name], page)
    with model_calls() as calls:
        commit(page, points)
        assert board(page)["scene"] is None, "what is on screen is not sent again"
        commit(page, points, live=False)
        assert board(page)["scene"]["panels"], "without a live link the rerun paints"
    assert not calls, "and finds every part where the socket has left it"
    assert (board(page)["points"], board(page)["seq"]) == (points, 2)


def test_without_a_socket_a_commit_computes_every_part():
    SERVICE.clear()
    page = open_page("home", live="off")
    with model_calls() as calls:
        commit(page, POINTS, live=False)
    assert calls
    shown = {reading["id"] for reading in board(page)["scene"]["readings"]}
    assert {"shift-tnpd", "limit-tnpd"} <= shown, "the fast part and the slow one"


def test_share_and_figures_take_the_scene_from_the_service(live):
    SERVICE.clear()
    page = open_page("attention")
    points = drag(live, LESSONS["attention"], page)
    commit(page, points)
    with model_calls() as calls:
        page.session_state["share"] = True
        page.run()
        assert board(page)["scene"] is None
        next(toggle for toggle in page.toggle if toggle.key == "figures").set_value(True).run()
    assert len(page.get("plotly_chart")) > 3
    assert not calls
