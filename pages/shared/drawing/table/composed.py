"""Cells that hold more than a bare number or date: a value with its error, a range, a number with a mark or unit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from pages.shared.drawing.table import numerals
from pages.shared.drawing.table.dates import is_date

PLUS_MINUS = re.compile(r"\u00b1|\+/-|\+-")
_RANGE = re.compile(r"\s+(?:to|bis|until|through|-|\u2013|\u2014)\s+|\s*(?:\u2013|\u2014|\.\.\.?|/(?=\d{4}-))\s*")
_NOTE = re.compile(r"\s*(?:\[[^\[\]]{1,8}\]|\*{1,3}|[\u2020\u2021])$")
# Letters that touch the number are a unit where they begin with two: 1N and 5A are names of something more often.
_UNIT = re.compile(r"^(.*\d)(?:\s*(\u00b0[CF]?|[^\W\d_]{2}[^\s\d]{0,8})|\s+([^\W\d_][^\s\d]{0,9}))$")
_LONGEST = 80  # characters of such a cell; the patterns try blanks in every place
_EXPONENT = re.compile(r"[eE]")


class Plain(NamedTuple):
    """The cells of a column without what stands beside their values, the unit that all of them had, and in a few words
    what was done."""

    cells: list[str]
    unit: str
    note: str


def is_composed(cell: str) -> bool:
    """Whether a cell is a value with an error, a range of values, or a number with a mark of a note."""
    if len(cell) > _LONGEST or not any(c.isdigit() for c in cell):
        return False
    parts = [part.strip() for part in PLUS_MINUS.split(cell)]
    if len(parts) == 2:
        return all(map(numerals.is_number, parts))
    return bool(_ends(cell)) or ((bare := _unmarked(cell)) != cell and numerals.is_number(bare))


def plain(cells: Sequence[str]) -> Plain | None:
    """A column of ranges, or of numbers some of which have a mark or all of which have one unit; None for others.

    Args:
        cells: of the column, the missing ones left out.
    """
    if max(map(len, cells)) > _LONGEST:
        return None
    ends = [_ends(cell) for cell in cells]
    if all(ends):
        return _starts(ends) or _middles(ends)
    bare = [_unmarked(cell) for cell in cells]
    marked = next((cell for cell, rest in zip(cells, bare) if rest != cell), "")
    with_unit = [_UNIT.match(cell) for cell in bare]
    units = {match[2] or match[3] if match else "" for match in with_unit}
    unit = units.pop() if len(units) == 1 else ""
    if unit and not _EXPONENT.fullmatch(unit):
        bare = [match[1].strip() for match in with_unit if match]
    else:
        unit = ""
    if not (marked or unit) or not numerals.readings(bare):
        return None
    return Plain(bare, unit, f"a mark beside the number left out, as in {marked}" if marked else "")


def _ends(cell: str) -> tuple[str, str] | None:
    """Both ends of a range of numbers or of moments."""
    parts = _RANGE.split(cell)
    if len(parts) != 2 or not all(parts):
        return None
    for kind in (numerals.is_number, is_date):
        if all(map(kind, parts)):
            return parts[0], parts[1]
    return None


def _starts(ends: Sequence[tuple[str, str]]) -> Plain | None:
    firsts = [first for first, _ in ends]
    if not all(map(is_date, firsts)):
        return None
    return Plain(firsts, "", "the start of each interval of time")


def _middles(ends: Sequence[tuple[str, str]]) -> Plain | None:
    found = numerals.readings([each for pair in ends for each in pair])
    if len(found) != 1:
        return None
    values = found[0].values
    middles = [f"{(low + high) / 2:.15g}" for low, high in zip(values[::2], values[1::2])]
    mark = found[0].decimal
    return Plain(
        [text.replace(".", mark) for text in middles], "", f"the middle of each range, as in {' to '.join(ends[0])}"
    )


def _unmarked(cell: str) -> str:
    """Without the apostrophe that makes a text of a number in a spreadsheet, and without marks of notes."""
    rest = cell.removeprefix("'")
    while (shorter := _NOTE.sub("", rest)) != rest and shorter:
        rest = shorter
    return rest
