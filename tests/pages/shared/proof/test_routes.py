"""Proof codes over the network: issued after the server's own judge has found the drawing solved, for nothing else."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass, replace

import pytest

from pages.shared.lesson.control_fields import number
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.story import Step, Story, Verdict
from pages.shared.proof.codes import read, secret_of, seed_of
from pages.shared.proof.routes import PER_SECOND, proof_route
from tests.messages import STRANGE, message
from tests.pages.shared.live.test_socket import double, lesson
from tests.served import serving_routes

SECRET = secret_of("the secret of this server")


@dataclass(frozen=True)
class VariedControls(Controls):
    variant: int = number(0, 0, 23, whole=True)


def moved(before, now, _guess):
    """Two points more than the exercise opens with."""
    more = len(now.points) - len(before.points)
    return Verdict(more == 2, f"{more} more.") if more else None


STORY = Story(
    (
        Step("do", "Do", "", "Do.", judge=moved),
        Step("prove", "Prove it", "", "Do.", points=((0.0, 0.0),), judge=moved),
        Step("prove", "Your own", "", "Do.", judge=moved, seed="variant"),
    )
)
DRAWN = lesson(double, story=STORY)
LESSONS = {"drawn": DRAWN, "varied": replace(DRAWN, controls=VariedControls)}
TWO_MORE = [[0, 0], [1, 1], [2, 2]]


@pytest.fixture
def host():
    with serving_routes([proof_route("/proof", LESSONS, SECRET)]) as found:
        yield found


def post(host, body, **headers):
    connection = http.client.HTTPConnection(host, timeout=30)
    connection.request("POST", "/proof", body, headers)
    reply = connection.getresponse()
    text = reply.read()
    connection.close()
    return reply.status, json.loads(text) if text else None


def hand_in(host, **changes):
    before = {"points": TWO_MORE, "controls": {}}
    given = {"lesson": "drawn", "step": 2, "before": before, "points": TWO_MORE, "name": " Ada ", **changes}
    return post(host, json.dumps(message(**given)))


def test_a_solved_exercise_gets_a_code_that_names_it(host):
    status, found = hand_in(host)
    assert (status, found["kind"], found["lasting"]) == (200, "proof", True)
    proof = read(found["code"], SECRET)
    assert (proof.lesson, proof.step, proof.name) == ("test", 2, "Ada")
    again = read(hand_in(host, seq=9)[1]["code"], SECRET)
    assert (
        again.drawing
        == proof.drawing
        != read(hand_in(host, points=[[0, 0], [1, 1], [3, 3]])[1]["code"], SECRET).drawing
    )


def test_what_the_browser_says_of_the_beginning_or_of_a_verdict_does_not_count(host):
    few = TWO_MORE[:2]
    forged = {"points": [], "controls": {}}  # two fewer than are drawn
    assert hand_in(host, points=few, before=forged) == (200, {"kind": "open"})
    assert hand_in(host, points=few, verdict={"done": True}, done=True, revealed=True) == (200, {"kind": "open"})
    assert hand_in(host, points=[[0, 0]]) == (200, {"kind": "open"}), "nothing was done"


def test_only_an_exercise_of_a_lesson_and_a_name_get_one(host):
    assert hand_in(host, step=1)[1]["error"]["message"] == "step 1 of test is no exercise"
    assert hand_in(host, step=9)[1]["error"]["type"] == "failed"
    assert hand_in(host, lesson="nowhere")[1]["error"]["type"] == "unknown-lesson"
    for wrong in ("", " ", "x" * 41, None, *STRANGE):
        if len(json.dumps(wrong)) < 30_000 and not (isinstance(wrong, str) and 0 < len(wrong.strip()) <= 40):
            assert hand_in(host, name=wrong)[1].get("error"), wrong


def test_an_exercise_with_a_seed_is_solved_with_that_of_the_name(host):
    wanted = seed_of("Ada", 24)
    own = {"lesson": "varied", "step": 3, "controls": {"variant": (wanted + 1) % 24}}
    assert hand_in(host, **own) == (200, {"kind": "seed", "control": "variant", "value": wanted})
    assert hand_in(host, **{**own, "controls": {"variant": wanted}})[1]["kind"] == "proof"


def test_other_sites_long_messages_and_hurried_ones_are_refused(host):
    assert post(host, "{}", Origin="https://elsewhere.example.org") == (403, None)
    assert post(host, "x" * 200_000)[0] == 413
    assert post(host, "no JSON")[1]["error"]["type"] == "not-json"
    found = [post(host, "{}")[0] for _ in range(3 * int(PER_SECOND))]
    assert {400, 429} == set(found)
