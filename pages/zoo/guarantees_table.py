"""Part of the zoo: what every model guarantees, tested on the person's own points."""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from pages.shared.drawing import session as state
from pages.shared.drawing.presets import DrawnPoints
from pages.shared.lesson.values import context
from pages.shared.models import catalogue as models
from pages.shared.models.each_model import for_each_model
from pages.shared.shell import data_sources as data
from pages.shared.shell.tables import Cell, Row, show_errors, show_table
from pages.zoo.guarantees import PROPERTIES, Finding, broken_guarantees, measure_guarantees
from pages.zoo.property_table import MARKS, compact

_TESTED = "guarantees_tested"


@st.fragment
def show() -> None:
    """A button that tests all models, and the table of what was found. Call it on a page after the board."""
    st.subheader("Guarantees, tested on your points", anchor=False)
    st.markdown(
        "Some properties follow from how a model is built, whatever its weights. Each is measured here: the same "
        "prediction is repeated with the points in another order, with other targets, and with shifted inputs."
    )
    if st.button("Test every model on my points", key="test_guarantees"):
        inputs = state.points(), data.trained_on()
        st.session_state[_TESTED] = *inputs, *_test_all(*inputs)
    if _TESTED in st.session_state:
        _findings(*st.session_state[_TESTED])


def _test_all(points: DrawnPoints, prior: str) -> tuple[dict[str, dict[str, Finding]], dict[str, str]]:
    drawn = context(points)
    return for_each_model(
        lambda name: measure_guarantees(models.model(name), drawn, models.spec(name).guarantees), models.offered(prior)
    )


def _findings(
    points: DrawnPoints, prior: str, found: Mapping[str, Mapping[str, Finding]], refused: Mapping[str, str]
) -> None:
    for name, findings in found.items():
        if broken := broken_guarantees(findings):
            labels = ", ".join(broken)
            st.error(f"**{models.title(name)} breaks a guarantee: {labels}.** Its code or its weights are at fault.")
    count = "one point" if len(points) == 1 else f"{len(points) or 'no'} points"
    changed = {"points": points != state.points(), "models": prior != data.trained_on()}
    later = "".join(f" There are other {what} now: press again." for what, other in changed.items() if other)
    units = f"in units of each model's own standard deviation; models trained on {models.PRIOR_NAMES[prior]}"
    caption = f"Measured on {count}, {units}.{later}"
    columns = ("Model", *(known.label for known in PROPERTIES.values()))
    show_table(caption, columns, [_row(name, findings) for name, findings in found.items()])
    st.caption(" · ".join(f"{mark} {meaning}" for mark, meaning in dict.fromkeys(MARKS.values())))
    show_errors(refused)
    with st.expander("How each property is measured"):
        st.markdown("\n".join(f"- **{known.label}.** {known.method}" for known in PROPERTIES.values()))
        st.markdown(
            "A change below 0.001 sd is float32 rounding and counts as none. Any model can also be sampled "
            "autoregressively: each value joins the context of the next, at the cost of one pass for each. Those "
            "samples are as coherent as the model has learned to make them. Here its own sampling is tested."
        )


def _row(name: str, findings: Mapping[str, Finding]) -> Row:
    known = models.spec(name)
    cells = [_cell(key, found) for key, found in findings.items()]
    return Row(models.title(name), name, cells, f"{known.summary[:-1]} ({known.paper.cited})")


def _cell(key: str, found: Finding) -> Cell:
    (mark, meaning), known = MARKS[found.verdict], PROPERTIES[key]
    number = "" if found.verdict == "open" or math.isnan(found.value) else compact(found.value)
    says = f"{known.label}: {meaning}" + (f"; {number} {known.unit}".rstrip() if number else "")
    return Cell(mark, number, found.verdict, says)
