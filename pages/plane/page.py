"""Two dimensions as a Streamlit page."""

from pages.plane import LESSON
from pages.plane.article import article
from pages.plane.controls import GRIDS, PlaneControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show

NO_ATTENTION = "A ConvCNP has no attention: what it reads of a station stands in the cells of its grid."


def _widgets() -> dict[str, object]:
    model = widgets.draw(PlaneControls, "model")
    off = NO_ATTENTION if model in GRIDS else None
    return {"model": model, **{name: widgets.draw(PlaneControls, name, off=off) for name in ("layer", "head")}}


show(LESSON, _widgets, article)
