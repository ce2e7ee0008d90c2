"""Give a lecture, as a Streamlit page: choose a plan or open one, read it, and start."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.lecture import CHECK, NOTES, PLAN, PLANS, TITLES
from pages.lecture.table import STYLE, table
from pages.lecture.talk import Talk, read, wire, written
from pages.lessons import LESSONS
from pages.shared.board.bundle import sources, styles
from pages.shared.lesson.course import Course

HERE = Path(__file__).resolve().parent
OWN = "own"
LABELS = {**{name: f"{name} minutes" for name in PLANS}, OWN: "A file of yours"}

_start = st.components.v2.component(
    "start_talk",
    html=(HERE / "start.html").read_text("utf-8"),
    css=styles() + (HERE / "start.css").read_text("utf-8"),
    js=sources("lecture/start", HERE.parent),
)


def _chosen() -> Talk | None:
    """The plan on the page; None where a file is still to be opened, or cannot be read."""
    plan = st.segmented_control("Plan", list(LABELS), format_func=LABELS.get, default="45", required=True)
    text = PLANS.get(plan, "")
    if plan == OWN:
        file = st.file_uploader("A talk saved here, or a text of your own", type="txt")
        if file is None:
            st.caption("Save a plan below, change it in any editor, and open it here. A state is a link as Q shows it.")
            return None
        text = file.getvalue().decode("utf-8", "replace")
    try:
        return read(text, LESSONS)
    except ValueError as error:
        st.error(f"This talk could not be read: {error}.")
        return None


def _rows(talk: Talk) -> list[tuple[str, ...]]:
    return [
        (
            "" if stop.minute is None else f"{stop.minute:g}",
            LESSONS[stop.lesson].link,
            "Lab" if stop.step is None else LESSONS[stop.lesson].step(stop.step).title,
            stop.note,
        )
        for stop in talk.stops
    ]


st.html(STYLE)
st.title(TITLES[PLAN], anchor=False)
st.markdown(
    "The right arrow key, or a remote control, goes from one state of the plan to the next, across lessons. "
    "Press **?** there for all keys: **R** shows an outcome, **B** blacks the screen, **Q** shows a code to scan."
)
talk = _chosen()
if talk is not None:
    addresses = {entry["name"]: entry["address"] for entry in Course.of(LESSONS.values()).wire()}
    _start(key="start", data={"talk": wire(talk, addresses), "notes": NOTES})
    st.html(table(("Minute", "Lesson", "Step", "What to say"), _rows(talk)))
    st.download_button("Save this plan", written(talk), "talk.txt", "text/plain", on_click="ignore")
st.markdown(f"Homework: [{TITLES[CHECK]}]({CHECK}) that learners handed in.")
