"""Attention masks as a Streamlit page."""

import streamlit as st

from pages.masks import LESSON
from pages.masks.article import article
from pages.masks.controls import MaskControls, is_cells_control
from pages.shared.drawing import session as state
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    rule = widgets.draw(MaskControls, "rule", on_change=_reset_cells)
    order = widgets.draw(MaskControls, "order", on_change=_reset_cells)
    points = widgets.draw(MaskControls, "points_order", on_change=_reset_cells)
    st.button("Reset all cells", on_click=_reset_cells)
    return {"rule": rule, "order": order, "points_order": points}


def _reset_cells() -> None:
    """Switched cells differ from the named mask: another mask starts without any."""
    drawn = state.drawn("masks")
    kept = {name: v for name, v in drawn.controls.items() if not is_cells_control(name)}
    state.put(drawn.points, kept, drawn.units)


show(LESSON, _widgets, article)
