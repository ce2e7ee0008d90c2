"""Two dimensions as a Streamlit page."""

from pages.plane import LESSON
from pages.plane.article import article
from pages.plane.controls import PlaneControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    return {"model": widgets.draw(PlaneControls, "model")}


show(LESSON, _widgets, article)
