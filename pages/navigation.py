"""The entry script: the pages in teaching order."""

import sys
from pathlib import Path

import streamlit as st

# A host that runs this script alone puts its folder on the import path, and not the one above it.
ROOT = str(Path(__file__).resolve().parent.parent)
if ROOT not in sys.path:
    sys.path.append(ROOT)

page = st.navigation(
    [
        st.Page("home.py", title="Home", default=True),
        st.Page("attention.py", title="Attention"),
        st.Page("masking.py", title="Masking"),
        st.Page("positional.py", title="Positional encoding"),
        st.Page("setconv.py", title="SetConv"),
        st.Page("equivariance.py", title="Equivariance lab"),
        st.Page("zoo.py", title="Zoo"),
    ],
    position="top",
)
st.set_page_config(page_title=f"{page.title} · Neural processes", layout="wide")
st.html(Path(__file__).parent / "shared" / "page.css")
page.run()
