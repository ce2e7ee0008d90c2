"""The summary as a Streamlit page, with a button that prints it."""

from pathlib import Path

import streamlit as st

from pages.lessons import LESSONS
from pages.summary.sheet import sheet

HERE = Path(__file__).resolve().parent
BUTTON = '<button type="button" class="print">Print, or save as PDF</button>'

_print = st.components.v2.component(
    "print", html=BUTTON, css=(HERE / "button.css").read_text("utf-8"), js=(HERE / "button.js").read_text("utf-8")
)

st.html(HERE / "summary.css")
with st.container(horizontal=True, vertical_alignment="center", key="summary-buttons"):
    st.page_link("home/page.py", label="Back to the course")
    _print(key="print")
st.html(sheet(LESSONS.values()))
