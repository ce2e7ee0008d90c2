"""Sequence to sequence as a Streamlit page."""

from functools import partial

from pages.sequences import LESSON
from pages.sequences.article import article
from pages.sequences.controls import ENCODINGS, SequenceControls
from pages.shared.shell import widgets
from pages.shared.shell.page import show

ONE_HEAD = "A recurrent model has one layer of attention with one head, or none."

BY_STEPS = "A recurrent model needs no positions: it reads one symbol after the other."


def _widgets() -> dict[str, object]:
    draw = partial(widgets.draw, SequenceControls)
    values = {name: draw(name) for name in ("task", "model")}
    off = None if values["model"] == "transformer" else ONE_HEAD
    if len(ENCODINGS) > 1:
        values["positions"] = draw("positions", off=None if values["model"] == "transformer" else BY_STEPS)
    return {**values, "layer": draw("layer", off=off), "head": draw("head", off=off), "force": draw("force")}


show(LESSON, _widgets, article)
