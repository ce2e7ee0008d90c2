"""The form for a person's own points: pasted lines or an uploaded file, which columns, standardised or not; and where
the table has two readings, which of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

import streamlit as st

from pages.shared.drawing import stations
from pages.shared.drawing.axes import ROW_NUMBER, first_axes, measured
from pages.shared.drawing.places import meaning
from pages.shared.drawing.places.angles import in_degrees
from pages.shared.drawing.table import MAX_BYTES, TYPES, OpenQuestion, Option, Table, in_words, read_file, read_table
from pages.shared.drawing.table_points import (
    IF_NEEDED,
    MAX_TEXT,
    STANDARDISE,
    Ready,
    as_drawn,
    pairs,
    ready,
    since,
)
from pages.shared.drawing.units import Pairs
from pages.shared.shell.escape import plain
from pages.shared.shell.preview import preview

MENU = "data_menu"  # the menu that holds the form
NO_ERROR = "none"
OTHERS = 3  # columns that are named, of those that were not taken
UNREAD = "Drawn at the points. Neither the models nor the fitted Gaussian process read them."
OPEN = "Choose one of the readings first."
NOTHING = "there is nothing to put on the board yet"
PLACEHOLDER = "-1.5, 0.2\n-0.3, 1.1\n 0.8, -0.4"
LINES, PLANE_LINES = "Lines of x, y", "Lines of longitude, latitude, value"
PLANE_PLACEHOLDER = "longitude, latitude, value\n8.55, 47.37, 9.4\n7.59, 47.56, 10.5\n9.38, 47.42, 8.1"
PLANE_AXES = ("place, first number", "place, second number", "value")
PLACES = "data_places"  # and what they are to begin with: other columns begin anew
OFFERED = "data_offered"  # a text was brought into the form, which unfolds from then on
_PASTE, _UPLOAD = "Paste", "Upload"
ROWS = "rows"  # the keyword of the choice among too many rows
LATER = (ROWS, meaning.KEYWORD)  # keywords of choices about a table that is read; all others are of `read_table`
_CHOICES = "data_choices"  # what was given, and the readings chosen for it: ((keyword, value), ...)

Read = Callable[[Pairs], tuple[tuple[float, float], ...]]
Choices = tuple[tuple[str, object], ...]


def form(put: Callable[[Ready], None], looked_at: bool, read: Read | None = None, plane: bool = False) -> None:
    """The form; `put` takes what is ready for the board. What was given is read only while the form is `looked_at`.
    `read` is the stage's own way to make points of numbers, which then are never standardised. On a `plane` a row is a
    place with a value."""
    way = st.segmented_control("From", (_PASTE, _UPLOAD), default=_PASTE, required=True, key="data_from")
    if way == _PASTE:
        label, example = (PLANE_LINES, PLANE_PLACEHOLDER) if plane else (LINES, PLACEHOLDER)
        st.text_area(label, key="data_text", height=150, max_chars=MAX_TEXT, placeholder=example)
    else:
        size = MAX_BYTES // 1_000_000
        label = f"Table as {', '.join(TYPES[:-1])} or {TYPES[-1]}, at most {size} MB"
        st.file_uploader(label, list(TYPES), key="data_file", max_upload_size=size)
    given = _given_places if plane else _given
    found, fault = _attempt(given) if looked_at else (None, None)
    if found and plane:
        _on_plane(found)
    elif found and _selectable(found):
        _columns(found)
    if read is None and not plane:
        st.segmented_control("Standardise", STANDARDISE, default=IF_NEEDED, required=True, key="data_standardise")
    work = _stations if plane else partial(_done, read)
    outcome, fault = _attempt(work) if found else (None, fault)
    if isinstance(fault, OpenQuestion):
        _offer_readings(fault)
    elif looked_at and _chosen():
        st.button("Choose again", key="data_choose_again", on_click=_forget)
    if outcome:
        st.caption(plain(f"{outcome.summary} {in_words(found)}"))
        st.html(preview(found, outcome.points, _chosen_stations(found) if plane else _on_the_board(found)))
    pressed = st.button("Put on the board", key="data_put", on_click=_finish, args=(put, work, given))
    if pressed and isinstance(fault, OpenQuestion):
        st.warning(OPEN)
    elif not outcome and not isinstance(fault, OpenQuestion) and (fault or pressed):
        st.warning(sentence(str(fault or NOTHING)))


def table(given: str | bytes, choices: Choices = ()) -> Table:
    """The table in a text or a file.

    Raises:
        OpenQuestion: it has two readings.
        ValueError: it cannot be read.
    """
    found = _outcome(given, choices)
    if isinstance(found, ValueError):
        raise found
    return found


def done(
    found: Table,
    standardise: str = IF_NEEDED,
    x: str | None = None,
    y: str | None = None,
    rows: str | None = None,
    read: Read | None = None,
    error: str | None = None,
) -> Ready:
    """The points of two columns; those that are not columns of this table give way to the first ones with numbers.
    `rows` says which, where there are more than a board holds; `read` makes points of them in place of standardising;
    `error` is a third column with standard errors of y.

    Raises:
        OpenQuestion: there are more, and `rows` is None.
        ValueError: the table is a grid of places, has no column with numbers, or the columns hold no points that a
            board takes.
    """
    if found.decisions.places:
        raise ValueError(f"{found.decisions.places} is a map and no curve: open it in the lesson about maps")
    chosen = y is not None
    x, y, error = _axes(found, x, y, error)
    points, missing, x_label, y_label = pairs(found, None if x == ROW_NUMBER else x, y, error)
    if read:
        return as_drawn(points, read, missing, rows)
    counts_from = since(found, None if x == ROW_NUMBER else x)
    labels = (x_label if found.named or counts_from else "x", y_label if found.named else "y")
    made = ready(points, labels, standardise, missing, rows)
    if counts_from and made.units:
        made = replace(made, units=replace(made.units, x_since=counts_from))
    counted = " x is the row number." if x == ROW_NUMBER and len(found.columns) > 1 else ""
    said = "" if chosen else _not_taken(found, "y", y, x)
    return replace(made, summary=f"{made.summary}{counted}{said}")


def placed(found: Table) -> Ready:
    """The stations of a table, by the columns to begin with. Raises as `stations.of_table` and `in_degrees`."""
    table = in_degrees(found)
    *place, value = names = meaning.columns(table)
    made = stations.of_table(table, names)
    return replace(made, summary=made.summary + _not_taken(table, "the value", value, *place))


def _not_taken(found: Table, role: str, *taken: str) -> str:
    """Which columns might have been taken in place of the first one, for who has not chosen."""
    others = [column.name for column in measured(found) if column.name not in taken]
    shown = ", ".join(others[:OTHERS]) + " and more" * (len(others) > OTHERS)
    return f" Of several columns {role} is {taken[0]}; the others are {shown}." if others else ""


def _axes(found: Table, x: str | None, y: str | None, error: str | None) -> tuple[str, str, str | None]:
    """The columns that stand for x, y and the standard error."""
    known = (*_numeric(found), ROW_NUMBER)
    x, y = (given if given in known else first for given, first in zip((x, y), first_axes(found)))
    return x, y, error if error in known and error not in (x, y, ROW_NUMBER) else None


def sentence(text: str) -> str:
    """An error about what the person gave, as a sentence in which none of their characters is Markdown."""
    end = "" if text.endswith("?") else "."
    return plain(f"{text[:1].upper()}{text[1:]}{end}")


def offer_text(text: str) -> None:
    """Open the form with a text that has two readings. In a callback, before the form is drawn."""
    st.session_state.update({"data_from": _PASTE, "data_text": text, OFFERED: True, MENU: True})


# ---- readings --------------------------------------------------------------------------------------


def _offer_readings(question: OpenQuestion) -> None:
    """The readings of a table to choose from, each with its first rows."""
    key = f"data_reading_{len(_chosen())}"
    st.radio(
        sentence(question.sentence),
        range(len(question.options)),
        index=None,
        key=key,
        format_func=lambda i: plain(question.options[i].label),
        captions=[plain("; ".join(option.readings)) for option in question.options],
        on_change=_choose,
        args=(key, question.keyword, question.options),
    )


def _choose(key: str, keyword: str, options: tuple[Option, ...]) -> None:
    place = st.session_state.get(key)
    if place is not None:
        st.session_state[_CHOICES] = (hash(_raw()), (*_chosen(), (keyword, options[place].value)))


def _chosen() -> Choices:
    """What was chosen for what the form holds now; another text or file begins anew."""
    given, choices = st.session_state.get(_CHOICES, (None, ()))
    return choices if choices and given == hash(_raw()) else ()


def _forget() -> None:
    st.session_state.pop(_CHOICES, None)


@lru_cache(maxsize=4)  # the form is drawn at every rerun while it is open
def _outcome(given: str | bytes, choices: Choices) -> Table | ValueError:
    try:
        return read_table(given, **dict(choices)) if isinstance(given, str) else read_file(given, **dict(choices))
    except ValueError as error:
        return error


# ---- columns ---------------------------------------------------------------------------------------


def _selectable(found: Table) -> bool:
    return bool(_numeric(found)) and len(found.columns) > 1 and (len(found.columns) > 2 or len(_numeric(found)) < 2)


def _columns(found: Table) -> None:
    numeric = _numeric(found)
    first_x, first_y = first_axes(found)
    across = [*numeric, ROW_NUMBER]
    left, middle, right = st.columns(3)
    left.selectbox("x", across, across.index(first_x), key="data_x")
    middle.selectbox("y", numeric, numeric.index(first_y), key="data_y")
    numbers = [column.name for column in found.columns if column.kind == "number"]
    if len(numbers) > 1:
        right.selectbox("Error bars, ±1 sd of y", [NO_ERROR, *numbers], key="data_error", help=UNREAD)


def _on_plane(found: Table) -> None:
    """Which columns hold places and values, and what places are, once that is known."""
    numbers = [column.name for column in found.columns if column.kind == "number"]
    try:
        first = meaning.columns(found)
    except ValueError:
        return  # what is wrong is said below the form
    for column, label, name, key in zip(st.columns(3), PLANE_AXES, first, ("data_x1", "data_x2", "data_value")):
        column.selectbox(label, numbers, numbers.index(name), key=key)
    if known := _places_to_begin_with(found):
        label, key = "Places are", f"{PLACES}_{known}"
        st.segmented_control(label, meaning.PLACES, default=known, required=True, key=key)


def _chosen_stations(found: Table) -> tuple[str, str, str]:
    names = {column.name for column in found.columns if column.kind == "number"}
    first, keys = meaning.columns(found), ("data_x1", "data_x2", "data_value")
    x1, x2, value = (given if (given := st.session_state.get(key)) in names else name for key, name in zip(keys, first))
    return x1, x2, value


def _places_to_begin_with(found: Table) -> str | None:
    """What places are by their columns, or by what the person chose of the readings; None while that is open."""
    return meaning.kind(found, *_chosen_stations(found)[:2]) or dict(_chosen()).get(meaning.KEYWORD)


def _stations() -> Ready | None:
    found = _given_places()
    if found is None:
        return None
    known = _places_to_begin_with(found)
    places = known and (st.session_state.get(f"{PLACES}_{known}") or known)
    return stations.of_table(found, _chosen_stations(found), places, dict(_chosen()).get(ROWS))


def _numeric(found: Table) -> list[str]:
    return [column.name for column in found.columns if column.kind != "text"]


# ---- what the form holds ---------------------------------------------------------------------------


def _raw() -> str | bytes | None:
    """What was pasted or uploaded; None while there is nothing."""
    state = st.session_state
    if state.get("data_from") == _UPLOAD:
        file = state.get("data_file")
        return file.getvalue() if file else None
    text = state.get("data_text") or ""
    return text if text.strip() else None


def _given() -> Table | None:
    """What the open form holds; None while it is empty."""
    raw = _raw()
    return None if raw is None else table(raw, tuple(choice for choice in _chosen() if choice[0] not in LATER))


def _given_places() -> Table | None:
    """Likewise, with one column each for latitudes and longitudes that stand in several."""
    found = _given()
    return in_degrees(found) if found else None


def _on_the_board(found: Table) -> tuple[str, ...]:
    """The names of the columns that are chosen in the form."""
    names = _axes(found, *map(st.session_state.get, ("data_x", "data_y", "data_error")))
    return tuple(filter(None, names))


def _done(read: Read | None) -> Ready | None:
    found = _given()
    if found is None:
        return None
    state = st.session_state
    standardise, rows = state.get("data_standardise") or IF_NEEDED, dict(_chosen()).get(ROWS)
    return done(found, standardise, state.get("data_x"), state.get("data_y"), rows, read, state.get("data_error"))


def _finish(put: Callable[[Ready], None], work: Callable[[], Ready | None], given: Callable[[], Table | None]) -> None:
    """Close the form when it has points; it says by itself what is wrong with them."""
    outcome, _ = _attempt(work)
    if outcome:
        st.session_state[MENU] = False
        put(replace(outcome, summary=f"{outcome.summary} {in_words(given())}".strip()))


def _attempt(work: Callable[[], object]) -> tuple:
    """What `work` returns and no fault, or None and what was wrong."""
    try:
        return work(), None
    except ValueError as error:
        return None, error
