"""The live socket: what it refuses and how, and what follows at rest."""

import json
import threading

import numpy as np
import pytest
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect

from pages.shared.lesson.story import Step, Story, Verdict
from pages.shared.lesson.topic import TOPIC, Topic
from pages.shared.live import socket as live
from pages.shared.live.protocol import MAX_READ
from pages.shared.live.socket import Allowance
from pages.shared.scene.marks import Line, Panel, Scene
from tests.messages import message
from tests.served import PATH, double, lesson, line, picture, receive, request, send, serving


def broken(points, controls):
    raise KeyError("secret")


def not_finite(points, controls):
    return Scene((Panel("stage", "Stage", (Line(np.zeros(1), np.array([np.nan]), "signal"),)),))


def no_json(points, controls):
    return Scene((Panel("stage", object(), ()),))


def beside(points, controls):
    """A stage and two panels."""
    panels = (Panel(name, name, (Line(np.zeros(1), np.zeros(1), "signal"),)) for name in ("shown", "other"))
    return Scene((*picture(points, "beside").panels, *panels))


STORY = Story(
    (
        Step("see", "The stage alone", "Look."),
        Step("see", "All of it", "Look.", panels=("shown",), parts=("aside", "later")),
        Step("see", "What is slow", "Look.", parts=("later",)),
    )
)
GATE = threading.Semaphore(0)


def count(key):
    """States 1 and 2, each as soon as a test lets it go."""
    for state in (1, 2):
        assert GATE.acquire(timeout=30)
        yield state


def counted(state, controls):
    line = Line(np.zeros(1), np.full(1, float(state or 0)), "signal")
    return Scene((Panel("count", f"times {controls.factor}", (line,)),))


COUNTING = Story(
    (
        Step("do", "Count", "Wait.", judge=lambda before, now, guess: Verdict(True, "Done."), parts=(TOPIC,)),
        Step("see", "No count", "Look."),
    )
)
LESSONS = {
    "count": lesson(double, story=COUNTING, topic=Topic("count", lambda controls: controls.model, count, counted)),
    "double": lesson(double),
    "story": lesson(beside, beside, beside, story=STORY),
    "slow": lesson(double, lambda points, controls: picture(points, "later")),
    "aside": lesson(double, None, lambda points, controls: picture(points, "aside")),
    "broken": lesson(broken),
    "not-finite": lesson(not_finite),
    "no-json": lesson(no_json),
}


@pytest.fixture(scope="module")
def address():
    with serving(LESSONS) as url:
        yield url


@pytest.fixture
def link(address):
    with connect(address) as one:
        yield one


# ---- a topic ---------------------------------------------------------------------------------------


def next_of(link, kind):
    while (message := receive(link))["kind"] != kind:
        pass
    return message


def value(message):
    return message["scene"]["panels"][0]["marks"][0]["y"][0]


def question(step=1):
    before = {"points": [], "controls": {}}
    return {"lesson": "count", "seq": 9, "step": step, "before": before, "guess": None}


def test_the_states_of_a_topic_are_pushed_and_a_verdict_waits_for_the_last(address):
    with connect(address) as link, connect(address) as other:
        assert request(link, lesson="count")["more"] == [TOPIC]
        first = next_of(link, "topic")
        assert (first["name"], first["done"], value(first)) == ("count", False, 0.0)
        send(link, **question())
        assert next_of(link, "verdict")["verdict"] is None
        GATE.release()
        second = next_of(link, "topic")
        assert (value(second), second["done"]) == (1.0, False) and second["version"] > first["version"]
        assert "topic" in request(other, lesson="count")["more"]
        assert value(next_of(other, "topic")) == 1.0, "who comes later joins the same run"
        send(link, lesson="count", seq=8, controls={"factor": 3})
        assert next_of(link, "topic")["scene"]["panels"][0]["title"] == "times 3.0", "the same state, other controls"
        GATE.release()
        while not (last := next_of(link, "topic"))["done"]:
            pass
        assert value(last) == 2.0
        send(link, **question())
        assert next_of(link, "verdict")["verdict"]["done"]


def test_a_step_without_the_topic_gets_none(link):
    assert request(link, lesson="count", open_step=2)["more"] == []
    assert request(link, lesson="count", open_step=2, seq=8)["kind"] == "scene"


# ---- one message, without a connection -------------------------------------------------------------


def test_a_response_is_the_lessons_scene(link):
    reply = request(link, points=[[0.5, 1.0], [1.0, -2.0]], controls={"factor": 3})
    assert (reply["v"], reply["seq"], reply["part"]) == (1, 7, "now")
    assert reply["ms"] >= 0 and reply["pause"] == 0
    assert line(reply) == ([0.5, 1.0], [3.0, -6.0])


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"lesson": "nowhere"}, "unknown-lesson"),
        ({"controls": {"model": "gpt"}}, "unknown-model"),
        ({"controls": {"factor": 11}}, "bad-control"),
        ({"points": [[0, 0]] * 10_000}, "bad-points"),
        ({"points": [[0, float("nan")]]}, "bad-points"),
        ({"lesson": "broken"}, "failed"),
        ({"lesson": "story", "open_step": 4}, "bad-request"),
        ({"lesson": "story", "open_step": 0}, "bad-request"),
        ({"lesson": "story", "open_step": "1"}, "bad-request"),
        ({"lesson": "story", "open_step": True}, "bad-request"),
        ({"lesson": "double", "open_step": 1}, "bad-request"),
        ({"lesson": "not-finite"}, "failed"),
        ({"lesson": "no-json"}, "failed"),
        ({"pad": "x" * 100_000}, "too-large"),
    ],
)
def test_an_error_is_typed_and_the_connection_lives_on(link, changes, kind):
    reply = request(link, **changes)
    assert (reply["seq"], reply["error"]["type"]) == (7, kind)
    assert "secret" not in reply["error"]["message"]
    assert request(link, seq=8)["seq"] == 8


def test_text_that_is_no_json_and_bytes_are_refused(link):
    for text in ("hello", json.dumps(message()).encode()):
        link.send(text)
        assert receive(link)["error"]["type"] == "not-json"
    assert request(link)["part"] == "now"


def test_a_monstrous_message_closes_the_connection(link):
    link.send("x" * (MAX_READ + 1))
    assert receive(link)["error"]["type"] == "too-large"
    with pytest.raises(ConnectionClosedError) as closed:
        link.recv(timeout=30)
    assert closed.value.rcvd.code == 1009


def test_too_many_messages_are_refused(monkeypatch, address):
    class TimeStandsStill(Allowance):
        def __init__(self, rate, now):
            super().__init__(2, 0.0)

        def take(self, cost, now):
            return super().take(cost, 0.0)

    monkeypatch.setattr(live, "Allowance", TimeStandsStill)
    with connect(address) as link:
        kinds = [request(link, seq=seq).get("error", {}).get("type") for seq in range(3)]
    assert kinds == [None, None, "too-fast"]


def test_another_sites_page_cannot_connect(address):
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin="http://elsewhere").close()
    assert refused.value.response.status_code == 403
    with connect(address, origin=address.replace("ws", "http", 1).removesuffix(PATH)) as link:
        assert request(link)["seq"] == 7


def test_the_slow_part_follows_at_rest(link):
    assert request(link, lesson="slow")["part"] == "now"
    reply = receive(link)
    assert (reply["seq"], reply["part"]) == (7, "later")
    assert reply["scene"]["panels"][0]["note"] == "later"


def test_what_may_lag_behind_follows_at_once_and_then_at_its_own_pace(monkeypatch, link):
    """The first reply brings it along; within its pace only the last one does, when the hand rests."""
    monkeypatch.setattr(live, "ASIDE_SECONDS", 30.0)
    assert request(link, seq=1, lesson="aside")["part"] == "now"
    first = receive(link)
    assert (first["seq"], first["part"]) == (1, "aside")
    monkeypatch.setattr(live, "REST_SECONDS", 1.0)
    for seq in range(2, 5):
        assert request(link, seq=seq, lesson="aside")["part"] == "now"
    reply = receive(link)
    assert (reply["seq"], reply["part"], reply["scene"]["panels"][0]["note"]) == (4, "aside", "aside")


def panels(reply):
    return reply["part"], [panel["id"] for panel in reply["scene"]["panels"]]


@pytest.mark.parametrize(
    ("step", "ids", "parts"),
    [
        (None, ["stage", "shown", "other"], ["aside", "later"]),
        (1, ["stage"], []),
        (2, ["stage", "shown"], ["aside", "later"]),
        (3, ["stage"], ["later"]),
    ],
)
def test_a_request_gets_what_the_open_step_shows(link, step, ids, parts):
    """In the lab it gets everything. What follows is named, and nothing else comes."""
    open_step = {} if step is None else {"open_step": step}
    first = request(link, lesson="story", **open_step)
    assert (panels(first), first["more"]) == (("now", ids), parts)
    assert [panels(receive(link)) for _ in parts] == [(part, ids) for part in parts]
    assert request(link, seq=8, lesson="double")["seq"] == 8


def test_a_lesson_without_a_story_names_the_parts_that_it_has(link):
    assert request(link, lesson="slow")["more"] == ["later"]
    assert request(link, seq=8, lesson="double")["more"] == []


def test_the_same_drawing_in_another_step_is_another_request(link):
    """What one step was sent is not taken for what another shows."""
    for step, ids in ((1, ["stage"]), (2, ["stage", "shown"]), (1, ["stage"])):
        reply = request(link, lesson="story", open_step=step)
        while reply["part"] != "now":
            reply = receive(link)
        assert panels(reply) == ("now", ids)


def test_a_newer_request_overtakes_the_slow_part(monkeypatch, link):
    """The hand rests only after the last request, however slow this machine is: `later` waits for a moment's quiet."""
    monkeypatch.setattr(live, "REST_SECONDS", 1.0)
    for seq in range(5):
        reply = request(link, seq=seq, lesson="slow")
        assert (reply["seq"], reply["part"]) == (seq, "now")
    reply = receive(link)
    assert (reply["seq"], reply["part"]) == (4, "later")


def test_two_connections_see_only_their_own_points(address):
    with connect(address) as one, connect(address) as other:
        for value in range(20):
            send(one, points=[[1.0, value]])
            send(other, points=[[2.0, -value]])
            assert line(receive(one)) == ([1.0], [2.0 * value])
            assert line(receive(other)) == ([2.0], [-2.0 * value])
