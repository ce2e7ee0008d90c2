"""Kernels as a Streamlit page."""

from functools import partial

from pages.kernels import LESSON
from pages.kernels.article import article
from pages.kernels.controls import CROSS_ATTENTION, KernelControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show

ONE_LAYER = (
    "In an ANP the context points attend to each other in four layers; then the targets cross-attend to them in one. "
    "That layer is compared."
)


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, KernelControls)
    values = {name: draw(name) for name in ("show", "model")}
    layer = draw("layer", off=ONE_LAYER if values["model"] in CROSS_ATTENTION else None)
    return {**values, "layer": layer, **{name: draw(name) for name in ("head", "norm", "twice")}}


show(LESSON, _widgets, article)
