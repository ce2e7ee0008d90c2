"""Cells that hold more than a bare number or date: a value with its error, a range, a number with a mark or unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, takewhile
from typing import NamedTuple

from pages.shared.drawing.table import numerals
from pages.shared.drawing.table.dates import is_date
from pages.shared.drawing.table.names import UNITS, is_unit

PLUS_MINUS = re.compile(r"\u00b1|\+/-|\+-")
_RANGE = re.compile(r"\s+(?:to|bis|until|through|-|\u2013|\u2014)\s+|\s*(?:\u2013|\u2014|\.\.\.?|/(?=\d{4}-))\s*")
_HYPHENED = re.compile(r"((?:0|[1-9]\d*)(?:[.,]\d+)?)\s?-\s?((?:0|[1-9]\d*)(?:[.,]\d+)?)", re.ASCII)
_NOTE = re.compile(r"\s*(?:\[[^\[\]]{1,8}\]|\*{1,3}|[\u2020\u2021])$")
# Letters that touch the number are a unit where they begin with two: 1N and 5A are names of something more often.
_UNIT = re.compile(r"^(.*\d)(?:\s*(\u00b0[CF]?|[^\W\d_]{2}[^\s\d]{0,8})|\s+([^\W\d_][^\s\d]{0,9}))$")
_LONGEST = 80  # characters of such a cell; the patterns try blanks in every place
_HOUSES = frozenset("abcdefghnsw")  # letters behind numbers that need be no units: 12 d, 12 h
_MOST_WORDS = 3  # of words behind the numbers of a column, that may be units
_EXPONENT = re.compile(r"[eE]")


class Plain(NamedTuple):
    """The cells of a column without what stands beside their values, the unit that all of them had, in a few words
    what was done, and what the cells are as numbers where each stands for another one."""

    cells: Sequence[str]
    unit: str
    note: str
    numbers: tuple[numerals.Reading, ...] = ()


def is_composed(cell: str) -> bool:
    """Whether a cell is a value with an error, a range of values, or a number with a mark of a note."""
    if len(cell) > _LONGEST or not any(c.isdigit() for c in cell):
        return False
    parts = [part.strip(" ()") for part in PLUS_MINUS.split(cell)]
    if len(parts) == 2:
        return all(numerals.is_number(part) or is_quantity(part) for part in parts)
    return bool(_ends(cell)) or ((bare := _unmarked(cell)) != cell and numerals.is_number(bare))


def is_quantity(cell: str) -> bool:
    """Whether a cell is a number with a unit behind it, such as 1013,2 hPa."""
    return len(cell) <= _LONGEST and bool(found := with_unit(cell)) and numerals.is_number(found[0])


def plain(cells: Sequence[str]) -> Plain | None:
    """A column of ranges, or of cells of which most are numbers, some with a mark or all of one unit; None for others.

    Args:
        cells: of the column, the missing ones left out.
    """
    if max(map(len, cells)) > _LONGEST:
        return None
    if found := _ranges(cells):
        return found
    bare = [_unmarked(cell) for cell in cells]
    marked = next((cell for cell, rest in zip(cells, bare) if rest != cell), "")
    parts = [with_unit(cell) or (cell, "") for cell in bare]
    unit = _shared_unit(parts)
    if unit:
        bare = [number if own == unit else cell for cell, (number, own) in zip(bare, parts)]
    if not (marked or unit):
        return None
    notes = [f"{unit} beside each number"] * bool(unit)
    notes += [f"a mark beside the number left out, as in {marked}"] * bool(marked)
    if found := _ranges(bare):
        return found._replace(unit=unit, note="; ".join((found.note, *notes)))
    numbers = list(map(numerals.is_number, bare))
    if 2 * sum(numbers) <= len(cells):
        return None
    # a word among them is the person's to explain, as it stands
    return Plain([rest if number else cell for cell, rest, number in zip(cells, bare, numbers)], unit, "; ".join(notes))


def odd_unit(cells: Sequence[str], any_word: bool = False) -> tuple[str, str] | None:
    """The first number of a column without the unit that most of them have, and that unit; None where all have the
    same, few have one, or units are no known ones.

    Args:
        cells: of the column, the missing ones left out.
        any_word: whether two or three words that come again are units, too, known or not.
    """
    if max(map(len, cells)) > _LONGEST:
        return None
    parts = [with_unit(cell) or (cell, "") for cell in cells]
    if not any(unit for _, unit in parts):
        return None
    numbers = [(cell, unit) for cell, (number, unit) in zip(cells, parts) if numerals.is_number(number)]
    counts = Counter(unit for _, unit in numbers)
    units = {unit.lower() for unit in counts if unit}
    known = all(map(is_unit, units)) or (any_word and 2 * len(units) <= len(numbers) and len(units) <= _MOST_WORDS)
    if len(counts) < 2 or 2 * len(numbers) <= len(cells) or units <= _HOUSES or not known:
        return None
    usual, _ = counts.most_common(1)[0]
    return (next(cell for cell, unit in numbers if unit != usual), usual) if usual else None


def one_unit(cells: Sequence[str]) -> bool:
    """Whether all cells that are numbers with a unit have the same one, and some are."""
    return len({found[1] for cell in cells if is_quantity(cell) and (found := with_unit(cell))}) == 1


def _shared_unit(parts: Sequence[tuple[str, str]]) -> str:
    """The unit of all cells, or of all that are numbers; "" for none."""
    units = {unit for _, unit in parts}
    if len(units) > 1:
        units = {unit for number, unit in parts if numerals.is_number(number)}
    unit = units.pop() if len(units) == 1 else ""
    return "" if _EXPONENT.fullmatch(unit) else unit


def with_unit(cell: str) -> tuple[str, str] | None:
    """The number of a cell and the unit behind it; None where there is no unit."""
    parts = cell.rsplit(None, 1)
    if len(parts) == 2 and parts[1].lower() in UNITS and (parts[1][0].isalpha() or parts[1][0] == "\u00b0"):
        return parts[0], parts[1]
    match = _UNIT.match(cell)
    return (match[1].strip(), match[2] or match[3]) if match else None


def _ranges(cells: Sequence[str]) -> Plain | None:
    """The starts of intervals of time, or the middles of ranges of numbers; None where not every cell is one."""
    ends = list(takewhile(bool, map(_ends, cells)))
    if len(ends) == len(cells):
        return _starts(ends) or _middles(cells, ends)
    ends = [match.groups() for match in takewhile(bool, map(_HYPHENED.fullmatch, cells))]
    return _middles(cells, ends, stacked=True) if len(ends) == len(cells) and not is_date(cells[0]) else None


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


def _middles(cells: Sequence[str], ends: Sequence[tuple[str, str]], stacked: bool = False) -> Plain | None:
    """Of numbers with a bare hyphen, such as 0-5, only where they are stacked: several, none of which overlaps another.
    What has a hyphen is the code of something more often."""
    found = numerals.readings([each for pair in ends for each in pair])
    if len(found) != 1:
        return None
    values = found[0].values
    spans = list(zip(values[::2], values[1::2]))
    if stacked and not _stacked(sorted(set(spans))):
        return None
    middles = tuple((low + high) / 2 for low, high in spans)
    note = f"the middle of each range, as in {' to '.join(ends[0])}"
    return Plain(cells, "", note, (replace(found[0], values=middles),))


def _stacked(spans: Sequence[tuple[float, float]]) -> bool:
    rising = all(low < high for low, high in spans)
    return rising and len(spans) > 1 and all(high <= low for (_, high), (low, _) in pairwise(spans))


def _unmarked(cell: str) -> str:
    """Without the apostrophe that makes a text of a number in a spreadsheet, and without marks of notes."""
    rest = cell.removeprefix("'")
    while (shorter := _NOTE.sub("", rest)) != rest and shorter:
        rest = shorter
    return rest
