"""Decisions as a Streamlit page."""

from pages.decisions import LESSON
from pages.decisions.article import article
from pages.decisions.controls import DecisionsControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    return {name: widgets.draw(DecisionsControls, name) for name in ("function", "model", "rule", "advice")}


show(LESSON, _widgets, article)
