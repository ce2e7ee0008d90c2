"""Text that a person pasted or uploaded, as a table of columns. Pure, bounded, and forgiving where it is unambiguous.

Columns may be separated by tabs, semicolons, commas or spaces; the separator under which most cells are numbers is
taken, and a line that has the right number of cells under one other separator alone is read so. A first line without
any number names the columns. Blank lines and comments (#, %, //: a whole line, or after a number) are passed over, and
so are brackets about a pair. Where commas do not separate, 1,5 is one and a half.
"""

# Why not pandas: its reader guesses the separator from the first line alone (of 16 dialects in the tests it reads 10
# as they were meant; 1,5;2 it parts at the comma), gives a short row no line number, and takes most of a second to
# import. With the separator known, all that is left for it to do is csv.reader's one line.

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass

from pages.shared.drawing.units import LARGEST

MAX_CHARACTERS = 1_000_000
MAX_ROWS = 10_000
MAX_LINES = 50_000  # with blank ones and comments
MAX_COLUMNS = 50
MAX_LINE = 10_000
MAX_NAME = 50

_SEPARATORS = ("\t", ";", ",", " ")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?", re.ASCII | re.IGNORECASE)
_MISSING = {"", "-", "?", ".", "na", "n/a", "nan", "null", "none"}
_COMMENT = re.compile(r"(^\s*|(?<=\d)\s+)(#|%|//).*")
_BETWEEN = re.compile(r"(?<=[\])])\s*[,;]\s*(?=[\[(])")
_BRACKETS = re.compile(r"\s*[\[(]+([^\[\]()]*)[\])]+\s*[,;]?\s*")
_LOOKED_AT = 100  # rows that decide about the separator

Row = tuple[int, tuple[str, ...]]


@dataclass(frozen=True)
class Table:
    """Columns by name and rows (line number, cells), all of one width; `comma` says whether 1,5 is a number."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    named: bool
    comma: bool

    def numeric(self) -> tuple[int, ...]:
        """The columns of which at least half the cells are numbers, as far as the first rows show.

        Raises:
            ValueError: there is none.
        """
        rows = self.rows[:_LOOKED_AT]
        cells = [[row[c] for _, row in rows] for c in range(len(self.names))]
        counts = [sum(_plain(cell, self.comma) is not None for cell in column) for column in cells]
        found = tuple(c for c, count in enumerate(counts) if 2 * count >= max(1, len(rows)))
        if not found:
            raise ValueError(f"line {rows[0][0]}: numbers wanted, got {_short(', '.join(rows[0][1]))}")
        return found

    def pairs(self, x: int | None, y: int) -> tuple[tuple[tuple[float, float], ...], int]:
        """The pairs of two columns and how many rows were left out for a missing value; x None counts the rows.

        Raises:
            ValueError: a cell is neither a number nor missing, or a number is beyond 1e15; says in which line.
        """
        found, missing = [], 0
        for count, (line, row) in enumerate(self.rows, 1):
            values = (float(count) if x is None else self._value(line, row, x), self._value(line, row, y))
            if None in values:
                missing += 1
            else:
                found.append(values)
        return tuple(found), missing

    def _value(self, line: int, row: tuple[str, ...], column: int) -> float | None:
        cell = row[column]
        if cell.lower() in _MISSING:
            return None
        value = _plain(cell, self.comma)
        if value is None:
            raise ValueError(f"line {line}: {self.names[column]} must be a number, got {_short(cell)}")
        if not abs(value) <= LARGEST:
            raise ValueError(f"line {line}: numbers must lie within ±{LARGEST:g}, got {_short(cell)}")
        return value


def read_table(text: str) -> Table:
    """The table in a text of at most 1,000,000 characters, 10,000 rows and 50 columns.

    Raises:
        ValueError: the text is too large, holds no line with two columns, or a line has another number of columns
            than the rest; says in which line and what was found.
    """
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"a table may have at most {MAX_CHARACTERS:,} characters, got {len(text):,}")
    lines = _lines(text)
    separator = _separator([line for _, line in lines[:_LOOKED_AT]])
    rows = [(number, _cells(line, separator)) for number, line in lines]
    width = max(2, _usual_width(rows))
    if width > MAX_COLUMNS:
        raise ValueError(f"a table may have at most {MAX_COLUMNS} columns, got {width}")
    separators = _separators(separator, rows)
    for i, (number, cells) in enumerate(rows):
        if len(cells) != width:
            rows[i] = number, _otherwise(lines[i], i == 0, width, separators)
    comma = separator != ","
    named = len(rows) > 1 and all(map(_may_be_a_name, rows[0][1]))
    names = _names(rows[0][1] if named else ("",) * width)
    return Table(names, tuple(rows[1:] if named else rows), named, comma)


def _lines(text: str) -> list[tuple[int, str]]:
    """Lines that hold something, by their number in the text."""
    found = []
    plain = text.lstrip("\ufeff").replace("\u2212", "-")
    if any(bracket in plain for bracket in ")]"):
        plain = _BETWEEN.sub("\n", plain)
    lines = re.split(r"\r\n|\r|\n", plain)
    if len(lines) > MAX_LINES:
        raise ValueError(f"a text may have at most {MAX_LINES:,} lines, got {len(lines):,}")
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_LINE:
            raise ValueError(f"line {number}: a line may have at most {MAX_LINE:,} characters, got {len(line):,}")
        if kept := _bare(line):
            found.append((number, kept))
    if not found:
        raise ValueError("there is nothing to read: lines such as 0.5, 1.2 are wanted")
    if len(found) > MAX_ROWS:
        raise ValueError(f"a table may have at most {MAX_ROWS:,} rows, got {len(found):,}")
    return found


def _bare(line: str) -> str:
    """Without comment, brackets and blanks about it; tabs stay, for they may stand beside an empty cell."""
    kept = _COMMENT.sub("", line) if any(sign in line for sign in "#%/") else line
    kept = (inside[1] if (inside := _BRACKETS.fullmatch(kept)) else kept).strip(" ")
    return kept if kept.strip() else ""


def _cells(line: str, separator: str) -> tuple[str, ...]:
    if separator == " ":
        return tuple(line.split())
    try:
        row = next(csv.reader([line], delimiter=separator, skipinitialspace=True))
    except csv.Error:
        row = line.split(separator)
    return tuple(cell.strip() for cell in row)


def _separator(lines: list[str]) -> str:
    """The separator under which the largest share of all cells are numbers in rows of the usual width, above 1."""

    def share(separator: str) -> tuple[float, bool]:
        rows = [(0, _cells(line, separator)) for line in lines]
        width = _usual_width(rows)
        fitting = (cell for _, row in rows if len(row) == width > 1 for cell in row[:MAX_COLUMNS])
        numbers = sum(_plain(cell, separator != ",") is not None for cell in fitting)
        return numbers / max(1, sum(len(row[:MAX_COLUMNS]) for _, row in rows)), width > 1

    return max(_SEPARATORS, key=share)


def _separators(usual: str, rows: list[Row]) -> tuple[str, ...]:
    """The table's separator, and those that single lines may have instead: no comma beside numbers written with one."""
    decimal = usual != "," and any("," in cell for _, row in rows if len(row) > 1 for cell in row)
    return (usual, *(other for other in _SEPARATORS if other != usual and not (decimal and other == ",")))


def _otherwise(line: tuple[int, str], first: bool, width: int, separators: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of a line that the usual separator, the first, does not part into `width`: numbers, or in the first
    line of the table names, under just one of the others."""
    (number, text), (usual, *separators) = line, separators
    found = {row for separator in separators if len(row := _cells(text, separator)) == width and _clear(row, first)}
    if len(found) != 1:
        got = len(_cells(text, usual))
        raise ValueError(f"line {number}: {width} columns wanted, got {got}: {_short(text)}")
    return found.pop()


def _clear(row: tuple[str, ...], first: bool) -> bool:
    """Whether every cell is a number without a comma, or missing, or in the first line a name."""
    values = all(_plain(cell, False) is not None or cell.lower() in _MISSING for cell in row)
    return values or (first and all(cell and _may_be_a_name(cell) for cell in row))


def _usual_width(rows: list[Row]) -> int:
    return Counter(len(cells) for _, cells in rows).most_common(1)[0][0]


def _plain(cell: str, comma: bool) -> float | None:
    """The number that a cell holds; infinite when it is beyond all floats."""
    text = cell.replace(",", ".", 1) if comma and "." not in cell else cell
    return float(text) if _NUMBER.fullmatch(text) else None


def _may_be_a_name(cell: str) -> bool:
    return not cell or (any(map(str.isalpha, cell)) and not _NUMBER.fullmatch(cell) and cell.lower() not in _MISSING)


def _names(cells: tuple[str, ...]) -> tuple[str, ...]:
    """A name for every column: one short line, no two the same."""
    names: list[str] = []
    for number, cell in enumerate(cells, 1):
        name = "".join(c if c.isprintable() else " " for c in cell).strip()[:MAX_NAME].strip() or f"column {number}"
        names.append(f"{name} ({number})" if name in names else name)
    return tuple(names)


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
