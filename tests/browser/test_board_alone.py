"""The board without Streamlit: what it promises Python and the socket, with both played by the test."""

from __future__ import annotations

import json

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.shared.board.bundle import styles
from pages.shared.scene import Curve, Panel, Reading, Scene
from tests.board import PATIENCE, board, positions, role, spot

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
    plain = {"session": "s1", "lesson": "home", "epoch": "e1", "points": [[0, 0], [1, 1]], "rev": None, "sliders": []}
    return {**plain, "controls": {}, "live": None, "height": 420, "scene": scene(0), **changes}


class Socket:
    """The server's end of /live: keeps what was asked; answers when the test says so."""

    def __init__(self, page):
        self.asked, self.routes = [], []
        page.route_web_socket("**/live", self._open)

    def _open(self, route):
        self.routes.append(route)
        route.on_message(lambda text: self.asked.append(json.loads(text)))

    def tell(self, **message):
        self.routes[-1].send(json.dumps({"v": 1, "part": "now", "ms": 1, **message}))


@pytest.fixture
def bare(page, server):
    """Mounts the board on an empty page of the same origin."""

    def mount(**changes):
        page.goto(f"{server}/_stcore/health")
        page.evaluate(MOUNT, [styles(), data(**changes)])
        expect(board(page)).to_have_attribute("data-seq", "1", timeout=PATIENCE)
        return page

    return mount


def update(page, **changes) -> None:
    page.evaluate("(change) => { update(change) }", changes)


def commits(page, count: int) -> list[dict]:
    """What the board has handed to Python, once there are so many."""
    page.wait_for_function("(n) => commits.length >= n", arg=count, timeout=PATIENCE)
    return page.evaluate("commits")


def asked(socket: Socket, page, count: int) -> list[dict]:
    while len(socket.asked) < count:
        page.evaluate("new Promise(requestAnimationFrame)")
    return socket.asked


def add(page, across=0.3, down=0.3) -> None:
    page.mouse.click(*spot(page, across, down))


def test_reruns_answer_one_at_a_time(bare):
    page = bare()
    expect(board(page).locator(".message")).to_contain_text("page rerun")
    add(page)
    add(page, 0.5)
    add(page, 0.7)
    first = commits(page, 1)
    assert len(first) == 1 and len(first[0]["points"]) == 3
    assert {"v", "epoch", "rev", "points", "controls"} == set(first[0])
    update(page, rev=first[0]["rev"], scene=scene(1))
    second = commits(page, 2)[1]
    assert len(second["points"]) == 5 and second["rev"] > first[0]["rev"]
    update(page, rev=second["rev"], scene=scene(2))
    expect(board(page)).to_have_attribute("data-seq", str(second["rev"]))
    expect(role(page, "equation")).to_have_text("mean = 2")


def test_a_new_epoch_hands_points_over_and_an_old_one_does_not(bare):
    page = bare()
    update(page, points=[[-1, -1]])
    assert positions(page) == [(0, 0), (1, 1)]
    update(page, epoch="e2", points=[[-1, -1]], scene=scene(3))
    assert positions(page) == [(-1, -1)]
    expect(role(page, "equation")).to_have_text("mean = 3")
    expect(board(page).locator('[data-action="undo"]')).to_be_disabled()


def test_after_a_restart_the_browsers_drawing_wins(bare):
    page = bare()
    add(page)
    drawn = positions(page)
    first = commits(page, 1)
    update(page, session="s2", epoch="e9", points=[[2, 2]], rev=None, scene=scene(4))
    assert positions(page) == drawn
    again = commits(page, len(first) + 1)[-1]
    assert again["epoch"] == "e9"
    assert [tuple(p) for p in again["points"]] == drawn


def test_after_a_restart_an_untouched_board_takes_pythons_points(bare):
    page = bare()
    update(page, session="s2", epoch="e9", points=[[2, 2]])
    assert positions(page) == [(2, 2)]


def test_the_socket_answers_and_python_is_told_at_rest(bare, page):
    socket = Socket(page)
    bare(live="live", controls={"model": "tnpd"})
    page.wait_for_function("() => document.querySelector('.message').hidden")
    add(page)
    request = asked(socket, page, 1)[-1]
    assert (request["v"], request["lesson"], request["controls"]) == (1, "home", {"model": "tnpd"})
    assert len(request["points"]) == 3
    socket.tell(seq=request["seq"], scene=scene(5))
    expect(board(page)).to_have_attribute("data-seq", str(request["seq"]))
    commit = commits(page, 1)[0]
    assert commit["rev"] == request["seq"] and len(commit["points"]) == 3
    update(page, rev=commit["rev"], scene=scene(6))
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(role(page, "equation")).to_have_text("mean = 5")


def test_an_older_answer_is_never_painted_over_a_newer_one(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    old = asked(socket, page, 1)[-1]["seq"]
    socket.tell(seq=old, scene=scene(1))
    expect(role(page, "equation")).to_have_text("mean = 1")
    add(page, 0.6)
    new = asked(socket, page, 2)[-1]["seq"]
    socket.tell(seq=new, scene=scene(2))
    socket.tell(seq=old, scene=scene(7))
    socket.tell(seq=old, scene=scene(8), part="later")
    socket.tell(seq=new, scene=Scene((), (Reading("late", "late", 1, "1"),)).wire(), part="later")
    expect(board(page).locator('[data-reading="late"]')).to_be_visible()
    expect(role(page, "equation")).to_have_text("mean = 2")


def small(mean: float) -> dict:
    x = np.linspace(-3, 3, 9)
    curve = Curve(x, np.full(9, mean), np.full(9, 0.3), "cnp")
    return Scene((Panel("cnp", "CNP", (curve,), area="multiple", points=True, model="cnp"),)).wire()


def test_small_pictures_stay_while_the_stage_goes_on_and_follow_when_they_are_answered(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    first = asked(socket, page, 1)[-1]["seq"]
    socket.tell(seq=first, scene=scene(1))
    socket.tell(seq=first, scene=small(0.5), part="aside")
    shape = board(page).locator('[data-panel="cnp"] path[data-role="mean"]')
    expect(shape).to_have_count(1)
    before = shape.get_attribute("d")
    add(page, 0.6)
    second = asked(socket, page, 2)[-1]["seq"]
    socket.tell(seq=second, scene=scene(2))
    expect(role(page, "equation")).to_have_text("mean = 2")
    assert shape.get_attribute("d") == before
    socket.tell(seq=second, scene=small(-0.5), part="aside")
    expect(shape).not_to_have_attribute("d", before)
    expect(board(page).locator('[data-panel="cnp"] .stale')).to_have_count(0)


def test_a_typed_error_is_one_calm_line_and_the_drawing_stays(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    number = asked(socket, page, 1)[-1]["seq"]
    socket.tell(seq=number, error={"type": "failed", "message": "This could not be worked out."})
    expect(board(page).locator(".message")).to_have_text("This could not be worked out.")
    assert len(positions(page)) == 3
    add(page, 0.6)
    socket.tell(seq=asked(socket, page, 2)[-1]["seq"], scene=scene(2))
    expect(board(page).locator(".message")).to_be_hidden()


def test_a_silent_server_is_asked_again_and_a_lost_link_returns(bare, page):
    socket = Socket(page)
    bare(live="live")
    add(page)
    first, again = asked(socket, page, 2)
    assert first["points"] == again["points"]
    socket.routes[-1].close()
    while len(socket.routes) < 2:
        page.evaluate("new Promise(requestAnimationFrame)")
    request = asked(socket, page, 3)[-1]
    socket.tell(seq=request["seq"], scene=scene(9))
    expect(role(page, "equation")).to_have_text("mean = 9")


def test_sliders_belong_to_the_board_and_a_changed_widget_asks_again(bare, page):
    socket = Socket(page)
    slider = {"name": "tau", "label": "Shift", "min": -2, "max": 2, "step": 0.5, "value": 1}
    bare(live="live", sliders=[slider], controls={"model": "tnpd", "tau": 1})
    page.get_by_role("slider", name="Shift").focus()
    page.keyboard.press("ArrowRight")
    request = asked(socket, page, 1)[-1]
    assert request["controls"] == {"model": "tnpd", "tau": 1.5}
    socket.tell(seq=request["seq"], scene=scene(1))
    assert commits(page, 1)[0]["controls"] == {"tau": 1.5}
    update(page, controls={"model": "cnp", "tau": 1}, scene=None)
    assert asked(socket, page, 2)[-1]["controls"] == {"model": "cnp", "tau": 1.5}


def test_a_reading_tells_its_tone_by_a_sign_too(bare):
    page = bare()
    reading = board(page).locator('[data-reading="r"]')
    expect(reading).to_have_attribute("data-tone", "good")
    expect(reading).to_contain_text("✓")


def test_a_cleanup_tears_down_only_what_has_left_the_document(bare):
    page = bare()
    page.evaluate("() => { cleanup(); return new Promise((done) => setTimeout(done)) }")
    add(page)
    assert len(commits(page, 1)[0]["points"]) == 3
