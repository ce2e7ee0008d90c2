"""The two pages of a lecturer: the plan, and the notes."""

from __future__ import annotations

import json

from streamlit.testing.v1 import AppTest

from pages.lecture import PLANS
from pages.lessons import LESSONS
from tests.app_pages import ENTRY


def opened(file: str, **parameters: str) -> AppTest:
    app = AppTest.from_file(str(ENTRY), default_timeout=120).run()
    app.query_params.update(parameters)
    return app.switch_page(f"lecture/{file}.py").run()


def handed(app: AppTest, key: str) -> dict:
    assert not app.exception
    return json.loads(app.get_by_key(key).proto.json)


def test_a_plan_is_chosen_read_and_handed_to_the_browser():
    app = opened("view")
    assert app.title[0].value == "Give a lecture"
    assert app.segmented_control[0].options == ["15 minutes", "45 minutes", "90 minutes", "A file of yours"]
    assert [button.proto.label for button in app.get("download_button")] == ["Save this plan"]
    talk = handed(app, "start")["talk"]
    assert talk["title"].startswith("45 minutes") and talk["stops"][0]["address"] == ""
    app.segmented_control[0].set_value("90").run()
    assert len(handed(app, "start")["talk"]["stops"]) == PLANS["90"].count("?step=")


def test_a_file_that_is_no_talk_is_refused_in_a_sentence():
    app = opened("view")
    app.segmented_control[0].set_value("own").run()
    assert app.file_uploader, "a file is asked for"
    app.file_uploader[0].set_value(("talk.txt", b"0 nowhere?step=1", "text/plain")).run()
    assert "line 1 of the talk" in app.error[0].value
    app.file_uploader[0].set_value(("talk.txt", b"0 masks?step=2  Hands.", "text/plain")).run()
    assert handed(app, "start")["talk"]["stops"][0]["note"] == "Hands."


def test_the_notes_are_those_of_the_lesson_in_the_address():
    app = opened("notes", lesson="masks")
    assert handed(app, "follow") == {"lesson": "masks"}
    text = "\n".join(part.value for part in app.markdown)
    assert all(f"## {number}." in text for number in range(1, len(LESSONS["masks"].story.steps) + 1))
    assert handed(opened("notes", lesson="nowhere"), "follow") == {"lesson": "home"}
