"""Questions about a story over the live socket: each gets its verdict or a typed error, and delays no prediction."""

from __future__ import annotations

import json
import threading

import pytest
from websockets.sync.client import connect

from pages.shared.lesson.guesses import Choose
from pages.shared.lesson.story import Step, Story, Verdict
from tests.messages import STRANGE
from tests.pages.shared.live.test_socket import double, lesson, receive, send, serving

BEFORE = {"points": [[0.0, 0.0]], "controls": {}}


def grown(before, now, guess):
    """How many points more, and how far the scene of the lesson reaches up with them."""
    more = len(now.points) - len(before.points)
    if not more:
        return None
    (line,) = now.scene.panels[0].marks
    return Verdict(True, f"{more} more, up to {max(line.y):g}.", guess == 0, 0)


def secret(_before, _now, _guess):
    raise KeyError("secret")


STEPS = Story(
    (
        Step("see", "Look", "Here."),
        Step("predict", "How many?", "", "Add one.", guess=Choose(("one", "two")), judge=grown),
        Step("prove", "Prove it", "", "Do.", judge=secret),
        Step("prove", "Add some", "", "Do.", points=((0.0, 0.0),), judge=grown),
    )
)


@pytest.fixture(scope="module")
def address():
    with serving({"double": lesson(double), "told": lesson(double, story=STEPS)}) as url:
        yield url


@pytest.fixture
def link(address):
    with connect(address) as one:
        yield one


def ask(link, **changes):
    """A question about the second step: one point more, and the first option guessed."""
    points = [[0.0, 0.0], [1.0, 2.0]]
    send(link, **{"lesson": "told", "points": points, "step": 2, "before": BEFORE, "guess": 0, **changes})


def answer(link, **changes):
    ask(link, **changes)
    return receive(link)


def test_a_question_gets_what_the_judge_says(link):
    found = answer(link, controls={"factor": 3})
    assert {name: found[name] for name in ("v", "seq", "step", "lesson")} == {
        "v": 1,
        "seq": 7,
        "step": 2,
        "lesson": "told",
    }
    expected = {"done": True, "text": "1 more, up to 6.", "right": True, "outcome": 0, "more": "", "drawn": None}
    assert found["verdict"] == expected
    assert answer(link, guess=1)["verdict"]["right"] is False


def test_an_exercise_is_compared_with_how_it_opens_by_itself(link):
    """So a link to a solved one is judged as solved, and no browser says how it began."""
    solved = [[0.0, 0.0], [1.0, 1.0], [2.0, 3.0]]
    for before in (solved, [], [[5.0, 5.0]] * 9):
        found = answer(link, step=4, points=solved, before={"points": before}, guess=None)
        assert found["verdict"]["text"] == "2 more, up to 6."


def test_where_nothing_was_done_there_is_no_verdict(link):
    assert answer(link, points=BEFORE["points"])["verdict"] is None
    assert answer(link, guess=None)["verdict"] is None, "nor before there is a guess"


@pytest.mark.parametrize(
    ("changes", "kind", "words"),
    [
        ({"step": "2"}, "bad-request", "step, a whole number"),
        ({"step": 2.0}, "bad-request", "step, a whole number"),
        ({"step": True}, "bad-request", "step, a whole number"),
        ({"step": None}, "bad-request", "step, a whole number"),
        ({"before": None}, "bad-request", "before, an object"),
        ({"before": {}}, "bad-request", "before: "),
        ({"before": {"points": [[0, 1e9]]}}, "bad-request", "before: "),
        ({"before": {"points": [[0, 0]] * 300}}, "bad-request", "before: "),
        ({"before": {"points": [], "controls": 3}}, "bad-request", "before: "),
        ({"before": {"points": [], "controls": {"factor": 11}}}, "bad-control", "factor must be"),
        ({"controls": {"factor": 11}}, "bad-control", "factor must be"),
        ({"lesson": "nowhere"}, "unknown-lesson", "must be one of"),
        ({"lesson": "double"}, "bad-request", "has no story"),
        ({"points": [[0, float("nan")]]}, "bad-points", ""),
        ({"step": 0}, "failed", "a number from 1 to 4, got 0"),
        ({"step": 10**30}, "failed", "a number from 1 to 4"),
        ({"step": 1}, "failed", "nothing is judged in step 1"),
        ({"guess": 2}, "failed", "a guess must be a number from 0 to 1"),
        ({"step": 3, "guess": None}, "failed", ""),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_cannot_be_judged_is_a_typed_error(link, changes, kind, words):
    found = answer(link, **changes)
    assert (found["seq"], found["error"]["type"]) == (7, kind)
    assert words in found["error"]["message"] and "secret" not in found["error"]["message"]
    assert answer(link)["verdict"]["done"], "and the connection lives on"


def test_strange_guesses_and_moments_get_an_error_or_a_verdict(link):
    for strange in STRANGE:
        for changes in (
            {"guess": strange},
            {"step": strange},
            {"before": strange},
            {"before": {**BEFORE, "points": strange}},
        ):
            if len(json.dumps(changes)) > 30_000:
                continue  # too large is tested beside the socket
            found = answer(link, **changes)
            assert "error" in found or "verdict" in found, changes
            assert "secret" not in str(found)


def test_the_newest_question_wins_and_none_delays_a_prediction():
    """While a judge works, moves are served; of two questions that came meanwhile the older one gets no response."""
    started, go_on = threading.Event(), threading.Event()

    def patient(_before, now, _guess):
        started.set()
        assert go_on.wait(60)
        return Verdict(False, f"{len(now.points)} points.")

    story = Story((Step("do", "Wait", "Here.", judge=patient),))
    with serving({"told": lesson(double, story=story)}) as url, connect(url) as link:
        ask(link, seq=1, step=1)
        assert started.wait(60)
        for seq in (2, 3):
            send(link, seq=seq, lesson="told")
            found = receive(link)
            assert (found["seq"], found["part"]) == (seq, "now"), "a prediction comes before the verdict"
        ask(link, seq=4, step=1)
        ask(link, seq=5, step=1, points=[])
        link.send("no JSON")  # its reply shows that both have been read
        assert receive(link)["error"]["type"] == "not-json"
        go_on.set()
        verdicts = [receive(link) for _ in range(2)]
        assert [(one["seq"], one["verdict"]["text"]) for one in verdicts] == [(1, "2 points."), (5, "0 points.")]
