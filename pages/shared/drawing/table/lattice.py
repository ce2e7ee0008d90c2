"""Grids of places below a header, as maps of Esri are written: ncols, nrows, a corner, the size of a cell, values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pages.shared.drawing.table.grid import MAX_ROWS, Grid, Line, Row, cell_of

_BEGINS = re.compile(r"(?:ncols|nrows)\s+\d+\s*\n\s*(?:ncols|nrows)\s+\d+\s*\n", re.IGNORECASE)
_HEAD = re.compile(
    r"\s*(ncols|nrows|[xy]ll(?:corner|center)|cellsize|nodata_value)\s+([+-]?[\d.,]+(?:e[+-]?\d+)?)\s*", re.IGNORECASE
)
_MISSING = "nodata_value"
NAMES = ("east", "north", "value")


def lattice(text: str) -> Grid | None:
    """A row (east, north, value) for each cell of such a grid, its place the middle of the cell; None for another text.

    Raises:
        ValueError: the header lacks something, or values are too few or too many.
    """
    if not _BEGINS.match(text):
        return None
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    count = next((i for i, (_, line) in enumerate(lines) if not _HEAD.fullmatch(line)), len(lines))
    head = _header(lines[:count])
    columns, rows = int(head["ncols"]), int(head["nrows"])
    if columns * rows > MAX_ROWS:
        raise ValueError(f"a grid may have at most {MAX_ROWS:,} cells, got {columns:,} by {rows:,}")
    values = [(number, cell) for number, line in lines[count:] for cell in line.split()]
    said = f"a grid of {columns} by {rows} places"
    if len(values) != columns * rows or not values:
        raise ValueError(f"{said} needs {columns * rows:,} values, got {len(values):,}")
    across = [_middle(head, "x", place) for place in range(columns)]
    up = [_middle(head, "y", place) for place in range(rows)][::-1]  # the first line is the north
    found: list[Row] = []
    for i, (number, cell) in enumerate(values):
        value = _number(cell)
        shown = cell if value is None else "" if value == head.get(_MISSING) else cell_of(value)
        found.append((number, (cell_of(across[i % columns]), cell_of(up[i // columns]), shown)))
    return Grid(found, None, NAMES, places=said)


def _header(lines: Sequence[Line]) -> dict[str, float]:
    head = {match[1].lower(): _number(match[2]) for _, line in lines if (match := _HEAD.fullmatch(line))}
    lacking = [name for name in ("ncols", "nrows", "cellsize") if not head.get(name)]
    lacking += [f"{axis}llcorner" for axis in "xy" if not {f"{axis}llcorner", f"{axis}llcenter"} & head.keys()]
    if lacking:
        raise ValueError(f"the header of a grid of places must have {', '.join(lacking)}")
    return {name: value for name, value in head.items() if value is not None}


def _number(text: str) -> float | None:
    try:
        return _rounded(float(text.replace(",", ".")))
    except ValueError:
        return None


def _rounded(value: float) -> float:
    """Without the last digits of a sum; an int where it is whole."""
    value = float(f"{value:.12g}")
    return int(value) if value.is_integer() else value


def _middle(head: dict[str, float], axis: str, place: int) -> float:
    """The middle of the cell that is so many from the west or the south."""
    center = head.get(f"{axis}llcenter")
    first = head[f"{axis}llcorner"] + head["cellsize"] / 2 if center is None else center
    return _rounded(first + place * head["cellsize"])
