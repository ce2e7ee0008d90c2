"""Learning to learn as a Streamlit page."""

from pages.learning import LESSON
from pages.learning.article import article
from pages.learning.controls import LearningControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    return {name: widgets.draw(LearningControls, name) for name in ("model", "functions")}


show(LESSON, _widgets, article)
