"""Translation equivariance as a Streamlit page."""

from functools import partial

import streamlit as st

from pages.equivariance import LESSON
from pages.equivariance.article import article
from pages.equivariance.controls import FARTHEST, EquivarianceControls
from pages.shared.drawing import session
from pages.shared.scene.original_units import in_units
from pages.shared.scene.quantities import along_x
from pages.shared.shell import widgets
from pages.shared.shell.page import show

JUMPS = (0.3, 2.03, 100.0, FARTHEST)


def _set_shift() -> None:
    """Hand the chosen shift to the board. A choice is an action, so nothing stays selected."""
    shift, st.session_state["jump"] = st.session_state["jump"], None
    if shift in JUMPS:
        session.set_controls(tau=shift)


def _without_zeros(shift: float) -> str:
    digits = next(digits for digits in range(3) if digits == 2 or round(shift, digits) == shift)
    return in_units(along_x(shift, digits), session.units())


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, EquivarianceControls)
    values = {name: draw(name) for name in ("model", "group", "input", "curves")}
    st.pills("Set τ to", JUMPS, format_func=_without_zeros, key="jump", on_change=_set_shift, wrap=False)
    return {**values, "centre": draw("centre")}


show(LESSON, _widgets, article)
