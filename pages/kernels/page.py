"""Kernels as a Streamlit page."""

from functools import partial

from pages.kernels import LESSON
from pages.kernels.article import article
from pages.kernels.controls import CROSS_ATTENTION, KernelControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, KernelControls)
    values = {name: draw(name) for name in ("show", "model")}
    # The targets of an ANP cross-attend in one layer: there is nothing to choose.
    several = () if values["model"] in CROSS_ATTENTION else ("layer",)
    return {**values, **{name: draw(name) for name in (*several, "head", "norm", "twice")}}


show(LESSON, _widgets, article)
