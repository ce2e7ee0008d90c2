"""Places with a value each, made ready for a plane: one scale for both axes, the value standardised. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean, pstdev

from pages.shared.drawing.rows import chosen, said
from pages.shared.drawing.table import Column, Table
from pages.shared.drawing.table_points import Ready
from pages.shared.drawing.units import LARGEST, MAX_LABEL, Units
from pages.shared.lesson.values import EACH_POINT, MAX_POINTS

EDGE = 2.0  # the models were trained on -EDGE to EDGE along both axes
MOST = 3.0  # of a value as the models see it, either way
DEGREES, LENGTHS = PLACES = ("degrees", "lengths")
LONGITUDE, LATITUDE = ("lon", "lng"), ("lat",)  # how the names of their columns begin
Triples = Sequence[tuple[float, float, float]]


def columns(table: Table) -> tuple[str, str, str]:
    """The columns to begin with: longitude and latitude by their names, otherwise the first three with numbers.

    Raises:
        ValueError: there are fewer than three.
    """
    numbers = [column.name for column in table.columns if column.kind == "number"]
    if len(numbers) < 3:
        raise ValueError(f"three columns of numbers are wanted, two for the place and a value, got {len(numbers)}")
    first, second = (next((n for n in numbers if _begins(n, names)), None) for names in (LONGITUDE, LATITUDE))
    if first and second:
        return first, second, next(name for name in numbers if name not in (first, second))
    return numbers[0], numbers[1], numbers[2]


def kind(x1: str, x2: str) -> str:
    """What places are by the names of their columns: DEGREES of longitude and latitude, or LENGTHS of one unit."""
    return DEGREES if _begins(x1, LONGITUDE) and _begins(x2, LATITUDE) else LENGTHS


def of_table(table: Table, names: tuple[str, str, str], places: str, rows: str | None = None) -> Ready:
    """The stations of three columns of a table.

    Args:
        table: of a person's own.
        names: of the columns x1 (longitude), x2 (latitude) and the value.
        places: one of PLACES.
        rows: which of them, where there are more than a board holds: one of `rows.WAYS`.

    Raises:
        OpenQuestion: there are more, and `rows` is None.
        ValueError: a column is named twice or holds no numbers, no row has all three, or a place is none on Earth.
    """
    if len(set(names)) < 3:
        raise ValueError(f"place and value need three columns, got {', '.join(names)}")
    picked = [table.column(name) for name in names]
    full = [row for row in zip(*map(_numbers, picked)) if None not in row]
    if not full:
        raise ValueError("there is no row with a number for x₁, x₂ and the value")
    kept = chosen(tuple(full), MAX_POINTS, rows)
    labels = tuple((f"{c.name} in {c.unit}" if c.unit else c.name)[:MAX_LABEL] for c in picked)
    made = standardised(kept, labels if table.named else ("x₁", "x₂", "value"), places)
    return replace(made, summary=_summary(len(table.columns[0].values), len(full), made, places, rows))


def standardised(rows: Triples, labels: Sequence[str], places: str) -> Ready:
    """Stations in the numbers that the models see: places with one scale for both axes, in [-2, 2], values with mean 0
    and standard deviation 1, or a larger one that brings all into [-3, 3].

    Args:
        rows: (x1, x2, value) of every station, at least one.
        labels: of the three.
        places: DEGREES or LENGTHS. A degree of longitude is as long as the cosine of the latitude in the middle says.

    Raises:
        ValueError: a latitude is beyond 90 degrees, a longitude beyond 360, or all stations stand on a pole.
    """
    x1, x2, values = zip(*rows)
    if places == DEGREES and not (max(map(abs, x2)) <= 90 and max(map(abs, x1)) <= 360):
        far = max(x2, key=abs) if max(map(abs, x2)) > 90 else max(x1, key=abs)
        raise ValueError(f"latitudes lie within ±90 degrees and longitudes within ±360, got {far:g}")
    (middle1, half1), (middle2, half2) = _extent(x1), _extent(x2)
    shrunk = math.cos(math.radians(middle2)) if places == DEGREES else 1.0
    if shrunk < 1e-6:
        raise ValueError("on a pole there is no longitude: take places as lengths")
    factor = max(shrunk * half1, half2) / EDGE or 1.0
    mean = fmean(values)
    spread = max(pstdev(values), max(abs(value - mean) for value in values) / MOST) or 1.0
    units = Units(labels[0], middle1, factor / shrunk, labels[1], middle2, factor, "", (), labels[2], mean, spread)
    measured = [max(-MOST, min(MOST, (value - mean) / spread)) for value in values]
    points = units.seen(list(zip(x1, x2, strict=True)))
    return Ready(points, units, "", {EACH_POINT: measured})


def _extent(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    return (low + high) / 2, (high - low) / 2


def _numbers(column: Column) -> list[float | None]:
    found: list[float | None] = []
    for line, value in zip(column.lines, column.values):
        if value is not None and not (isinstance(value, float) and abs(value) <= LARGEST):
            raise ValueError(f"line {line}: {column.name} must be a number within ±{LARGEST:g}, got {str(value)[:40]}")
        found.append(value)
    return found


def _begins(name: str, with_any: tuple[str, ...]) -> bool:
    return name.strip().lower().startswith(with_any)


def _summary(read: int, full: int, made: Ready, places: str, rows: str | None) -> str:
    sentences = [f"{full:,} station{'' if full == 1 else 's'} read."]
    if read > full:
        sentences.append(f"{read - full:,} left out: a number is missing.")
    if full > len(made.points):
        sentences.append(f"On the board: {said(rows or '', full, len(made.points))}.")
    if len(made.points) == 1:
        sentences.append("One station has no spread: its value becomes 0 for the models.")
    if places == DEGREES and made.units:
        share = made.units.y_factor / made.units.x_factor
        sentences.append(f"A degree of longitude is {share:.2f} of a degree of latitude here.")
    return " ".join(sentences)
