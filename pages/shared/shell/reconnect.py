"""After a lost connection the whole page runs again, so that a server which knows nothing of it learns everything.

It is a component without a picture, and stands outside every fragment: only from there does a rerun include them all.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.shared.server.streamlit_ways import nothing

_component = st.components.v2.component("reconnect", js=Path(__file__).with_suffix(".js").read_text("utf-8"))


def run_again_after_a_lost_connection() -> None:
    """Mount it; once on a page, after everything that is seen."""
    _component(key="reconnect", on_again_change=nothing)
