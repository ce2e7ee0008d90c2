"""Few-shot classification as a Streamlit page."""

from pages.classes import LESSON
from pages.classes.article import article
from pages.classes.controls import ClassesControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    return {"model": widgets.draw(ClassesControls, "model")}


show(LESSON, _widgets, article)
