"""Places with a value each, made ready for a plane: one scale for both axes, the value standardised. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pages.shared.drawing.rows import chosen, said
from pages.shared.drawing.table import Column, Table
from pages.shared.drawing.table_points import Ready
from pages.shared.drawing.units import LARGEST, MAX_LABEL, Units
from pages.shared.lesson.values import EACH_POINT, MAX_POINTS
from tnpcore import Points, standardise
from tnpcore.scaling import DEGREES, TOGETHER

EDGE = 2.0  # the models were trained on -EDGE to EDGE along both axes
MOST = 3.0  # of a value as the models see it, either way
LENGTHS = "lengths"
PLACES = (DEGREES, LENGTHS)
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
        ValueError: as `tnpcore.standardise`, for example where a latitude is beyond 90 degrees.
    """
    inputs = [row[:2] for row in rows]
    given = Points(inputs, [value for *_, value in rows])
    seen, scaling = standardise(given, places if places == DEGREES else TOGETHER, furthest=MOST)
    (middle1, middle2), (factor1, factor2) = scaling.x_offset[0].tolist(), scaling.x_factor[0].tolist()
    of_value = labels[2], scaling.y_offset.item(), scaling.y_factor.item()
    units = Units(labels[0], middle1, factor1, labels[1], middle2, factor2, "", (), *of_value)
    measured = seen.y[:, 0].clamp(-MOST, MOST).tolist()  # rounding goes no further
    return Ready(units.seen(inputs), units, "", {EACH_POINT: measured})


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
