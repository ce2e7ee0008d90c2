"""A value with its error in one cell, such as 0.63 ± 0.02, 71.2 kg ± 0.1 or (71.2 ± 0.1) kg: two columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pages.shared.drawing.table import numerals
from pages.shared.drawing.table.composed import PLUS_MINUS, is_quantity, with_unit
from pages.shared.drawing.table.missing import is_missing

MARK = "±"
_BRACKETED = re.compile(r"\(([^()]*)\)(.*)")


class MixedUnits(ValueError):
    """A value and its error are in different units; `place` is that of the cell."""

    def __init__(self, sentence: str, place: int):
        super().__init__(sentence)
        self.place = place


def error_of(name: str) -> str:
    """The name of the column with the standard errors of a column."""
    return f"{name} {MARK}"


def with_errors_apart(name: str, cells: Sequence[str], codes: frozenset[str]) -> list[tuple[str, list[str]]]:
    """A column as it is; of one whose cells mostly are values with their errors two, the second with the errors.

    Args:
        name: of the column.
        cells: of the column.
        codes: further texts that stand for a missing value.

    Raises:
        MixedUnits: a value and its error are not in one unit.
    """
    held = [cell for cell in cells if not is_missing(cell, codes)]
    if 2 * sum(bool(PLUS_MINUS.search(cell)) for cell in held) < max(1, len(held)):
        return [(name, list(cells))]
    parts = [_parted(cell, place) for place, cell in enumerate(cells)]
    return [(name, [value for value, _ in parts]), (error_of(name), [error for _, error in parts])]


def _parted(cell: str, place: int) -> tuple[str, str]:
    """The value and the error of a cell, each with the unit that stands beside one of them; as it is and "" where it
    has no error."""
    bracketed = _BRACKETED.fullmatch(cell)
    inside, behind = bracketed.groups() if bracketed else (cell, "")
    if not PLUS_MINUS.search(inside):
        return cell, ""
    both = [f"{part.strip()}{behind}" for part in PLUS_MINUS.split(inside, maxsplit=1)]
    units = [_unit(part) for part in both]
    if (all(units) and units[0] != units[1]) or (units[1] == "%" and not units[0]):
        of = f"is in {units[0]}" if units[0] else "has no unit"
        raise MixedUnits(f"{of} and its error in {units[1]}, got {cell!r}: write both in one unit", place)
    value, error = map(_in_unit, both, units, reversed(units))
    return value, error


def _in_unit(part: str, own: str, other: str) -> str:
    return part if own or not part else f"{part} {other}".strip()


def _unit(text: str) -> str:
    if is_quantity(text) and (found := with_unit(text)):
        return found[1]
    read = numerals.readings([text])
    return read[0].unit if read else ""
