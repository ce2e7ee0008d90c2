"""Decoding as a Streamlit page."""

from functools import partial

from pages.decoding import LESSON
from pages.decoding.article import article
from pages.decoding.controls import WRITING, DecodingControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show


def _widgets() -> dict[str, object]:
    """Those of the task: a recurrent model has one layer of attention with one head, or none."""
    draw = partial(widgets.draw, DecodingControls)
    task = draw("task")
    if task == WRITING:
        return {"task": task, "language": draw("language"), "method": draw("method")}
    model = draw("model")
    chosen = ("layer", "head", "force") if model == "transformer" else ("force",)
    return {"task": task, "model": model, **{name: draw(name) for name in chosen}}


show(LESSON, _widgets, article)
