"""Angles that stand in several columns, degrees, minutes, seconds and a letter of the compass, as one column each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from pages.shared.drawing.places.names import DEGREES, LATITUDE, LONGITUDE, MINUTES, SECONDS, Role, role
from pages.shared.drawing.table import Column, Table
from pages.shared.drawing.table.degrees import DEGREE, negative

_SIDES = {
    LATITUDE: {"n": "N", "north": "N", "nord": "N", "norte": "N", "s": "S", "south": "S", "sud": "S", "süd": "S"},
    LONGITUDE: {"e": "E", "east": "E", "est": "E", "este": "E", "ost": "E", "o": "O", "w": "W", "west": "W"}
    | {"oeste": "W", "ouest": "W", "ovest": "W"},
}
_SHARE = {DEGREES: 1, MINUTES: 60, SECONDS: 3600}


def in_degrees(table: Table) -> Table:
    """The table with one column for the latitude and one for the longitude, where they stand in several.

    Raises:
        ValueError: minutes or seconds are not within 0 and 60, or the letter O may be east or west.
    """
    for kind in (LATITUDE, LONGITUDE):
        table = _joined(table, kind)
    return table


def _joined(table: Table, kind: str) -> Table:
    roles = [(column, role(column.name)) for column in table.columns if column.kind == "number"]
    parts = _parts([(column, each) for column, each in roles if each.kind == kind])
    if not parts:
        return table
    sides = next((column for column in table.columns if _names_sides(column, kind)), None)
    first = parts[DEGREES]
    if len(parts) == 1 and sides is None:
        return _turned(table, first)
    used = (*parts.values(), *((sides,) if sides else ()))
    below = {_SIDES[kind][str(side).lower()] for side in sides.values if side is not None} if sides else set()
    turned = negative(below, sides.name, first.name) if sides else frozenset()
    values = []
    for i, line in enumerate(first.lines):
        value = _angle(parts, i, line)
        if sides is not None and value is not None:
            side = sides.values[i]
            letter = None if side is None else _SIDES[kind][str(side).lower()]
            value = None if letter is None else -abs(value) if letter in turned else value
        values.append(value)
    name = first.name if len(parts) == 1 else _shared_beginning([part.name for part in parts.values()]) or kind
    said = f"{name} from {', '.join(column.name for column in used)}"
    return _replaced(table, used, replace(first, name=name, values=tuple(values), unit=DEGREE), said)


def _shared_beginning(names: Sequence[str]) -> str:
    same = takewhile(lambda letters: len(set(letters)) == 1, zip(*names))
    return "".join(letters[0] for letters in same).rstrip(" _-.")


def _parts(found: Sequence[tuple[Column, Role]]) -> dict[str, Column]:
    """The first columns with degrees, minutes and seconds; only one with degrees where no column has minutes."""
    if any("max" in column.name.lower() for column, _ in found):
        return {}  # lat_min is the lowest latitude
    parts: dict[str, Column] = {}
    for column, each in found:
        parts.setdefault(each.part or DEGREES, column)
    if DEGREES not in parts:
        return {}
    whole = all(value is None or float(value).is_integer() for value in parts[DEGREES].values)
    return parts if whole and MINUTES in parts else {DEGREES: parts[DEGREES]}


def _names_sides(column: Column, kind: str) -> bool:
    known = [value for value in column.values if value is not None]
    return column.kind == "text" and bool(known) and all(str(value).lower() in _SIDES[kind] for value in known)


def _angle(parts: dict[str, Column], row: int, line: int) -> float | None:
    total, sign = 0.0, 1.0
    for part, column in parts.items():
        value = column.values[row]
        if value is None:
            return None
        if part == DEGREES:
            sign = math.copysign(1.0, value)
        elif not 0 <= value < 60:
            raise ValueError(f"line {line}: {column.name} must lie from 0 to 60, got {value:g}")
        total += abs(value) / _SHARE[part]
    return sign * total


def _turned(table: Table, column: Column) -> Table:
    """The table with a column of degrees west or south made negative, so that east and north are positive."""
    known = [value for value in column.values if value is not None]
    if not role(column.name, column.unit).turned or any(value < 0 for value in known):
        return table
    values = tuple(None if value is None else -value for value in column.values)
    said = f"{column.name} made negative"
    return _replaced(table, (column,), replace(column, values=values, unit=DEGREE), said)


def _replaced(table: Table, used: Sequence[Column], made: Column, said: str) -> Table:
    """The table with one column in the place of those that it was made of."""
    columns = [made if column is used[0] else column for column in table.columns if column not in used[1:]]
    decisions = replace(table.decisions, joined=(*table.decisions.joined, said))
    return replace(table, columns=tuple(columns), decisions=decisions)
