"""The form for a person's own points: pasted lines or an uploaded file, which columns, standardised or not; and where
the table has two readings, which of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial

import streamlit as st

from pages.shared.drawing import stations
from pages.shared.drawing.axes import ROW_NUMBER, beside, measured, on_axes
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
from pages.shared.shell import columns
from pages.shared.shell.escape import plain
from pages.shared.shell.preview import preview

MENU = "data_menu"  # the menu that holds the form
REFUSED = "data-refused"
OTHERS = 3  # columns that are named, of those that were not taken
OPEN = "Choose one of the readings first."
NOTHING = "there is nothing to put on the board yet"
PLACEHOLDER = "-1.5, 0.2\n-0.3, 1.1\n 0.8, -0.4"
LINES, PLANE_LINES = "Lines of x, y", "Lines of longitude, latitude, value"
PLANE_PLACEHOLDER = "longitude, latitude, value\n8.55, 47.37, 9.4\n7.59, 47.56, 10.5\n9.38, 47.42, 8.1"
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
    if found:
        _columns(found, plane)
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
        st.html(preview(found, outcome.points, columns.stations(found) if plane else _on_the_board(found)))
    refused = st.container(
        key=REFUSED
    )  # stays in view (page.css): what is below the button may lie beyond the menu's edge
    pressed = st.button("Put on the board", key="data_put", on_click=_finish, args=(put, work, given))
    if pressed and isinstance(fault, OpenQuestion):
        refused.warning(OPEN)
    elif not outcome and not isinstance(fault, OpenQuestion) and (fault or pressed):
        refused.warning(sentence(str(fault or NOTHING)))


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
    `error` is a third column with standard errors of y, otherwise those in its cells; a name of no column: none.

    Raises:
        OpenQuestion: there are more, and `rows` is None.
        ValueError: the table is a grid of places, has no column with numbers, or the columns hold no points that a
            board takes.
    """
    if found.decisions.places:
        raise ValueError(f"{found.decisions.places} is a map and no curve: open it in the lesson about maps")
    chosen = y is not None
    x, y, error = on_axes(found, x, y, error)
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
    unused = [name for name in beside(found) if name not in (x, y, error)]
    left = f" Neither x nor y: {_few(unused)}." if unused else ""
    return replace(made, summary=f"{made.summary}{counted}{said}{left}")


def placed(found: Table) -> Ready:
    """The stations of a table, by the columns to begin with. Raises as `stations.of_table` and `in_degrees`."""
    table = in_degrees(found)
    *place, value = names = meaning.columns(table)
    made = stations.of_table(table, names)
    return replace(made, summary=made.summary + _not_taken(table, "the value", value, *place))


def _not_taken(found: Table, role: str, *taken: str) -> str:
    """Which columns might have been taken in place of the first one, for who has not chosen."""
    others = [column.name for column in measured(found) if column.name not in taken]
    return f" Of several columns {role} is {taken[0]}; the others are {_few(others)}." if others else ""


def _few(names: list[str]) -> str:
    return ", ".join(names[:OTHERS]) + " and more" * (len(names) > OTHERS)


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


def _columns(found: Table, plane: bool) -> None:
    """Which columns are plotted; of a map also what its places are, once that is known."""
    if not plane:
        columns.of_curve(found)
        return
    try:
        columns.of_plane(found)
    except ValueError:
        return  # what is wrong is said below
    if known := _places_to_begin_with(found):
        label, key = "Places are", f"{PLACES}_{known}"
        st.segmented_control(label, meaning.PLACES, default=known, required=True, key=key)


def _places_to_begin_with(found: Table) -> str | None:
    """What places are by their columns, or by what the person chose of the readings; None while that is open."""
    return meaning.kind(found, *columns.stations(found)[:2]) or dict(_chosen()).get(meaning.KEYWORD)


def _stations() -> Ready | None:
    found = _given_places()
    if found is None:
        return None
    known = _places_to_begin_with(found)
    places = known and (st.session_state.get(f"{PLACES}_{known}") or known)
    return stations.of_table(found, columns.stations(found), places, dict(_chosen()).get(ROWS))


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
    return tuple(filter(None, on_axes(found, *columns.picked(found))))


def _done(read: Read | None) -> Ready | None:
    found = _given()
    if found is None:
        return None
    state = st.session_state
    standardise, rows = state.get("data_standardise") or IF_NEEDED, dict(_chosen()).get(ROWS)
    x, y, error = columns.picked(found)
    return done(found, standardise, x, y, rows, read, error)


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
