"""Which columns of a person's table are plotted: selectors whose choices hold for that table alone."""

from __future__ import annotations

import streamlit as st

from pages.shared.drawing.axes import ROW_NUMBER, apart, numeric, on_axes
from pages.shared.drawing.places import meaning
from pages.shared.drawing.table import Table

NO_ERROR = "none"
UNREAD = "Drawn at the points. Neither the models nor the fitted Gaussian process read them."
PLANE_AXES = ("place, first number", "place, second number", "value")
OF_CURVE = ("data_x", "data_y", "data_error")
OF_PLANE = ("data_x1", "data_x2", "data_value")
_TABLE = "data_columns"  # the table that was chosen of


def picked(found: Table) -> tuple[str | None, ...]:
    """What was chosen for x, y and the standard error of y, each None where nothing was for this table."""
    return _picked(found, OF_CURVE)


def stations(found: Table) -> tuple[str, str, str]:
    """The columns of a place and its value: those that were chosen of this table, otherwise the ones to begin with.

    Raises:
        ValueError: there are none to begin with.
    """
    names = _numbers(found)
    wanted = zip(_picked(found, OF_PLANE), meaning.columns(found))
    x1, x2, value = apart([given if given in names else first for given, first in wanted], names)
    return x1, x2, value


def of_curve(found: Table) -> None:
    """The selectors of x and y, which are two columns, and of the standard errors."""
    columns = numeric(found)
    if len(found.columns) < 2 or not columns or (len(found.columns) == 2 and len(columns) == 2):
        return  # there is nothing to choose
    _begin(found)
    x, y, error = on_axes(found, *picked(found))
    left, middle, right = st.columns(3)
    _select(left, "x", [*(columns if len(columns) > 1 else ()), ROW_NUMBER], x, "data_x")
    _select(middle, "y", [name for name in columns if name != x], y, "data_y")
    numbers = [name for name in _numbers(found) if name not in (x, y)]
    if numbers:
        _select(right, "Error bars, ±1 sd of y", [NO_ERROR, *numbers], error or NO_ERROR, "data_error", UNREAD)


def of_plane(found: Table) -> None:
    """The selectors of a place and its value, which are three columns. Raises as `stations` does."""
    _begin(found)
    for column, label, name, key in zip(st.columns(3), PLANE_AXES, stations(found), OF_PLANE):
        _select(column, label, _numbers(found), name, key)


def _select(place, label: str, options: list[str], chosen: str, key: str, about: str | None = None) -> None:
    st.session_state[key] = chosen
    place.selectbox(label, options, key=key, help=about, on_change=_other_values, args=(key,))


def _other_values(key: str) -> None:
    """Forget the error bars where y is another column now: they were those of the one before."""
    state = st.session_state
    if key == "data_y" or (key == "data_x" and state[key] == state.get("data_y")):
        state.pop("data_error", None)


def _picked(found: Table, keys: tuple[str, ...]) -> tuple[str | None, ...]:
    same = st.session_state.get(_TABLE) == _signature(found)
    return tuple(st.session_state.get(key) if same else None for key in keys)


def _begin(found: Table) -> None:
    """Forget what was chosen of another table."""
    if st.session_state.get(_TABLE) != (signature := _signature(found)):
        for key in (*OF_CURVE, *OF_PLANE):
            st.session_state.pop(key, None)
        st.session_state[_TABLE] = signature


def _signature(found: Table) -> tuple:
    """What two tables have in common whose columns are the same: names and kinds; without names the first row, too."""
    columns = tuple((column.name, column.kind) for column in found.columns)
    return columns if found.named else (*columns, *(column.values[:1] for column in found.columns))


def _numbers(found: Table) -> list[str]:
    return [column.name for column in found.columns if column.kind == "number"]
