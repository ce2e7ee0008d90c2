"""SetConv as a Streamlit page."""

import streamlit as st

from pages.setconv import LESSON
from pages.setconv.article import article
from pages.setconv.controls import MOST_KEPT, SetConvControls
from pages.shared.drawing import session
from pages.shared.shell import widgets
from pages.shared.shell.page import show

WITH_A_ZERO = ((-1.2, 0.8), (-0.3, 0.0), (0.6, -0.7), (1.4, 0.5))
TWO_TOGETHER = ((-0.6, 0.8), (-0.58, 0.8), (1.0, 0.8))
KEEP = (
    f"Every other set that you draw is compared with it (hollow points, dashed curves). The first {MOST_KEPT} points "
    "are kept; a set without points ends the comparison."
)


def _widgets() -> dict[str, object]:
    model = widgets.draw(SetConvControls, "model")
    st.button("A point on y = 0", on_click=session.put, args=(WITH_A_ZERO,))
    st.button("Two points together", on_click=session.put, args=(TWO_TOGETHER,))
    st.button("Keep this set", on_click=_keep, help=KEEP)
    return {"model": model}


def _keep() -> None:
    """The points as they are become the set with which others are compared."""
    session.set_controls(kept=[value for point in session.points()[:MOST_KEPT] for value in point])


show(LESSON, _widgets, article)
