"""What a table is once it is read: columns of one kind each, lines passed over, decisions taken. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time

NO_DAY = (1900, 1, 1)  # of a time alone, as in the standard library

Value = float | datetime | str | None


@dataclass(frozen=True)
class Column:
    """One column; `values` holds None where a value is missing.

    Args:
        name: one short line, no two columns of a table the same.
        kind: "number" (float), "date" (datetime without a zone: UTC where the text had a zone; 1 January 1900 where
            only a time of day was given) or "text" (str).
        values: one per row.
        unit: from a row of units below the header, or a percent or currency sign in every cell; else "".
        lines: the line (or entry) that each value came from.
    """

    name: str
    kind: str
    values: tuple[Value, ...]
    unit: str = ""
    lines: tuple[int, ...] = ()

    @property
    def only_times(self) -> bool:
        """Whether its moments are times of day without a day: days of 1900 are at midnight, or begin later."""
        known = [value for value in self.values if isinstance(value, datetime)]
        if not known or {value.year for value in known} != {NO_DAY[0]}:
            return False
        begins = min(known).date() == datetime(*NO_DAY).date()
        return begins and (len(known) == 1 or any(value.time() != time() for value in known))

    @property
    def counts_rows(self) -> bool:
        """Whether its numbers, three or more, are whole and rise by one from row to row: they count the rows."""
        first, known = (self.values or (None,))[0], self.values
        whole = isinstance(first, float) and first.is_integer()
        return whole and len(known) > 2 and all(value == first + i for i, value in enumerate(known))


@dataclass(frozen=True)
class Skipped:
    """A line that is no row of the table, and why."""

    line: int
    reason: str


@dataclass(frozen=True)
class Decisions:
    """How the text was read.

    Args:
        separator: of columns; "" for one column, " " for any number of blanks, None where the text brings its own
            structure (JSON, a workbook).
        decimal: the decimal mark where a number shows it, else None.
        thousands: the mark between groups of three digits where a number shows it, else None.
        date_order: "dmy", "mdy" or "ymd" where a column of dates is written in numbers, else None.
        utc: whether dates were given in a time zone, and are in UTC now.
        missing: what was read as a missing value, beside empty cells.
        header: the line that names the columns, else None.
        index: whether a column that only counts or names the rows was left out.
        wide: whether years that name columns were made one column.
        joined: which of several tables was taken, how columns of several were made one, or turned about, each in a few
            words.
        places: what is said of a grid of places, which are a map and no curve; "" for another table.
        bracketed: whether numbers in brackets were read as negative.
        sheet: of a workbook.
    """

    separator: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    date_order: str | None = None
    utc: bool = False
    missing: tuple[str, ...] = ()
    header: int | None = None
    index: bool = False
    wide: bool = False
    bracketed: bool = False
    places: str = ""
    sheet: str | None = None
    joined: tuple[str, ...] = ()


@dataclass(frozen=True)
class Table:
    """Columns of equal length, what was passed over, how the text was read."""

    columns: tuple[Column, ...]
    skipped: tuple[Skipped, ...]
    decisions: Decisions

    @property
    def named(self) -> bool:
        """Whether the columns have names of their own."""
        return self.decisions.header is not None

    def column(self, name: str) -> Column:
        """The column of that name.

        Raises:
            ValueError: there is none.
        """
        found = next((column for column in self.columns if column.name == name), None)
        if found is None:
            raise ValueError(f"a column of {', '.join(c.name for c in self.columns)[:80]} is required, got {name!r}")
        return found
