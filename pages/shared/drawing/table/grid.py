"""A text parted into lines and cells, before anything is known about what they mean."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass

from pages.shared.drawing.table.content import Skipped

MAX_CHARACTERS = 10_000_000
MAX_ROWS = 100_000
MAX_COLUMNS = 500

Line = tuple[int, str]  # its number in the text, and the text
Row = tuple[int, tuple[str, ...]]  # the number of its line, and its cells

_LOOSE = re.compile(r"[+-]?\d{1,3}(?:\.\d{3})+")  # could be read as thousands
SEPARATOR_NAMES = {"\t": "tabs", ";": "semicolons", ",": "commas", "|": "vertical bars", "  ": "blanks", " ": "blanks"}


@dataclass(frozen=True)
class Grid:
    """Rows of cells.

    Args:
        rows: those that may belong to the table, in order.
        separator: that parted them; None where the text brings its own structure.
        names: of the columns, where the structure gives them.
        comments: lines that begin with a mark of a comment, without the mark.
        skipped: lines that are no rows.
        noun: what the number of a row counts: "line" of a text or "entry" of a list.
        quoted: whether every line begins with a cell in quotes, as where R writes the names of rows.
        places: what is said of a grid of places, which are a map and no curve; "" for another table.
    """

    rows: list[Row]
    separator: str | None
    names: tuple[str, ...] | None = None
    comments: tuple[Line, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    noun: str = "line"
    quoted: bool = False
    places: str = ""

    def read_as(self) -> str:
        """What was assumed about the columns, for an error."""
        if self.separator is None:
            return "read as a list"
        if not self.separator:
            return "read as one column"
        return f"columns parted by {SEPARATOR_NAMES.get(self.separator, repr(self.separator))}"


def checked(rows: list[Row]) -> list[Row]:
    """The rows, if a table may have so many.

    Raises:
        ValueError: there is none, or there are more than 100,000.
    """
    if not rows:
        raise ValueError("there is nothing to read: lines such as 0.5, 1.2 are required")
    if len(rows) > MAX_ROWS + 1000:  # a header and prose above it are no rows of the table
        raise ValueError(f"a table may have at most {MAX_ROWS:,} rows, got {len(rows):,}: keep fewer rows")
    return rows


def cell_of(value: object) -> str:
    """A value of JSON or of a workbook as a cell that has one reading."""
    if value is None:
        return ""
    if isinstance(value, float):
        text = "" if math.isnan(value) else repr(value)
        return f"{text}0" if _LOOSE.fullmatch(text) else text
    if isinstance(value, str):
        return value.strip()
    return json.dumps(value)[:80] if isinstance(value, list | dict) else str(value)
