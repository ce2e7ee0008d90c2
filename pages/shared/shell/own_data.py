"""The form for a person's own points: pasted lines or an uploaded file, which columns, standardised or not."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import streamlit as st

from pages.shared.drawing.table import Table, read_table
from pages.shared.drawing.table_points import IF_NEEDED, MAX_BYTES, MAX_TEXT, STANDARDISE, Ready, decoded, ready
from pages.shared.shell.escape import plain

MENU = "data_menu"  # the menu that holds the form
ROW_NUMBER = "row number"
NOTHING = "there is nothing to put on the board yet"
PLACEHOLDER = "-1.5, 0.2\n-0.3, 1.1\n 0.8, -0.4"
_PASTE, _UPLOAD = "Paste", "Upload"

table = lru_cache(maxsize=4)(read_table)  # the form is drawn at every rerun while it is open


def form(put: Callable[[Ready], None], looked_at: bool) -> None:
    """The form; `put` takes what is ready for the board. What was given is read only while the form is `looked_at`."""
    way = st.segmented_control("From", (_PASTE, _UPLOAD), default=_PASTE, required=True, key="data_from")
    if way == _PASTE:
        st.text_area("Lines of x, y", key="data_text", height=150, max_chars=MAX_TEXT, placeholder=PLACEHOLDER)
    else:
        size = MAX_BYTES // 1_000_000
        label = f"CSV or text, at most {size} MB"
        st.file_uploader(label, ["csv", "tsv", "txt"], key="data_file", max_upload_size=size)
    found, fault = _attempt(_given) if looked_at else (None, "")
    if found and len(found.names) > 2 and _attempt(found.numeric)[0]:
        _columns(found)
    st.segmented_control("Standardise", STANDARDISE, default=IF_NEEDED, required=True, key="data_standardise")
    pressed = st.button("Put on the board", key="data_put", on_click=_finish, args=(put,))
    outcome, fault = _attempt(_done) if found else (None, fault)
    if outcome:
        st.caption(outcome.summary)
    elif fault or pressed:
        st.warning(sentence(fault or NOTHING))


def done(found: Table, standardise: str, x: str | None = None, y: str | None = None) -> Ready:
    """The points of two columns; those that are not columns of this table give way to the first ones with numbers.

    Raises:
        ValueError: the table has no column with numbers, or the columns hold no points that a board takes.
    """
    known = (*_numeric(found), ROW_NUMBER)
    x, y = (given if given in known else first for given, first in zip((x, y), _first(found)))
    across = None if x == ROW_NUMBER else found.names.index(x)
    pairs, missing = found.pairs(across, found.names.index(y))
    return ready(pairs, (x, y) if found.named else ("x", "y"), standardise, missing)


def sentence(text: str) -> str:
    """An error about what the person gave, as a sentence in which none of their characters is Markdown."""
    return plain(f"{text[:1].upper()}{text[1:]}.")


def _columns(found: Table) -> None:
    numeric = _numeric(found)
    first_x, first_y = _first(found)
    across = [*numeric, ROW_NUMBER]
    left, right = st.columns(2)
    left.selectbox("x", across, across.index(first_x), key="data_x")
    right.selectbox("y", numeric, numeric.index(first_y), key="data_y")


def _numeric(found: Table) -> list[str]:
    return [found.names[column] for column in found.numeric()]


def _first(found: Table) -> tuple[str, str]:
    """The columns to begin with. Of two without names both are meant to be numbers."""
    numeric = _numeric(found)
    if len(numeric) > 1:
        return numeric[0], numeric[1]
    return (ROW_NUMBER, numeric[0]) if found.named or len(found.names) > 2 else found.names


def _given() -> Table | None:
    """What the open form holds; None while it is empty."""
    state = st.session_state
    if state.get("data_from") == _UPLOAD:
        file = state.get("data_file")
        return table(decoded(file.getvalue())) if file else None
    text = state.get("data_text") or ""
    return table(text) if text.strip() else None


def _done() -> Ready | None:
    found = _given()
    if found is None:
        return None
    state = st.session_state
    return done(found, state.get("data_standardise") or IF_NEEDED, state.get("data_x"), state.get("data_y"))


def _finish(put: Callable[[Ready], None]) -> None:
    """Close the form when it has points; it says by itself what is wrong with them."""
    outcome, _ = _attempt(_done)
    if outcome:
        st.session_state[MENU] = False
        put(outcome)


def _attempt(work: Callable[[], object]) -> tuple:
    """What `work` returns and no fault, or None and what was wrong."""
    try:
        return work(), ""
    except ValueError as error:
        return None, str(error)
