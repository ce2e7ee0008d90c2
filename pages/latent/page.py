"""Latent variables as a Streamlit page."""

from functools import partial

from pages.latent import LESSON
from pages.latent.article import article
from pages.latent.controls import LatentControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, LatentControls)
    return {name: draw(name) for name in ("model", "show", "q", "unit")}


show(LESSON, _widgets, article)
