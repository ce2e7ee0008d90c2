"""The sheets of an .xlsx workbook."""

from __future__ import annotations

import io
import warnings
import zipfile
from datetime import date, datetime, time

import openpyxl
from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser  # the public one reads a formula or its value

from pages.shared.drawing.table.formulas import FormulaError, refuse_formulas
from pages.shared.drawing.table.grid import MAX_COLUMNS, MAX_ROWS, Grid, Row, cell_of, checked
from pages.shared.drawing.table.layout import laid_out
from pages.shared.drawing.table.question import SHOWN, OpenQuestion, Option

_MOST_UNPACKED = 200_000_000  # bytes; a workbook of 10 MB that a spreadsheet wrote has fewer
_SHEETS_NAMED = 8


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


def one_sheet(sheets: dict[str, Grid], chosen: str | None) -> str:
    """The title of the sheet that is chosen, or of the only one that holds a table.

    Raises:
        OpenQuestion: several hold one.
        ValueError: there is no such sheet, none has cells, or several have but none holds a table.
    """
    if not sheets:
        raise ValueError("the workbook has no sheet with cells: a table is required")
    if chosen is not None:
        if chosen not in sheets:
            raise ValueError(f"the workbook has the sheets {', '.join(sheets)[:80]}, got {chosen[:40]!r}")
        return chosen
    found = [title for title, grid in sheets.items() if len(sheets) == 1 or holds_table(grid)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ValueError(f"none of the sheets {_listed(list(sheets))} holds a table: columns of numbers are required")
    options = (
        Option(title, title if title in found else f"{title} (no table)", tuple(map(_line, grid.rows[:SHOWN])))
        for title, grid in sheets.items()
    )
    sentence = f"the workbook has the sheets {_listed(list(sheets))}, and {len(found)} of them hold a table"
    raise OpenQuestion(f"{sentence}: which one is to be read?", "sheet", tuple(options))


def holds_table(grid: Grid) -> bool:
    """Whether two rows or more have numbers, dates, or formulas that may become such."""
    try:
        refuse_formulas(grid)
        return len(laid_out(grid).rows) > 1
    except ValueError as error:
        return isinstance(error, FormulaError)


def _listed(titles: list[str]) -> str:
    shown = [title[:40] for title in titles[:_SHEETS_NAMED]]
    more = len(titles) - len(shown)
    return ", ".join(shown) + f" and {more} more" * (more > 0)


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
            found[sheet.title] = _sheet(book, sheet)
    return {name: rows for name, rows in found.items() if rows}


class _Parser(WorkSheetParser):
    """Cells with their values; a formula without a stored value stays a formula."""

    def parse_cell(self, element):
        found = super().parse_cell(element)
        if found["value"] is None and element.get("t") != "str":  # "str": the value is an empty text
            formula = element.find(FORMULA_TAG)
            if formula is not None:
                found["value"] = f"={formula.text or '...'}"  # one of several alike has no text
        return found


def _sheet(book, sheet) -> list[Row]:
    found: list[Row] = []
    with sheet._get_source() as source:
        formats = {"date_formats": book._date_formats, "timedelta_formats": book._timedelta_formats}
        parser = _Parser(source, sheet._shared_strings, data_only=True, epoch=book.epoch, **formats)
        for number, row in parser.parse():
            cells = {cell["column"]: text for cell in row if (text := _cell(cell["value"]))}
            if cells:
                found.append((number, tuple(cells.get(c, "") for c in range(1, max(cells) + 1))))
            if len(found) > MAX_ROWS + 1000:
                raise _TooLarge(f"a table may have at most {MAX_ROWS:,} rows: keep fewer rows")
    widest = min(max((len(cells) for _, cells in found), default=0), MAX_COLUMNS + 1)
    return [(number, (cells + ("",) * (widest - len(cells)))[:widest]) for number, cells in found]


def _cell(value: object) -> str:
    if isinstance(value, datetime):
        return value.isoformat(" ") if value.time() != time() else value.date().isoformat()
    if isinstance(value, date | time):
        return value.isoformat()
    return cell_of(value)
