"""The drawing as it lives in a session: commits, examples, pages, links."""

import math

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.drawing import session as state
from pages.shared.drawing.presets import FIRST, PRESETS


def test_presets_are_drawable():
    assert FIRST in PRESETS
    for points in PRESETS.values():
        assert all(abs(x) <= 3 and abs(y) <= 3 for x, y in points)
        assert len({x for x, _ in points}) == len(points)


# ---- a session -------------------------------------------------------------------------------------


def script():
    import streamlit as st

    from pages.shared.drawing import codec
    from pages.shared.drawing import session as state

    lesson = st.query_params.get("lesson", "one")
    st.session_state["seen"] = state.drawn(lesson)
    st.session_state["link"] = state.share_link(codec.to_link(st.session_state["seen"]))
    st.session_state["socket"] = state.live_socket()
    st.button("put", on_click=state.put, args=(((1.0, 1.0),),))
    st.button("replace", on_click=state.put, args=(((1.0, 1.0),), {"cells": [[0, 0]]}))
    st.button("set", on_click=state.set_controls, kwargs={"cells": [[0, 0]]})


@pytest.fixture
def session():
    return AppTest.from_function(script).run()


def seen(session):
    assert not session.exception
    return session.session_state["seen"]


def commit(session, **changes):
    """What the board sends when the hand rests."""
    before = seen(session)
    number = 3 if before.seq is None else before.seq + 1
    draw = {"v": 1, "lesson": session.query_params.get("lesson", ["one"])[0], "hand": before.hand, "seq": number}
    draw |= {"points": [[0, 1]], "controls": {"tau": 0.5}, "units": None, "live": True, **changes}
    session.session_state[state.BOARD] = {"draw": draw}
    return seen(session.run())


def test_a_session_starts_with_an_example(session):
    drawn = seen(session)
    assert (drawn.points, drawn.controls) == (PRESETS[FIRST], {})
    assert (drawn.seq, drawn.hand, drawn.live) == (None, None, None)


def test_a_snapshot_is_taken_and_kept(session):
    drawn = commit(session)
    assert (drawn.points, drawn.controls, drawn.seq, drawn.live) == (((0.0, 1.0),), {"tau": 0.5}, 3, True)
    session.session_state[state.BOARD] = {}
    assert seen(session.run()).points == ((0.0, 1.0),)


@pytest.mark.parametrize(
    "changes", [{"points": [[0, math.nan]]}, {"points": None}, {"controls": {"a": {}}}, {"controls": 3}]
)
def test_a_bad_snapshot_changes_nothing(session, changes):
    assert commit(session, **changes).points == PRESETS[FIRST]


def test_points_travel_to_another_lesson_and_controls_wait(session):
    before = commit(session)
    session.query_params["lesson"] = "two"
    there = seen(session.run())
    assert (there.points, there.controls, there.live) == (before.points, {}, None)
    session.query_params["lesson"] = "one"
    assert seen(session.run()).controls == {"tau": 0.5}


@pytest.mark.parametrize("stale", [{"lesson": "two"}, {"hand": "of another life"}, {"seq": 2}, {"seq": None}], ids=repr)
def test_a_snapshot_of_something_else_than_is_drawn_now_does_not_count(session, stale):
    before = commit(session)
    assert commit(session, points=[[2, 2]], **stale).points == before.points


def test_a_hand_over_is_stronger_than_what_was_sent_before(session):
    before = commit(session)
    next(b for b in session.button if b.label == "put").click().run()
    assert commit(session, points=[[2, 2]], hand=before.hand).points == ((1.0, 1.0),)
    assert commit(session, points=[[2, 2]]).points == ((2.0, 2.0),)


@pytest.mark.parametrize(
    ("button", "points", "controls"),
    [
        ("put", ((1.0, 1.0),), {"tau": 0.5}),
        ("replace", ((1.0, 1.0),), {"cells": [[0, 0]]}),
        ("set", ((0.0, 1.0),), {"tau": 0.5, "cells": [[0, 0]]}),
    ],
)
def test_python_hands_over(session, button, points, controls):
    hand = commit(session).hand
    next(b for b in session.button if b.label == button).click().run()
    drawn = seen(session)
    assert (drawn.points, drawn.controls, drawn.hand != hand) == (points, controls, True)


def test_a_link_opens_its_drawing():
    session = AppTest.from_function(script)
    session.query_params.update({"v": "1", "p": "1,2;3,-1", "c": "tau:0.25"})
    drawn = seen(session.run())
    assert (drawn.points, drawn.controls) == (((1.0, 2.0), (3.0, -1.0)), {"tau": 0.25})
    assert session.session_state["link"].endswith("?v=1&p=1,2;3,-1&c=tau:0.25")


def test_a_bad_link_opens_an_example_and_says_so():
    session = AppTest.from_function(script)
    session.query_params.update({"v": "1", "p": "1,2;oops"})
    drawn = seen(session.run())
    assert drawn.points == PRESETS[FIRST]
    assert drawn.complaint.startswith("This link could not be read")
    assert commit(session).complaint == ""


def test_live_off_lasts_for_the_session():
    session = AppTest.from_function(script)
    session.query_params["live"] = "off"
    assert session.run().session_state["socket"] is None
    del session.query_params["live"]
    assert session.run().session_state["socket"] is None
    session.query_params["live"] = "on"
    assert session.run().session_state["socket"] == "live"
