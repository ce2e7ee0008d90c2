"""Home as a Streamlit page."""

from functools import partial

from pages.home import LESSON
from pages.home.article import article
from pages.home.controls import HomeControls
from pages.shared.models.catalogue import priors
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, HomeControls)
    chosen = {"model": draw("model")}
    if len(priors()) > 1:
        chosen["prior"] = draw("prior", offered=priors())
    return chosen


show(LESSON, _widgets, article)
