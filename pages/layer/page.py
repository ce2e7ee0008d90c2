"""The Transformer layer as a Streamlit page."""

from functools import partial

from pages.layer import LESSON
from pages.layer.article import article
from pages.layer.controls import LayerControls
from pages.layer.figures import figures_to_print
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, LayerControls)
    return {name: draw(name) for name in ("layer", "head", "part", "where", "retrained", "square")}


def _below() -> None:
    article()
    figures_to_print()


show(LESSON, _widgets, _below)
