"""What the page's address says besides the drawing: the beat on show, and the parts that a link leaves out."""

from __future__ import annotations

import streamlit as st

from pages.shared.lesson.hidden_parts import Hidden, hidden
from pages.shared.lesson.story import PREDICT, step_number

_HIDE = "hide"
_BEAT = "beat"


def beat_here() -> int:
    """The beat that the link names; the first where it names none."""
    return step_number(st.query_params.get(_BEAT)) or PREDICT


def show_beat(at: int) -> None:
    """Name the beat, so that a link opens the page where the lecture is. The first needs no name."""
    if at != PREDICT:
        st.query_params[_BEAT] = str(at)
    elif _BEAT in st.query_params:
        del st.query_params[_BEAT]


def hidden_here() -> Hidden:
    """The parts that the link hides. They stay hidden on every page of the session, and in the links made there."""
    text = st.query_params.get(_HIDE)
    if text is None and (text := st.session_state.get(_HIDE)):
        st.query_params[_HIDE] = text
    st.session_state[_HIDE] = text or ""
    return hidden(text or "")
