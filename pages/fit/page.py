"""The lesson on data of one's own as a Streamlit page."""

from functools import partial

from pages.fit import LESSON
from pages.fit.article import article
from pages.fit.controls import FitControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, FitControls)
    chosen = {name: draw(name) for name in ("model", "prior", "gp", "event")}
    beside = {"gp": "gp_band", "event": "of"}
    return chosen | {name: draw(name) for shown, name in beside.items() if chosen[shown]}


show(LESSON, _widgets, article)
