"""Degrees as maps write them, 47°22'14"N, 47.37N or 47,3°: numbers of degrees, negative in the south and the west."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pages.shared.drawing.places.names import LATITUDE, LONGITUDE, role
from pages.shared.drawing.table.numerals import COMMA, POINT, Reading

DEGREE = "°"
_NUMBER = r"\d+(?:[.,]\d+)?"
_SIDE = r"[NSEWOnsewo]"
_CELL = re.compile(
    rf"(?P<before>{_SIDE})?\s*(?P<sign>[+\-\u2212])?\s*(?P<d>{_NUMBER})\s*"
    rf"(?:(?P<mark>[°\u00ba]|deg)?[\s:]*(?P<m>{_NUMBER})\s*['\u2032\u2019\u00b4:\s]?\s*"
    rf"(?:(?P<s>{_NUMBER})\s*(?:[\"\u2033\u201d\u201c]|''|\u2032\u2032|\u2019\u2019)?)?|(?P<alone>[°\u00ba]|deg)?)"
    rf"\s*(?P<after>{_SIDE})?"
)
_ANY = frozenset("°\u00ba:'\u2032\u2019NSEWOnsewod")  # a cell of degrees has one of these, a plain number none
_LONGEST = 40  # characters of a cell of degrees
SOUTH, WEST = "S", "W"
_EAST_OR_WEST = "O"  # Ost in German, oeste, ouest and ovest in Spanish, French and Italian
_GERMAN, _ROMANCE = re.compile("l(?:\u00e4|ae)nge", re.IGNORECASE), re.compile("longitud(?!e)", re.IGNORECASE)


class _Angle(NamedTuple):
    value: float
    side: str  # one letter of a compass, or ""
    marked: bool  # a sign of degrees stands in the cell
    parted: bool  # into degrees and minutes
    comma: bool


def readings(cells: Sequence[str], name: str, named: bool) -> tuple[Reading, ...]:
    """The one reading of a column of degrees, or none.

    Args:
        cells: of the column, the missing ones left out.
        name: of the column.
        named: whether the table names its columns. Where it does, a letter alone makes a latitude or longitude only of
            what is called one: 5 W are watts elsewhere.

    Raises:
        ValueError: O may stand for Ost or for oeste.
    """
    if _ANY.isdisjoint(cells[0]) or not _angle(cells[0]):
        return ()
    found = [_angle(cell) for cell in cells]
    if None in found:
        return ()
    angles = [each for each in found if each]
    kind = role(name).kind
    is_place = kind in (LATITUDE, LONGITUDE)
    sides = {each.side for each in angles} - {""}
    clear = all(each.marked or (is_place and (each.side or each.parted)) for each in angles)
    if not clear and (named or not all(each.side for each in angles)):
        return ()
    north, east = sides <= {"N", "S"}, sides <= {"E", "W", _EAST_OR_WEST}
    if not (north or east) or (kind == LATITUDE and not north) or (kind == LONGITUDE and not east):
        return ()
    unit = DEGREE + (("N" if north else "E") if sides else "")
    mark = COMMA if any(each.comma for each in angles) else POINT
    values = tuple(-each.value if each.side in negative(sides, name) else each.value for each in angles)
    return (Reading(mark, "", mark == COMMA, unit, values),)


def negative(sides: set[str], name: str, beside: str = "") -> frozenset[str]:
    """Which of the letters of a compass in a column are the negative directions.

    Args:
        sides: the letters.
        name: of the column.
        beside: the name of the column of degrees, where the letters stand in one of their own.

    Raises:
        ValueError: O stands alone, and may be Ost or oeste in the language of the names.
    """
    west = "E" in sides
    if _EAST_OR_WEST in sides and not sides & {WEST, "E"}:
        west = bool(_ROMANCE.search(beside or name))
        if not west and not _GERMAN.search(beside or name):
            raise ValueError(f"{name[:40]}: O is east in German and west in Spanish, French and Italian: write E or W")
    return frozenset((SOUTH, WEST, *(_EAST_OR_WEST if west else "")))


def _angle(cell: str) -> _Angle | None:
    match = _CELL.fullmatch(cell) if len(cell) <= _LONGEST else None
    if not match:
        return None
    sides = [side for side in (match["before"], match["after"]) if side]
    marked = bool(match["mark"] or match["alone"])
    if len(sides) > 1 or (sides and match["sign"]) or (sides and sides[0].islower() and not marked):
        return None
    degrees, minutes, seconds = (float((match[part] or "0").replace(",", ".")) for part in "dms")
    parted = match["m"] is not None
    if minutes >= 60 or seconds >= 60 or (parted and not degrees.is_integer()):
        return None
    if parted and match["s"] is not None and not minutes.is_integer():
        return None
    value = degrees + minutes / 60 + seconds / 3600
    if value > 360:
        return None
    signed = -value if match["sign"] in ("-", "\u2212") else value
    return _Angle(signed, sides[0].upper() if sides else "", marked, parted, "," in cell)
