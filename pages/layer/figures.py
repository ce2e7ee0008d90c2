"""Vector figures for a paper or slides, drawn from a prediction that runs on the drawn points."""

from __future__ import annotations

import streamlit as st

from pages.shared.drawing import session as state
from pages.shared.lesson.values import context
from pages.shared.shell import widgets
from tnpcore.figures import FIGURES, draw, export

KEY = "layer_figure"


@st.fragment
def figures_to_print() -> None:
    """A choice of figures; the chosen one as a picture, and as a file to keep."""
    st.subheader("Figures for a paper or slides", anchor=False)
    st.markdown(
        "Drawn from a prediction that runs on your points: every box is a module that ran, with the shape that it "
        "returned. 8 cm wide, text stays text. On the command line: `python -m tnpcore.figures NAME --out FILE`."
    )
    names = tuple(FIGURES)
    widgets.recall(KEY, names)
    name = st.selectbox("Figure", names, None, lambda one: FIGURES[one], key=KEY, placeholder="Choose a figure")
    if not widgets.keep(KEY, name, None):
        return
    try:
        figure = draw(name, context(state.points()))
    except ValueError:
        st.info("A figure needs at least one point: click or tap on the plot to add one.")
        return
    files = {form: export(figure, form) for form in ("svg", "pdf")}
    st.image(files["svg"].decode(), width=480)
    for column, (form, content) in zip(st.columns([1, 1, 4]), files.items(), strict=False):
        kind = {"svg": "image/svg+xml", "pdf": "application/pdf"}[form]
        column.download_button(form.upper(), content, f"{name}.{form}", kind, on_click="ignore", key=f"{KEY}_{form}")
