"""Which columns hold a place and its value, and whether places are degrees or lengths: by names, or as chosen."""

from __future__ import annotations

from collections.abc import Sequence

from pages.shared.drawing.places.names import ACROSS, EAST, LATITUDE, LONGITUDE, NORTH, UP, Role, role
from pages.shared.drawing.rows import brief
from pages.shared.drawing.table import Column, OpenQuestion, Option, Table

LONGITUDE_FIRST, LATITUDE_FIRST, LENGTHS = PLACES = ("longitude first", "latitude first", "lengths")
MOST_DEGREES = {LONGITUDE: 360, LATITUDE: 90}  # either way
KEYWORD = "places"
SHOWN = 3


def columns(table: Table) -> tuple[str, str, str]:
    """The columns to begin with: the place by names such as longitude and latitude or east and north, otherwise the
    first two with numbers; the value is the first other one that is no identifier, moment or error,
    and a height only where there is no other.

    Raises:
        ValueError: there are fewer than three with numbers.
    """
    numbers = [column for column in table.columns if column.kind == "number"]
    if len(numbers) < 3:
        raise ValueError(_too_few(table, len(numbers)))
    roles = {column.name: role(column.name, column.unit) for column in numbers}
    place = _named_place(roles)
    free = [column.name for column in sorted(numbers, key=lambda column: _last(column, roles[column.name], numbers))]
    missing = iter([name for name in free if name not in place])
    first, second = (name or next(missing) for name in place)
    value = next(name for name in free if name not in (first, second))
    return first, second, value


def kind(table: Table, first: str, second: str) -> str | None:
    """One of PLACES, by names, units and numbers of the two columns of a place; None where it is open."""
    columns = table.column(first), table.column(second)
    one, two = (role(column.name, column.unit) for column in columns)
    if one.metres or two.metres:
        return LENGTHS
    fitting = _orders(columns)
    for order, wanted in ((LONGITUDE_FIRST, (LONGITUDE, LATITUDE)), (LATITUDE_FIRST, (LATITUDE, LONGITUDE))):
        if (one.kind, two.kind) == wanted and (order in fitting or (one.certain and two.certain)):
            return order
    return None if fitting else LENGTHS


def question(table: Table, first: str, second: str) -> OpenQuestion:
    """Whether two columns hold longitudes and latitudes, and in which order, or lengths."""
    columns = table.column(first), table.column(second)
    orders = [order for order in _orders(columns) if _may(order, *(role(c.name, c.unit) for c in columns))]
    rows = [row for row in zip(*(column.values for column in columns)) if None not in row][:SHOWN]
    shown = {
        LONGITUDE_FIRST: tuple(f"{_side(x, 'E', 'W')}, {_side(y, 'N', 'S')}" for x, y in rows),
        LATITUDE_FIRST: tuple(f"{_side(x, 'N', 'S')}, {_side(y, 'E', 'W')}" for x, y in rows),
        LENGTHS: tuple(f"{brief(x)} across, {brief(y)} up" for x, y in rows),
    }
    options = tuple(Option(each, _SAID[each], shown[each]) for each in (*orders, LENGTHS))
    return OpenQuestion(f"are {first} and {second} degrees of longitude and latitude, or lengths?", KEYWORD, options)


_SAID = {
    LONGITUDE_FIRST: "degrees, longitude first",
    LATITUDE_FIRST: "degrees, latitude first",
    LENGTHS: "lengths in one unit, across and up",
}


def _named_place(roles: dict[str, Role]) -> tuple[str, str]:
    """The names of the columns across and up, "" where no name says so. Of two kinds, the one that is more certain."""
    for across, up in zip(ACROSS, UP, strict=True):
        found = tuple(next((name for name, each in roles.items() if each.kind == one), "") for one in (across, up))
        if all(found):
            return found[0], found[1]
    certain = {each.kind: name for name, each in roles.items() if each.certain}
    return certain.get(LONGITUDE, ""), certain.get(LATITUDE, "")


def _last(column: Column, named: Role, numbers: Sequence[Column]) -> int:
    """How late a column comes when a place or value is to be found without a name for it."""
    if named.aside or (column is numbers[0] and len(numbers) > 3 and column.counts_rows):
        return 3
    return 2 if named.kind else int(named.height)


def _orders(columns: tuple[Column, Column]) -> tuple[str, ...]:
    """In which orders two columns may be longitude and latitude."""
    most = [max((abs(value) for value in column.values if value is not None), default=0) for column in columns]
    fits = {
        LONGITUDE_FIRST: most[0] <= MOST_DEGREES[LONGITUDE] and most[1] <= MOST_DEGREES[LATITUDE],
        LATITUDE_FIRST: most[0] <= MOST_DEGREES[LATITUDE] and most[1] <= MOST_DEGREES[LONGITUDE],
    }
    return tuple(order for order, fit in fits.items() if fit)


def _may(order: str, first: Role, second: Role) -> bool:
    """Whether names allow an order: what points north is no longitude."""
    ahead, behind = (first, second) if order == LONGITUDE_FIRST else (second, first)
    return ahead.kind not in (NORTH, LATITUDE) and behind.kind not in (EAST, LONGITUDE)


def _side(value: float, positive: str, negative: str) -> str:
    return f"{abs(value):.6g}° {positive if value >= 0 else negative}"


def _too_few(table: Table, count: int) -> str:
    """That three columns of numbers are wanted; of one that is called longitude or latitude, which cell is none."""
    for column in table.columns:
        if column.kind == "text" and role(column.name, column.unit).kind in (LONGITUDE, LATITUDE):
            held = [(line, cell) for line, cell in zip(column.lines, column.values) if cell is not None]
            form = "47.37, 47.37N or 47°22'14\"N"
            where, got = (f"line {held[0][0]}: ", repr(str(held[0][1])[:40])) if held else ("", "empty cells")
            return f"{where}{column.name} must be degrees, as {form}, got {got}"
    return f"three columns of numbers are wanted, two for the place and a value, got {count}"
