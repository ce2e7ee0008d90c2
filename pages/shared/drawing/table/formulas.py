"""Formulas in the place of values: of a workbook that no spreadsheet program has calculated, or in a pasted text."""

from __future__ import annotations

import re

from pages.shared.drawing.table.grid import Grid
from pages.shared.drawing.table.missing import is_missing
from pages.shared.drawing.table.names import one_line
from pages.shared.drawing.table.question import short
from pages.shared.drawing.table.separator import is_value
from pages.shared.drawing.table.totals import adds_up

_FORMULA = re.compile(r"=(?!\"[^\"]*\"$)[\w$(+.\-\"'{].*")  # ="12.5" is a text in a spreadsheet


class FormulaError(ValueError):
    """A cell holds a formula and no value."""


def refuse_formulas(grid: Grid) -> None:
    """Nothing where every cell holds what it shows; what a total row would have added up may be missing.

    Raises:
        FormulaError: a cell holds a formula; names the first one's row and column, and what to do.
    """
    for i, (number, cells) in enumerate(grid.rows):
        place = next((c for c, cell in enumerate(cells) if cell[:1] == "=" and _FORMULA.fullmatch(cell)), None)
        if place is None or adds_up(cells):
            continue
        again = "and paste the values" if grid.noun == "line" else "save it there, and try again"
        raise FormulaError(
            f"{grid.noun} {number}: {_name(grid, i, place)} holds the formula {short(cells[place])[1:-1]} without its "
            f"value: open the file in a spreadsheet program, {again}"
        )


def _name(grid: Grid, row: int, column: int) -> str:
    """The nearest words above a cell."""
    if grid.names:
        return one_line(grid.names[column])
    for _, cells in reversed(grid.rows[:row]):
        cell = cells[column] if column < len(cells) else ""
        if not is_missing(cell) and not is_value(cell):
            return one_line(cell)
    return f"column {column + 1}"
