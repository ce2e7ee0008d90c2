"""Addresses that somebody made by hand, with bad luck or bad intentions: a page opens, keeps calm, and shows points."""

import json
import random

import pytest

from pages.lessons import LESSONS
from tests.app_pages import board, draw, open_page, open_story

pytestmark = pytest.mark.slow

NAMES = (
    "v",
    "p",
    "c",
    "u",
    "step",
    "lab",
    "hide",
    "live",
    "model",
    "layer",
    "head",
    "way",
    "equivariance_model",
    "zoo_model",
    "zoo_family",
    "rule",
    "input",
)
VALUES = (
    *(
        "",
        "0",
        "-1",
        "nan",
        "inf",
        "-inf",
        "1e308",
        "9" * 400,
        "1e-400",
        "None",
        "true",
        "[]",
        "{}",
        "\x00",
        "\u202e",
        "é",
    ),
    *(
        "1,2,3",
        "nan,nan",
        "1e308,1",
        "0,0;" * 300,
        ";;;,,,:::",
        "tau:nan",
        "tau:1e9",
        "query:1e308;tau:inf",
        "view:3,-3",
    ),
    *(
        "view:-1e7,1e7",
        "tau:" + "1," * 3000,
        "model:1",
        "__class__:1",
        "<script>alert(1)</script>",
        "../../x",
        "x" * 20_000,
    ),
    *(
        "points:1;handed:2;epoch:3",
        "cells:1,2,3;mask:0;mute:-1,5",
        "home,attention",
        "title,lead,board",
        "5",
        "%00",
        "'\"",
    ),
)
OPENINGS = 8


@pytest.mark.parametrize("lesson", LESSONS)
def test_no_address_breaks_a_page(lesson):
    chance = random.Random(lesson)
    for _ in range(OPENINGS):
        address = {name: chance.choice(VALUES) for name in chance.sample(NAMES, chance.randint(1, 6))}
        if chance.random() < 0.6:
            address.update(v="1", p=chance.choice((*VALUES, "0.5,1;1,-1")))
        app = open_page(lesson, **address)
        told = [note.value for note in (*app.info, *app.warning, *app.error)]
        assert board(app)["points"] is not None, address
        assert not any("Traceback" in text or "Error" in text for text in told), (address, told)
        assert all(len(text) < 400 for text in told), (address, told)


@pytest.mark.parametrize(
    "changes",
    [
        {"hand": "x"},
        {"hand": [1]},
        {"lesson": {"a": 1}, "points": [[1, 1]]},
        {"lesson": "nowhere"},
        {"live": "x", "units": 3},
        {"seq": "x"},
        {"seq": -1},
        {"seq": None},
        {"points": [[1e7, 1e4]] * 256},
        {"points": [[0.1, 0.1]] * 256},
        {"points": {"0": [1, 1]}},
        {"controls": {"tau": 10**400}},
        {"controls": {"tau": "1", "view": [3, -3], "query": None}},
        {"controls": {"tau": 1e308, "temperature": -1, "lengthscale": 0}},
        {"units": {"x_label": 1}},
        {"units": "kg"},
        {"story": 3},
        {"story": {"lesson": "home", "controls": {"model": "gpt"}, "question": "x" * 100_000}},
    ],
    ids=repr,
)
def test_no_commit_breaks_a_page(changes):
    for lesson in ("home", "attention", "setconv"):
        app = open_page(lesson)
        draw(app, **{"points": [[0.0, 1.0]], **changes})
        assert board(app)["points"] is not None
        draw(app, [[0.25, 0.5]], {"tau": 0.5})
        assert board(app)["points"] == [[0.25, 0.5]]
        assert board(app)["scene"] and not app.info


QUESTION = {"v": 1, "seq": 1, "lesson": "home", "points": [], "step": 1, "before": {"points": []}}


@pytest.mark.parametrize(
    "story",
    [
        3,
        [],
        {"lesson": ["home"]},
        {"lesson": "home", "controls": 3},
        {"lesson": "home", "controls": [["model", "cnp"]]},
        {"lesson": "home", "controls": {"model": "gpt", "tau": 1e400}},
        {"lesson": "home", "controls": {f"c{i}": i for i in range(5000)}},
        {"lesson": "home", "question": 7},
        {"lesson": "home", "question": ""},
        {"lesson": "home", "question": "[" * 20_000},
        {"lesson": "home", "question": "x" * 1_000_000},
        *(
            {"lesson": "home", "question": json.dumps({**QUESTION, **spoilt})}
            for spoilt in (
                {"step": 0},
                {"step": 99},
                {"step": 10**30},
                {"step": "1"},
                {"step": 2, "guess": {"a": [1]}},
                {"step": 2, "guess": 10**30},
                {"before": None},
                {"before": {"points": [[1e308, 1]]}},
                {"lesson": "nowhere", "step": 2},
                {"controls": {"model": {}}},
            )
        ),
    ],
    ids=lambda story: repr(story)[:60],
)
def test_no_commit_of_a_story_breaks_a_page(story):
    """Nonsense from a browser without a socket: no verdict comes, and the drawing goes on."""
    app = draw(open_story("home", live="off"), [[0.0, 1.0]], story=story)
    assert (board(app)["verdict"], board(app)["lab"]) == (None, False)
    draw(app, [[0.25, 0.5]], {"tau": 0.5}, story={"lesson": "home", "controls": {"model": "cnp"}})
    assert board(app)["points"] == [[0.25, 0.5]]
    assert board(app)["scene"]["panels"][0]["model"] == "cnp"


@pytest.mark.parametrize(
    "mode", [3, {}, {"lab": True}, {"lesson": 3, "lab": 1}, {"lesson": "home", "lab": []}], ids=repr
)
def test_no_switch_breaks_a_page(mode):
    app = open_story("home")
    app.session_state["board"] = {"mode": mode}
    assert not board(app.run())["lab"]
