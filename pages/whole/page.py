"""The whole on one page, as a Streamlit page."""

from functools import partial

from pages.shared.shell import widgets
from pages.shared.shell.page import show
from pages.whole import LESSON
from pages.whole.article import article
from pages.whole.controls import WholeControls


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, WholeControls)
    return {name: draw(name) for name in ("model", "text")}


show(LESSON, _widgets, article)
