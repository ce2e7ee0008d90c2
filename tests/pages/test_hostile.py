"""Addresses that somebody made by hand, with bad luck or bad intentions: a page opens, keeps calm, and shows points."""

import random

import pytest

from pages.lessons import LESSONS
from tests.app_pages import board, draw, open_page

NAMES = (
    "v",
    "p",
    "c",
    "u",
    "beat",
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


@pytest.mark.slow
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
        {"epoch": None},
        {"epoch": [1]},
        {"epoch": {"a": 1}, "points": [[1, 1]]},
        {"rev": "x"},
        {"points": [[1e7, 1e4]] * 256},
        {"points": [[0.1, 0.1]] * 256},
        {"points": {"0": [1, 1]}},
        {"controls": {"tau": 10**400}},
        {"controls": {"tau": "1", "view": [3, -3], "query": None}},
        {"controls": {"tau": 1e308, "temperature": -1, "lengthscale": 0}},
        {"units": {"x_label": 1}},
        {"units": "kg"},
    ],
    ids=repr,
)
def test_no_commit_breaks_a_page(changes):
    for lesson in ("home", "attention", "setconv"):
        app = open_page(lesson)
        commit = {"v": 1, "epoch": board(app)["epoch"], "rev": 1, "points": [[0.0, 1.0]], "controls": {}, **changes}
        app.session_state["board"] = {"draw": commit}
        app.run()
        assert board(app)["points"] is not None
        draw(app, [[0.25, 0.5]], {"tau": 0.5}, rev=2)
        assert board(app)["points"] == [[0.25, 0.5]]
        assert board(app)["scene"] and not app.info
