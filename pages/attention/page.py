"""Attention as a Streamlit page."""

from functools import partial

from pages.attention import LESSON
from pages.attention.article import article
from pages.attention.controls import CROSS_ATTENTION, AttentionControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show

ONE_LAYER = (
    "In an ANP the context points attend to each other in four layers; then the targets cross-attend to them in one. "
    "That layer is shown."
)


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, AttentionControls)
    model = draw("model")
    layer = draw("layer", off=ONE_LAYER if model in CROSS_ATTENTION else None)
    return {"model": model, "layer": layer, **{name: draw(name) for name in ("head", "mute", "solo", "scale")}}


show(LESSON, _widgets, article)
