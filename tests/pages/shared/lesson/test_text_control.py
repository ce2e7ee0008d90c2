"""A control that is typed: bounded, plain, the same in a link, in JSON and in the schema."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.shared.drawing import codec
from pages.shared.drawing.state import DrawingState
from pages.shared.lesson.control_fields import number
from pages.shared.lesson.controls import Controls
from pages.shared.lesson.text_control import typed
from pages.shared.lesson.values import MAX_STRING, ControlError


@dataclass(frozen=True)
class Typing(Controls):
    text: str = typed("3 April", label="A date", examples=("3. April", "en-GB 3/4"))
    short: str = typed("", longest=3)
    tau: float = number(0.0, -1.0, 1.0, step=0.5)


def test_a_text_is_an_input_of_the_board_like_a_slider():
    text, short, tau = Typing.sliders({"short": "ab"})
    assert text == {
        "name": "text",
        "label": "A date",
        "longest": MAX_STRING,
        "examples": ["3. April", "en-GB 3/4"],
        "value": "3 April",
    }
    assert (short["value"], short["longest"], tau["step"]) == ("ab", 3, 0.5)
    assert Typing.starts() == {"text": "3 April", "short": "", "tau": 0.0}


@pytest.mark.parametrize("value", ["", "a", "日本語", "3\u202favril", "a;b:c%3B'"])
def test_what_a_person_can_type_is_kept(value):
    assert Typing.parse({"text": value}).plain()["text"] == value


@pytest.mark.parametrize("value", [3, True, ["a"], "x" * (MAX_STRING + 1), "a\nb", "\x00", "\ud800"])
def test_what_no_field_gives_is_named(value):
    with pytest.raises(ControlError, match="text must be one line of at most 64 characters"):
        Typing.parse({"text": value})


@given(st.text(max_size=MAX_STRING))
def test_a_link_brings_the_same_text(text):
    drawing = DrawingState((), {"text": text, "tau": 0.5})
    assert codec.from_link(codec.to_link(drawing)) == drawing
    assert codec.from_json(codec.to_json(drawing)) == drawing


def test_a_text_in_a_link_can_be_read():
    assert codec.to_link(DrawingState((), {"text": "May 3; 2031"}))["c"] == "text:'May 3%3B 2031"


def test_a_text_in_the_place_of_a_number_is_refused():
    found = codec.from_link({"v": "1", "c": "tau:'0.5"})
    with pytest.raises(ControlError, match="tau must be a number"):
        Typing.parse(found.controls)
