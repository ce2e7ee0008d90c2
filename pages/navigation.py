"""The entry script: the lessons in teaching order."""

import sys
from pathlib import Path

import streamlit as st

# A host that runs this script alone puts its folder on the import path, and not the one above it.
HERE = Path(__file__).resolve().parent
if str(HERE.parent) not in sys.path:
    sys.path.append(str(HERE.parent))

from pages.lessons import LESSONS

page = st.navigation(
    [
        st.Page(f"{name}/page.py", title=lesson.title, url_path=name, default=name == "home")
        for name, lesson in LESSONS.items()
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · Neural processes", layout="wide")
st.html(HERE / "shared" / "shell" / "page.css")
page.run()
