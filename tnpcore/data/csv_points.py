"""A set of points from a CSV file."""

from __future__ import annotations

import csv
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import torch

from tnpcore.task import Points

COLUMN = re.compile(r"[xy]\d*")
LEAST_ROWS = 2


@dataclass(frozen=True, eq=False)
class Table:
    """The points of a CSV file, and which columns they are from.

    Args:
        columns: names, those of x before those of y, each in the order of their numbers.
        points: x [N, Dx], y [N, Dy], in float64 and in the units of the file.
    """

    columns: tuple[str, ...]
    points: Points


def read_points(file: str | Path) -> Table:
    """The points of a CSV file: a header that names the columns x, x1, x2, ... and y, y1, y2, ..., then a point a row.

    Other columns and empty rows are left out.

    Args:
        file: in UTF-8, with commas between the cells.

    Returns:
        At least two points with their columns.

    Raises:
        ValueError: naming the file, and the line where there is one: for a missing or repeated column, a row that is
            longer or shorter than the header, a cell that is no finite number, fewer than two rows, and for a file
            that is no text or not there.
    """
    file = Path(file)
    if not file.is_file():
        raise ValueError(f"the points must be in a CSV file, got {file}, which is none")
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            return _read(stream, file)
    except (UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"{file} is no CSV file in UTF-8: {error}") from error


def _read(stream: TextIO, file: Path) -> Table:
    rows = csv.reader(stream)
    header = [name.strip() for name in next(rows, [])]
    columns = _columns(header, file)
    places = [header.index(name) for name in columns]
    values = [_numbers(row, header, places, f"{file}, line {rows.line_num}") for row in rows if row]
    if len(values) < LEAST_ROWS:
        raise ValueError(f"{file} needs at least {LEAST_ROWS} rows below the header, got {len(values)}")
    table = torch.tensor(values, dtype=torch.float64)
    dim_x = sum(name.startswith("x") for name in columns)
    return Table(columns, Points(table[:, :dim_x], table[:, dim_x:]))


def _columns(header: list[str], file: Path) -> tuple[str, ...]:
    """Those of x and y, in the order of x before y and of their numbers."""
    found = [name for name in header if COLUMN.fullmatch(name)]
    for letter in "xy":
        if not any(name.startswith(letter) for name in found):
            raise ValueError(f"{file}, line 1 needs a column {letter} or {letter}1, got {','.join(header)!r}")
    if len(set(found)) < len(found):
        raise ValueError(f"{file}, line 1 names a column twice: {','.join(header)!r}")
    return tuple(sorted(found, key=lambda name: (name[0], int(name[1:] or 0))))


def _numbers(row: list[str], header: list[str], places: list[int], where: str) -> list[float]:
    if len(row) != len(header):
        raise ValueError(f"{where} needs {len(header)} cells like the header, got {len(row)}")
    return [_number(row[place], f"{where}, column {header[place]}") for place in places]


def _number(cell: str, where: str) -> float:
    try:
        value = float(cell)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ValueError(f"{where} needs a finite number, got {cell!r}")
    return value
