"""The beats of every page: what is guessed is found out by the model, and the exercise can be done, and done wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages.masks.controls import cells_control
from pages.shared.drawing.presets import FIRST, PRESETS

ENTRY = Path(__file__).resolve().parents[2] / "pages" / "navigation.py"
START = [list(point) for point in PRESETS[FIRST]]
NC = len(START)
A, B, POINT = NC, NC + 1, 4
RAISED = [*START[:4], [0.9, 1.6], *START[5:]]
ZIGZAG = [[0.25 * i, 2.5 if i % 2 else -2.5] for i in range(-8, 9)]


@dataclass(frozen=True)
class Way:
    """One page: what to do (points, controls, widgets) so that its question is answered by that option; a state that
    solves its exercise, and two that do not."""

    file: str
    play: tuple
    came_true: int
    solved: tuple
    failed: tuple
    widgets: dict = field(default_factory=dict)
    prove: dict = field(default_factory=dict)


WAYS = (
    Way("home", ([*START, [0.0, 1.0]], {}), 1, ([[1.1, -1.8], [1.2, -0.5]], {}), (([[0.0, 1.0]], {}), (START, {}))),
    Way(
        "attention",
        (RAISED, {}),
        1,
        (START, {"query": -0.25}),
        ((START, {"query": -0.9}), ([], {})),
        prove={"attention_layer": "3", "attention_head": "3"},
    ),
    Way(
        "masks",
        (START, {"targets": [-0.3, 1.2, 2.4]}),
        0,
        (START, {cells_control(NC): [[POINT, B]]}),
        ((START, {cells_control(NC): [[A, B]]}), (START, {cells_control(NC): [[POINT, A]]})),
    ),
    Way(
        "positional",
        (START, {"log_base": 4.75}),
        1,
        (START, {"d": 4, "log_base": 2.0}),
        ((START, {"d": 4, "log_base": 5.0}), (START, {"d": 16, "log_base": 2.0})),
    ),
    Way(
        "setconv",
        ([[-1.2, 0.8], [-0.3, 0.0], [0.6, -0.7]], {}),
        1,
        ([[-1.3, 0.5], [0.0, 1.0], [1.3, -1.0]], {"lengthscale": 0.65}),
        ((START, {"lengthscale": 0.65}), ([[-1.0, 0.5], [1.0, 1.0]], {"lengthscale": 1.0})),
        widgets={"setconv_model": "convcnp-nodensity"},
    ),
    Way(
        "equivariance",
        (START, {"tau": 2.0}),
        0,
        (ZIGZAG, {"tau": 0.5}),
        ((START, {"tau": 0.5}), (ZIGZAG, {"tau": 2.0})),
        widgets={"equivariance_centre": True},
        prove={"equivariance_centre": False},
    ),
    Way(
        "zoo",
        (START, {}),
        1,
        ([[0.9, 2.3], [0.97, 2.3], [1.03, 2.3], [1.1, 2.3]], {}),
        ((START, {}), ([[0.0, 1.0], [1.0, -1.0]], {}), ([[0.7, 0.4], [0.0, -2.0], [-0.5, -0.5], [-0.2, 1.6]], {})),
        widgets={"zoo_show": "at once"},
    ),
)


def open_page(lesson: str, **parameters) -> AppTest:
    app = AppTest.from_file(str(ENTRY), default_timeout=120)
    app.query_params.update(parameters)
    app.run()
    return app if lesson == "home" else app.switch_page(f"{lesson}/page.py").run()


def board(app: AppTest) -> dict:
    assert not app.exception
    return json.loads(app.get_by_key("board").proto.json)


def beats(app: AppTest) -> dict:
    return board(app)["beats"]


def do(app: AppTest, drawing: tuple, widgets: dict, **said) -> dict:
    """What the board and the widgets say after something was drawn; returns the beats that come back."""
    points, controls = drawing
    data = board(app)
    rev = (data["rev"] or 0) + 1
    app.session_state["board"] = {
        "draw": {"v": 1, "epoch": data["epoch"], "rev": rev, "points": points, "controls": controls},
        "beat": {"lesson": data["lesson"], **said},
    }
    for key, value in widgets.items():
        app.session_state[key] = value
    return beats(app.run())


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.file)
def test_a_guess_is_settled_by_the_model(way):
    app = open_page(way.file)
    start = beats(app)
    assert [step["name"] for step in start["steps"]] == ["Predict", "Play", "Explain", "Prove"]
    assert all(step["text"] for step in start["steps"]) and len(start["options"]) > 1
    guess = next(i for i in range(len(start["options"])) if i != way.came_true)
    waiting = do(app, (START, {}), {}, at=2, guess=guess)
    assert waiting["guess"] == guess and waiting["steps"][1]["result"] is None
    shown = do(app, way.play, way.widgets, at=2, guess=guess)["steps"][1]
    assert shown["result"]["option"] == way.came_true
    assert shown["result"]["tone"] == "bad" and any(sign.isdigit() for sign in shown["result"]["text"])
    assert shown["done"] and app.query_params["beat"] in ("2", ["2"])


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.file)
def test_an_exercise_is_checked_on_what_was_drawn(way):
    app = open_page(way.file)
    for drawing in way.failed:
        prove = do(app, drawing, way.prove, at=4, guess=None)["steps"][3]
        assert not prove["done"] and prove["result"]["text"]
    prove = do(app, way.solved, way.prove, at=4, guess=None)["steps"][3]
    assert prove["done"], prove["result"]
    assert prove["result"]["tone"] == "good"


def test_a_link_opens_a_beat_and_hides_parts():
    app = open_page("home", beat="3", hide="lead,code,data,lens")
    assert beats(app)["at"] == 3
    assert board(app)["hide"] == ["code", "data", "lead", "lens"]
    assert not app.code and not any(group.key == "example" for group in app.button_group)
    assert not app.info
    app.switch_page("masks/page.py").run()
    assert board(app)["hide"] == ["code", "data", "lead", "lens"]


def test_a_part_that_is_none_is_told_in_one_sentence():
    app = open_page("home", hide="lead,ledgr")
    (note,) = app.info
    assert note.value.startswith("\u201cledgr\u201d is no part that a link can hide")


def test_hidden_controls_still_count():
    app = open_page("home", hide="controls", model="CNP")
    assert board(app)["scene"]["panels"][0]["model"] == "cnp"


def test_progress_is_kept_from_page_to_page():
    app = open_page("home")
    do(app, (START, {}), {}, at=2, guess=1)
    app.switch_page("masks/page.py").run()
    assert beats(app)["at"] == 1
    app.switch_page("home/page.py").run()
    assert (beats(app)["at"], beats(app)["guess"]) == (2, 1)
