"""A lesson opens as a story or as a lab: by its address, by a switch, by a link, and with parts hidden."""

from __future__ import annotations

import pytest

from pages.lessons import LESSONS
from pages.shared.drawing.presets import FIRST, PRESETS
from tests.app_pages import board, draw, open_page, open_story, switch

pytestmark = pytest.mark.slow

START = [list(point) for point in PRESETS[FIRST]]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_opens_as_a_story_with_nothing_else(lesson):
    app = open_story(lesson)
    data = board(app)
    assert not data["lab"] and data["story"]["step"] is None
    assert data["story"]["steps"] == LESSONS[lesson].story.wire()
    assert not app.title and not app.code and not app.expander and not app.info
    assert not any(str(button.key).startswith("example_") for button in app.button)
    lab = switch(app, lesson, lab=True)
    assert board(lab)["lab"] and lab.title[0].value == LESSONS[lesson].heading
    assert not board(switch(app, lesson, lab=False))["lab"]


@pytest.mark.parametrize(
    ("address", "lab", "step"),
    [
        ({}, False, None),
        ({"step": "3"}, False, 3),
        ({"lab": "1"}, True, None),
        ({"lab": "0", "v": "1", "p": "0,1"}, False, None),
        ({"v": "1", "p": "0,1"}, True, None),
        ({"v": "1", "p": "0,1", "step": "2"}, False, 2),
        ({"hide": "lead"}, True, None),
        ({"lab": "1", "step": "2"}, True, 2),
        ({"step": "0"}, False, None),
        ({"step": "100"}, False, None),
        ({"step": "²"}, False, None),
        ({"step": "9" * 5000}, False, None),
        ({"step": "0" * 5000 + "3"}, False, None),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_an_address_opens_the_lab_or_a_step(address, lab, step):
    data = board(open_story("home", **address))
    assert (data["lab"], data["story"]["step"]) == (lab, step)


@pytest.mark.parametrize("lab", ["0", "1"])
def test_who_goes_on_from_a_lab_comes_to_a_lab_and_from_a_story_to_a_story(lab):
    app = open_story("home", lab=lab)
    app.switch_page("masks/page.py").run()
    assert board(app)["lab"] == (lab == "1")
    app.switch_page("home/page.py").run()
    assert board(app)["lab"] == (lab == "1")


def test_the_controls_of_a_step_reach_the_scene_of_a_rerun():
    app = open_story("home", live="off")
    for model in ("cnp", "convcnp"):
        draw(app, START, story={"lesson": "home", "controls": {"model": model}})
        assert board(app)["scene"]["panels"][0]["model"] == model


def test_the_link_of_a_presented_step_opens_that_step():
    app = open_story("masks", live="off")
    app.session_state["board"] = {"share": {"count": 1, "step": 3}}
    link = board(app.run())["share"]["link"]
    assert "step=3&v=1&d=two-clusters" in link and "lab" not in link


@pytest.mark.parametrize("request_", [1, {"count": 1}, {"step": 0}, {"step": "3"}, {"step": True}, {"step": 1e9}, []])
def test_a_request_for_a_link_that_names_no_step_gets_one_without(request_):
    app = open_story("home", live="off")
    app.session_state["board"] = {"share": request_}
    assert "step" not in board(app.run()).get("share", {"link": ""})["link"]


def test_the_link_of_a_lab_opens_the_lab():
    app = open_page("home", step="2")
    app.session_state["board"] = {"share": {"count": 1, "step": 3}}
    link = board(app.run())["share"]["link"]
    assert "lab=1&v=1&d=two-clusters" in link and "step" not in link


def test_a_link_too_long_for_a_code_stands_alone_and_the_note_says_why():
    """The button copies the link, and nothing else."""
    points = ";".join(f"{i / 100 - 2.0001:.4f},{i % 7 / 3:.4f}" for i in range(256))
    app = open_page("home", v="1", p=points)
    app.session_state["board"] = {"share": {"count": 7, "step": None}}
    share = board(app.run())["share"]
    assert "lab=1&v=1&p=" in share["link"] and " " not in share["link"]
    assert not share["svg"] and "QR code" in share["note"] and share["count"] == 7 and share["long"]


def test_a_link_hides_parts_of_the_lab():
    app = open_page("home", hide="lead,code,data,lens")
    assert board(app)["hide"] == ["code", "data", "lead", "lens"]
    assert not app.code and not any(str(button.key).startswith("example_") for button in app.button)
    assert not app.info
    app.switch_page("masks/page.py")
    assert board(switch(app, "masks", lab=True))["hide"] == ["code", "data", "lead", "lens"]


def test_a_part_that_is_none_is_told_in_one_sentence():
    app = open_page("home", hide="lead,ledgr")
    (note,) = app.info
    assert note.value.startswith("\u201cledgr\u201d is no part that a link can hide")


def test_hidden_controls_still_count():
    app = open_page("home", hide="controls", model="CNP")
    assert board(app)["scene"]["panels"][0]["model"] == "cnp"
