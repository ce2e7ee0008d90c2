"""What the page's address says besides the drawing: the parts that a link leaves out."""

from __future__ import annotations

import streamlit as st

from pages.shared.lesson.hidden_parts import Hidden, hidden

_HIDE = "hide"


def hidden_here() -> Hidden:
    """The parts that the link hides. They stay hidden on every page of the session, and in the links made there."""
    text = st.query_params.get(_HIDE)
    if text is None and (text := st.session_state.get(_HIDE)):
        st.query_params[_HIDE] = text
    st.session_state[_HIDE] = text or ""
    return hidden(text or "")
