"""The lesson on data of one's own as a Streamlit page."""

from functools import partial

import streamlit as st

from pages.fit import LESSON
from pages.fit.article import article
from pages.fit.controls import BLOCKS, FitControls
from pages.shared.drawing import session
from pages.shared.drawing.moments import MIDNIGHT
from pages.shared.shell import widgets
from pages.shared.shell.page import show

WIDTHS = ("a tenth of the axis", "a day")


def _set_width() -> None:
    """Hand the chosen width to the board. A choice is an action, so nothing stays selected."""
    width, st.session_state["block_width"] = st.session_state["block_width"], None
    units = session.units()
    if width and units:
        session.set_controls(block=1 / units.x_factor if width == WIDTHS[1] else 0.0)


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, FitControls)
    chosen = {name: draw(name) for name in ("model", "prior", "held", "gp", "event")}
    units = session.units()
    if chosen["held"] == BLOCKS and units and units.x_since not in ("", MIDNIGHT):
        st.pills("A block is", WIDTHS, key="block_width", on_change=_set_width, wrap=False)
    beside = {"gp": "gp_band", "event": "of"}
    return chosen | {name: draw(name) for shown, name in beside.items() if chosen[shown]}


show(LESSON, _widgets, article)
