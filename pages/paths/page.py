"""Sample paths as a Streamlit page."""

import secrets
from functools import partial

import streamlit as st

from pages.paths import LESSON
from pages.paths.article import article
from pages.paths.controls import MAX_SEED, WHOLE, PathsControls
from pages.shared.drawing import session as state
from pages.shared.shell import widgets
from pages.shared.shell.page import show

ONE_WAY = "This model has one way of its own: it draws whole paths."


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, PathsControls)
    model = draw("model")
    chosen = {"model": model, "sampling": draw("sampling", off=ONE_WAY if model in WHOLE else None)}
    chosen["given"] = draw("given")
    st.button("Draw new paths", key="paths_draw_anew", on_click=_draw_new_paths)
    return chosen


def _draw_new_paths() -> None:
    state.set_controls(draw=1 + secrets.randbelow(MAX_SEED))


show(LESSON, _widgets, article)
