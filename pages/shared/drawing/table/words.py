"""How a table was read, in words: nothing that was decided stays unsaid."""

from __future__ import annotations

from datetime import datetime, timedelta

from pages.shared.drawing.table.content import NO_DAY, Column, Table
from pages.shared.drawing.table.dates import ORDER_NAMES
from pages.shared.drawing.table.grid import SEPARATOR_NAMES

_MARKS = {".": "point", ",": "comma", "'": "apostrophe", " ": "blank"}
_SHOWN = 3


def in_words(table: Table) -> str:
    """One or two sentences about the decisions and the lines that were passed over; "" where nothing is to say."""
    taken = table.decisions
    parts = [f"sheet {taken.sheet}"] if taken.sheet else []
    parts += [taken.places] if taken.places else []
    if taken.separator is not None:
        parted = SEPARATOR_NAMES.get(taken.separator, repr(taken.separator))
        parts.append(f"columns parted by {parted}" if taken.separator else "one column")
    if taken.header:
        parts.append(f"names from line {taken.header}")
    if taken.decimal:
        parts.append(f"decimal {_MARKS[taken.decimal]}")
    if taken.thousands:
        parts.append(f"thousands by {_MARKS[taken.thousands]}")
    if taken.bracketed:
        parts.append("numbers in brackets are negative")
    if taken.date_order:
        parts.append(f"dates as {ORDER_NAMES[taken.date_order]}")
    if taken.utc:
        parts.append("times in UTC")
    if any(_past_midnight(column) for column in table.columns):
        parts.append("times past midnight on the next day")
    if taken.missing:
        parts.append(f"missing: {_listed(taken.missing)}".rstrip("."))
    if taken.index:
        parts.append("the column that counts or names the rows left out")
    parts += taken.joined
    if taken.wide:
        parts.append("x is the year")
    if texts := [column.name for column in table.columns if column.kind == "text"]:
        parts.append(f"text: {_listed(texts)}")
    said = [f"Read as: {'; '.join(parts)}."] if parts else []
    if table.skipped:
        lines = [f"line {each.line} ({each.reason})" for each in table.skipped]
        said.append(f"Passed over: {_listed(lines)}.")
    return " ".join(said)


def _past_midnight(column: Column) -> bool:
    known = [value for value in column.values if isinstance(value, datetime)]
    return column.only_times and max(known) >= datetime(*NO_DAY) + timedelta(days=1)


def _listed(texts) -> str:
    more = len(texts) - _SHOWN
    return ", ".join(text[:40] for text in texts[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
