"""Positional encoding as a Streamlit page."""

from pages.positional import LESSON
from pages.positional.article import article
from pages.positional.controls import PositionalControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    return {name: widgets.draw(PositionalControls, name) for name in ("way", "order")}


show(LESSON, _widgets, article)
