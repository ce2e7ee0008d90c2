"""Language models as a Streamlit page."""

from functools import partial

from pages.melodies import LESSON
from pages.melodies.article import article
from pages.melodies.controls import ENCODINGS, MelodyControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, MelodyControls)
    chosen = ("model", *(("positions",) if len(ENCODINGS) > 1 else ()), "layer", "head", "write")
    return {name: draw(name) for name in chosen}


show(LESSON, _widgets, article)
