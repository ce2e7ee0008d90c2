"""The sheets of an .xlsx workbook."""

from __future__ import annotations

import io
import warnings
import zipfile
from datetime import date, datetime, time

import openpyxl

from pages.shared.drawing.table.grid import MAX_ROWS, Grid, Row, checked
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option
from pages.shared.drawing.table.shapes import cell_of

_MOST_UNPACKED = 200_000_000  # bytes; a workbook of 10 MB that a spreadsheet wrote has fewer


def sheets_of(data: bytes) -> dict[str, Grid]:
    """The rows of all sheets with cells in them, by title; dates as ISO texts, rows numbered as in the sheet.

    Raises:
        ValueError: the file is no .xlsx workbook, or too large.
    """
    try:
        sheets = _sheets(data)
    except _TooLarge:
        raise
    except Exception as error:  # openpyxl raises whatever a damaged part leads to, and documents none of it
        raise ValueError(
            "an .xlsx workbook is wanted, got a packed file that cannot be read as one: save the sheet as CSV"
        ) from error
    return {title: Grid(checked(rows), None, noun="row") for title, rows in sheets.items()}


def which(sheets: dict[str, Grid]) -> OpenQuestion:
    """The question which sheet is meant."""
    options = (Option(title, title, tuple(map(_line, grid.rows[:SHOWN]))) for title, grid in sheets.items())
    return OpenQuestion("the first sheet is no table: which one is to be read?", "sheet", tuple(options))


def _line(row: Row) -> str:
    return ", ".join(cell for cell in row[1] if cell)[:60]


class _TooLarge(ValueError):
    pass


def _sheets(data: bytes) -> dict[str, list[Row]]:
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        if sum(part.file_size for part in packed.infolist()) > _MOST_UNPACKED:
            raise _TooLarge(f"a workbook may have at most {_MOST_UNPACKED:,} bytes unpacked: save the sheet as CSV")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles and drawings, which are not read
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        found = {}
        for sheet in book.worksheets:
            sheet.reset_dimensions()
            found[sheet.title] = _sheet(sheet)
    return {name: rows for name, rows in found.items() if rows}


def _sheet(sheet) -> list[Row]:
    found: list[Row] = []
    for number, values in enumerate(sheet.iter_rows(values_only=True), 1):
        cells = tuple(map(_cell, values))
        if any(cells):
            found.append((number, cells))
        if len(found) > MAX_ROWS + 1000:
            raise _TooLarge(f"a table may have at most {MAX_ROWS:,} rows: keep fewer rows")
    widest = max((len(cells) for _, cells in found), default=0)
    return [(number, cells + ("",) * (widest - len(cells))) for number, cells in found]


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat(" ") if value.time() != time() else value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return cell_of(value)
