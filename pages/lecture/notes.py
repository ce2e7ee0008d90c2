"""The lecturers' sheets as a Streamlit page, for a second window, which follows what is presented."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.lecture.sheets import sections
from pages.lessons import LESSONS

_follow = st.components.v2.component(
    "follow_talk",
    html='<p class="now" role="status"></p><p class="elapsed"></p><p class="advice" aria-live="polite"></p>',
    css="p { margin: 0; color: var(--st-text-color); } .now { font-weight: 600; } "
    ".elapsed { font-variant-numeric: tabular-nums; }",
    js=Path(__file__).with_suffix(".js").read_text("utf-8"),
)

# Minute, sentence and clock stay in view below the page's menu, and a step begins below them.
st.html(
    "<style>.st-key-follow { position: sticky; top: 3.75rem; z-index: 2; padding-block: 0.4rem; "
    "background: var(--st-background-color, Canvas); } "
    "[class*='st-key-step-'] { scroll-margin-top: 9rem; }</style>"
)
named = st.query_params.get("lesson", "")
lesson = named if named in LESSONS else next(iter(LESSONS))
_follow(key="follow", data={"lesson": lesson})
for number, text in sections(lesson):
    with st.container(key=None if number is None else f"step-{number}"):
        st.markdown(text)
