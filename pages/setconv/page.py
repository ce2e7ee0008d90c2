"""SetConv as a Streamlit page."""

import streamlit as st

from pages.setconv import LESSON
from pages.setconv.article import article
from pages.setconv.controls import SetConvControls
from pages.shared.drawing import session
from pages.shared.shell import widgets
from pages.shared.shell.page import show

WITH_A_ZERO = ((-1.2, 0.8), (-0.3, 0.0), (0.6, -0.7), (1.4, 0.5))
TWO_TOGETHER = ((-0.6, 0.8), (-0.58, 0.8), (1.0, 0.8))


def _widgets() -> dict[str, object]:
    model = widgets.draw(SetConvControls, "model")
    st.button("A point on y = 0", on_click=session.put, args=(WITH_A_ZERO,))
    st.button("Two points together", on_click=session.put, args=(TWO_TOGETHER,))
    return {"model": model}


show(LESSON, _widgets, article)
