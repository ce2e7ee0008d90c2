"""Uploaded bytes as a text or a workbook."""

from __future__ import annotations

from dataclasses import replace

from pages.shared.drawing.table.content import Table
from pages.shared.drawing.table.kinds import Choices
from pages.shared.drawing.table.read import choices, read_table, table_of

MAX_BYTES = 10_000_000
TYPES = ("csv", "tsv", "txt", "dat", "json", "xlsx")
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
_LOOKED_AT = 1000  # bytes that show whether every second one is zero


def read_file(
    data: bytes,
    *,
    separator: str | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    date_order: str | None = None,
    missing=None,
    wide: bool | None = None,
    part: int | None = None,
    sheet: str | None = None,
) -> Table:
    """The table in an uploaded file: a text, or a sheet of an .xlsx workbook.

    Args:
        data: the bytes of the file.
        separator: of columns, as in `read_table`; a workbook needs none.
        decimal: as in `read_table`.
        thousands: as in `read_table`.
        date_order: as in `read_table`.
        missing: as in `read_table`.
        wide: as in `read_table`.
        part: as in `read_table`.
        sheet: the title of one of a workbook; None for the only one that holds a table.

    Returns:
        The table.

    Raises:
        OpenQuestion: as in `read_table`, and where several sheets of a workbook hold a table.
        ValueError: as in `read_table`, or the bytes are neither a text nor such a workbook.
    """
    known = {"decimal": decimal, "thousands": thousands, "date_order": date_order, "missing": missing}
    known |= {"wide": wide, "part": part}
    _check_size(data)
    if data.startswith(b"PK\x03\x04"):
        return _of_workbook(data, sheet, choices(**known))
    return read_table(decoded(data), separator=separator, **known)


def _of_workbook(data: bytes, sheet: str | None, known: Choices) -> Table:
    from pages.shared.drawing.table.workbook import one_sheet, sheets_of  # openpyxl takes .25 s to import

    sheets = sheets_of(data)
    title = one_sheet(sheets, sheet)
    found = table_of(sheets[title], known)
    return replace(found, decisions=replace(found.decisions, sheet=title))


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, UTF-16, or the encoding of older spreadsheets (Windows-1252, else Latin-1).

    Raises:
        ValueError: more than 10,000,000 bytes, or bytes that are no text.
    """
    _check_size(data)
    for encoding in (_MARKS.get(data[:2]) or _unmarked(data) or "utf-8-sig", "cp1252", "latin-1"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise ValueError("a text or an .xlsx workbook is wanted, got bytes that are neither: save it as CSV")


def _unmarked(data: bytes) -> str | None:
    """UTF-16 without its mark shows in every second byte being zero."""
    some = data[:_LOOKED_AT]
    even, odd = some[::2].count(0), some[1::2].count(0)
    if len(some) < 4 or 3 * max(even, odd) < len(some) or min(even, odd) * 4 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _check_size(data: bytes) -> None:
    if len(data) > MAX_BYTES:
        raise ValueError(f"a file may have at most {MAX_BYTES:,} bytes, got {len(data):,}: keep fewer rows")
