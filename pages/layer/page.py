"""The Transformer layer as a Streamlit page."""

from pages.layer import LESSON
from pages.layer.article import article
from pages.layer.figures import figures_to_print
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _below() -> None:
    article()
    figures_to_print()


show(LESSON, widgets.each(LESSON.controls, "layer", "head", "part", "where", "retrained", "square"), _below)
