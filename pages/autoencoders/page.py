"""Autoencoders as a Streamlit page."""

from functools import partial

from pages.autoencoders import LESSON
from pages.autoencoders.article import article
from pages.autoencoders.controls import AutoencoderControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, AutoencoderControls)
    return {name: draw(name) for name in ("model", "show", "pair")}


show(LESSON, _widgets, article)
