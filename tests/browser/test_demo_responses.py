"""What the folder's workers respond: the same scenes and verdicts as the server's."""

from __future__ import annotations

import json

import pytest

from pages.home.task import CONTEXT, TARGETS
from pages.lessons import LESSONS
from pages.shared.drawing.presets import PRESETS
from pages.shared.live.protocol import Request
from pages.shared.live.scenes import Scenes
from pages.shared.live.service import SERVICE
from pages.shared.live.verdicts import Question, judged
from tests.demo_page import differences, responses

pytestmark = pytest.mark.rare

TOLERANCE = 2e-3  # of numbers; in texts they are equal but for the last digit, or say how small rounding is
POINTS = PRESETS["Two clusters"]
SCENES = [
    ("home", POINTS, {}),
    ("home", (), {}),
    ("home", POINTS, {"model": "convcnp", "tau": 0.3}),
    ("home", CONTEXT, {"tau": 1.0, "model": "cnp", "show_targets": True}),
    ("home", (*CONTEXT, *TARGETS), {"show_cnp": True, "model": "tetnp", "tau": -2.5}),
    ("equivariance", POINTS, {}),
    ("equivariance", POINTS, {"model": "convcnp-zero", "tau": 0.03}),
    ("equivariance", POINTS, {"model": "tnpd-shifted", "curves": "learned", "tau": 5.5}),
    ("equivariance", POINTS, {"model": "tetnp", "curves": "unlabelled", "group": "permute"}),
    ("equivariance", (), {"centre": True, "model": "tnpd@nonstationary", "group": "scale"}),
]
SHORT = ((-0.5, 1.5), (0.0, -1.5), (0.5, 1.5), (1.0, -1.5))
# Lesson, step, points before and now, controls now, guess.
VERDICTS = [
    ("home", 1, (), ((0.3, 1.0),), {}, None),
    ("home", 1, (), ((2.5, 1.0),), {}, None),
    ("home", 2, CONTEXT, CONTEXT, {}, [0.4] * 17),
    ("home", 2, CONTEXT, CONTEXT, {}, [0.1 * i for i in range(1, 18)]),
    ("home", 3, CONTEXT, (*CONTEXT, TARGETS[2]), {}, None),
    ("home", 3, CONTEXT, (*CONTEXT, (0.4, -1.0)), {}, None),
    ("home", 4, (), (*CONTEXT, *TARGETS), {}, 0),
    ("home", 5, CONTEXT, CONTEXT, {}, 2),
    ("home", 6, CONTEXT, CONTEXT, {"tau": 1.0}, [1, 1]),
    ("home", 7, (), SHORT, {}, None),
    ("equivariance", 1, POINTS, POINTS, {}, [0, 0, 1, 2]),
    ("equivariance", 2, POINTS, POINTS, {"tau": 2.03, "centre": True}, None),
    ("equivariance", 3, POINTS, POINTS, {"tau": 1.5, "model": "tetnp"}, None),
    ("equivariance", 4, POINTS, POINTS, {"tau": 0.03, "model": "convcnp-zero"}, 1),
    ("equivariance", 5, POINTS, POINTS, {"tau": 5.5, "model": "tnpd-shifted"}, 0),
    ("equivariance", 6, POINTS, POINTS, {"model": "tetnp"}, [0, 0, 2]),
    ("equivariance", 7, POINTS, POINTS, {}, 2),
    ("equivariance", 8, POINTS, POINTS, {}, [1, 3, 0, 2]),
    ("equivariance", 8, POINTS, POINTS, {}, [0, 1, 2, 3]),
]


def message(lesson, points, controls, seq=1):
    return {"v": 1, "seq": seq, "lesson": lesson, "points": [list(p) for p in points], "controls": controls}


def rounding(text):
    """As people read it. An error that is rounding has one size in PyTorch and another in ONNX Runtime."""
    return text.replace("< 0.0001", "0") if isinstance(text, str) else text


def comparable(tree):
    """Without what says how large rounding is."""
    if isinstance(tree, dict):
        return {key: comparable(value) for key, value in tree.items()}
    return [comparable(each) for each in tree] if isinstance(tree, list) else rounding(tree)


def test_scenes_are_those_of_the_server(workers):
    found = responses(workers, [message(*case, seq) for seq, case in enumerate(SCENES)])
    for (lesson, points, controls), parts in zip(SCENES, found, strict=True):
        assert [part.get("part", part) for part in parts] == list(LESSONS[lesson].parts), (lesson, controls)
        for part in parts:
            expected = SERVICE.scene(LESSONS[lesson], points, controls, part["part"]).wire()
            wrong = differences(comparable(part["scene"]), comparable(expected), TOLERANCE)
            assert wrong == [], (lesson, controls, part["part"])


def test_a_step_gets_from_workers_what_it_gets_from_the_server(workers):
    """The stage and its own panels, and no part of which it shows nothing."""
    scenes, asked = Scenes(LESSONS, SERVICE), []
    for lesson in ("home", "equivariance"):
        story = LESSONS[lesson].story
        asked += [(lesson, number, story.controls_at(number)) for number in range(1, len(story.steps) + 1)]
    requests = [Request(seq, lesson, POINTS, controls, step) for seq, (lesson, step, controls) in enumerate(asked)]
    parts = [["now", *scenes.following(request)] for request in requests]
    messages = [message(r.lesson, r.points, r.controls, r.seq) | {"open_step": r.open_step} for r in requests]
    found = responses(workers, messages, [each[-1] for each in parts])
    for request, names, responded in zip(requests, parts, found, strict=True):
        assert [part["part"] for part in responded] == names and responded[0]["more"] == names[1:], request
        for part in responded:
            expected = json.loads(scenes.packed(request, part["part"]))
            assert differences(comparable(part["scene"]), comparable(expected), TOLERANCE) == [], request


def test_verdicts_are_those_of_the_server(workers):
    questions = [
        {
            **message(lesson, now, controls),
            "step": step,
            "guess": guess,
            "before": {"points": before, "controls": controls},
        }
        for lesson, step, before, now, controls, guess in VERDICTS
    ]
    found = responses(workers, questions)
    for (lesson, step, before, now, controls, guess), ((response,)) in zip(VERDICTS, found, strict=True):
        then, here = (Request(1, lesson, points, controls) for points in (before, now))
        expected = judged(LESSONS[lesson], Question(here, step, then, guess), SERVICE)
        wrong = differences(comparable(response["verdict"]), comparable(expected.wire()), TOLERANCE)
        assert wrong == [], (lesson, step, guess)


def test_small_pictures_follow_a_drag_that_never_rests(workers):
    """Each request comes as soon as the one before has its response, as from a slow machine."""
    drag = [message("home", ((0.01 * i, 0.5), *POINTS), {}, seq) for seq, i in enumerate(range(100))]
    first, *rest = responses(workers, drag, ["later", *["now"] * 99])
    assert [part["part"] for part in first] == ["now", "aside", "later"]
    asides = [part["seq"] for parts in rest for part in parts if part["part"] == "aside"]
    assert len(asides) >= 2 and asides == sorted(asides)
