"""The summary as a Streamlit page, with a button that prints it; the browser knows what was done."""

from pathlib import Path

import streamlit as st

from pages.lessons import LESSONS
from pages.shared.board.bundle import sources
from pages.summary.sheet import sheet

HERE = Path(__file__).resolve().parent
BUTTON = '<button type="button" class="print">Print, or save as PDF</button>'

_print = st.components.v2.component(
    "print", html=BUTTON, css=(HERE / "button.css").read_text("utf-8"), js=sources("summary/button", HERE.parent)
)

st.html(HERE / "summary.css")
with st.container(horizontal=True, vertical_alignment="center", key="summary-buttons"):
    st.page_link("home/page.py", label="Back to the course")
    _print(
        key="print", data=[{"name": one.name, "steps": len(one.story.steps)} for one in LESSONS.values() if one.story]
    )
st.html(sheet(LESSONS.values()))
