"""A page without a browser: the test opens its lab or its story, reads what the board is given, and plays its part."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from streamlit.testing.v1 import AppTest

ENTRY = Path(__file__).resolve().parents[1] / "pages" / "navigation.py"


def open_page(lesson: str, **parameters: str) -> AppTest:
    """The lab of a lesson, opened with these parameters in its address."""
    return show_lab(open_story(lesson, **{"lab": "1", **parameters}), lesson)


def open_story(lesson: str, **parameters: str) -> AppTest:
    """A lesson as its own address opens it with these parameters: its story, where none of them names the lab."""
    app = AppTest.from_file(str(ENTRY), default_timeout=120)
    app.query_params.update(parameters)
    if lesson != "home":
        app._registered_pages = _pages()
        app.switch_page(f"{lesson}/page.py")
    return app.run()


@cache
def _pages() -> dict:
    """The pages of the app, which AppTest knows after a run: to run Home in each session takes half of its time."""
    return AppTest.from_file(str(ENTRY), default_timeout=120).run()._registered_pages


def show_lab(app: AppTest, lesson: str) -> AppTest:
    """The session in the lab of another lesson, or of this one."""
    here = board(app)
    if here["lesson"] == lesson and here["lab"]:
        return app
    if here["lesson"] != lesson:
        app.switch_page(f"{lesson}/page.py")
    return switch(app, lesson, lab=True)


def switch(app: AppTest, lesson: str, lab: bool) -> AppTest:
    """The session after the switch between story and lab was pressed."""
    app.session_state["board"] = {"mode": {"lesson": lesson, "lab": lab}}
    return app.run()


def board(app: AppTest) -> dict:
    """What the page gives its board."""
    assert not app.exception
    return json.loads(app.get_by_key("board").proto.json)


def snapshot(app: AppTest, **changes) -> dict:
    """What the board of this page would send of an unchanged drawing, but for these changes."""
    of = board(app)
    kept = {name: of[name] for name in ("lesson", "hand", "points", "units")}
    return {"v": 1, "seq": (of["seq"] or 0) + 1, "controls": of["own"], "live": False, **kept, **changes}


def draw(app: AppTest, points, controls=None, **more) -> AppTest:
    """The session after the hand has come to rest: what the board commits then."""
    app.session_state["board"] = {"draw": snapshot(app, points=points, controls=controls or {}, **more)}
    return app.run()


def stage_curve(app: AppTest, role: str = "model") -> dict:
    """The first curve of that role on the stage."""
    stage = board(app)["scene"]["panels"][0]
    return next(mark for mark in stage["marks"] if mark["kind"] == "curve" and mark["role"] == role)
