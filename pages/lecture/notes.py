"""The lecturers' sheets as a Streamlit page, for a second window, which follows what is presented."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.lecture.sheets import sections
from pages.lessons import LESSONS

_follow = st.components.v2.component(
    "follow_talk",
    html='<p class="now" role="status"></p>',
    css=".now { color: var(--st-text-color); font-weight: 600; }",
    js=Path(__file__).with_suffix(".js").read_text("utf-8"),
)

named = st.query_params.get("lesson", "")
lesson = named if named in LESSONS else next(iter(LESSONS))
_follow(key="follow", data={"lesson": lesson})
for number, text in sections(lesson):
    with st.container(key=None if number is None else f"step-{number}"):
        st.markdown(text)
