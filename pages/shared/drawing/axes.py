"""Which columns of a table are x and y to begin with: what was measured, over a date or what comes first. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pages.shared.drawing.table import Column, Table, error_of

ROW_NUMBER = "row number"
_IDENTIFIER = re.compile(
    r"#|(?:.*[\W_])?(?:id|ids|uid|uuid|index|idx|no|nr|num|number|nummer|plz|zip|row|record|obs|lfd|code|kennung)"
    r"(?:\.|[\W_]*(?:nr|no)\.?)?|.*(?:[a-z]ID|Nr)",
)
_ERROR = re.compile(
    r".*\u00b1|(?:.*[\W_])?(?:err|error|errors|stderr|se|sd|std|stdev|sem|sigma|unc|uncertainty|fehler|unsicherheit)"
    r"(?:[\W_].*)?|[\u03c3\u0394].*",
    re.IGNORECASE,
)
_YEAR = re.compile(r"year|jahr|ann\u00e9e|a\u00f1o|anno|yr", re.IGNORECASE)


def first_axes(table: Table) -> tuple[str, str]:
    """The names of x and y: x the first date, otherwise the first number; y the first other number that is neither an
    identifier, an error nor the year beside a date, as long as one remains; the rows are counted where there is no x.

    Raises:
        ValueError: there is no column with numbers.
    """
    numbers = [column for column in table.columns if column.kind == "number"]
    if not numbers:
        names = ", ".join(column.name for column in table.columns)
        raise ValueError(f"a column of numbers is wanted for y, got none among {names[:80]}")
    date = next((column for column in table.columns if column.kind == "date"), None)
    first = measured(table)
    others = [column for column in numbers if column not in first]
    # an error is no axis as long as anything else is left
    ranked = [*first, *sorted(others, key=lambda column: bool(_ERROR.fullmatch(column.name)))]
    if date:
        return date.name, ranked[0].name
    if len(first) == 1 and others and not _ERROR.fullmatch(ranked[1].name):
        return ranked[1].name, ranked[0].name
    if len(first) == 1 and others:
        return ROW_NUMBER, ranked[0].name
    return (ranked[0].name, ranked[1].name) if len(ranked) > 1 else (ROW_NUMBER, ranked[0].name)


def on_axes(table: Table, x: str | None, y: str | None, error: str | None) -> tuple[str, str, str | None]:
    """The columns that stand for x, y and the standard error of y, no two the same: the given ones where they are
    columns of numbers or dates of the table, otherwise those to begin with. An error that stood in the cells of y is
    taken unless another is given, or one that is no column; that of another column is none of y.

    Raises:
        ValueError: as `first_axes` does.
    """
    known = (*numeric(table), ROW_NUMBER)
    x, y = (given if given in known else first for given, first in zip((x, y), first_axes(table)))
    x, y = apart((x, y), [*(column.name for column in measured(table)), *known])
    if y == ROW_NUMBER:
        x, y = y, x
    others = {error_of(name) for name in known if name != y}
    if error is None or error in others:
        error = error_of(y)
    return x, y, error if error in known and error not in (x, y, ROW_NUMBER) else None


def apart(names: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """The names, one that came before replaced by the first of the others that is not taken."""
    found: list[str] = []
    for i, name in enumerate(names):
        taken = (*found, *names[i + 1 :])
        found.append(next((other for other in others if other not in taken), name) if name in found else name)
    return tuple(found)


def numeric(table: Table) -> list[str]:
    """The names of the columns that are numbers or dates."""
    return [column.name for column in table.columns if column.kind != "text"]


def beside(table: Table) -> list[str]:
    """The names of the columns of numbers that are neither measured nor errors: they count or name the rows."""
    first = measured(table)
    columns = [column for column in table.columns if column.kind == "number" and column not in first]
    return [column.name for column in columns if not _ERROR.fullmatch(column.name.strip())]


def measured(table: Table) -> list[Column]:
    """The columns of numbers that may be y: those that are neither identifiers nor errors nor stand beside a date."""
    dated = any(column.kind == "date" for column in table.columns)
    return [column for column in table.columns if column.kind == "number" and not _beside(column, dated)]


def _beside(column: Column, dated: bool) -> bool:
    """Whether a column stands beside what was measured: an identifier, an error; beside a date a year, what
    counts the rows, and what is the same in all of them."""
    name = column.name.strip()
    if _IDENTIFIER.fullmatch(name) or _IDENTIFIER.fullmatch(name.lower()) or _ERROR.fullmatch(name):
        return True
    return dated and (bool(_YEAR.fullmatch(name)) or column.counts_rows or len(set(column.values)) == 1)
