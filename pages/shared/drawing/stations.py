"""Places with a value each, made ready for a plane: one scale for both axes, the value standardised. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from pages.shared.drawing.places.circle import moved, of_longitude, unwrapped
from pages.shared.drawing.places.meaning import LATITUDE_FIRST, LENGTHS, MOST_DEGREES, kind, question
from pages.shared.drawing.places.names import LONGITUDE
from pages.shared.drawing.places.thinning import of_places
from pages.shared.drawing.rows import Thinning, brief, chosen
from pages.shared.drawing.table import Column, Table
from pages.shared.drawing.table_points import Ready
from pages.shared.drawing.units import LARGEST, MAX_LABEL, Units
from pages.shared.lesson.values import EACH_POINT, MAX_POINTS
from tnpcore import Points, standardise
from tnpcore.scaling import DEGREES, TOGETHER

EDGE = 2.0  # the models were trained on -EDGE to EDGE along both axes
MOST = 3.0  # of a value as the models see it, either way
Triples = Sequence[tuple[float, float, float]]


def of_table(table: Table, names: tuple[str, str, str], places: str | None = None, rows: str | None = None) -> Ready:
    """The stations of three columns of a table, one at each place: several values at a place become their mean.

    Args:
        table: of a person's own.
        names: of the columns of the place, in their order, and of the value.
        places: one of `meaning.PLACES`; None where names and numbers are to decide.
        rows: which of them, where there are more than a board holds: one of the ways of `thinning.of_places`.

    Raises:
        OpenQuestion: places may be degrees or lengths, or there are more than the board holds, and none is chosen.
        ValueError: a column is named twice or holds no numbers, no row has all three, or a place is none on Earth.
    """
    if len(set(names)) < 3:
        raise ValueError(f"place and value need three columns, got {', '.join(names)}")
    places = places or kind(table, *names[:2])
    if places is None:
        raise question(table, *names[:2])
    first, second, value = (table.column(name) for name in names)
    picked = (second, first, value) if places == LATITUDE_FIRST else (first, second, value)
    read = tuple(zip(*map(_numbers, picked), strict=True))
    full = [row for row in read if None not in row]
    if not full:
        raise ValueError("there is no row with a number for the place and the value")
    around, crossing = _around(full) if places != LENGTHS else (full, "")
    alone, together = _one_at_each_place(around)
    up = [x2 for _, x2, _ in alone]
    share = 1.0 if places == LENGTHS else math.cos(math.radians((min(up) + max(up)) / 2))
    thinning = of_places(share)
    kept = chosen(alone, MAX_POINTS, rows, thinning)
    labels = tuple((f"{c.name} in {c.unit}" if c.unit else c.name)[:MAX_LABEL] for c in picked)
    made = standardised(kept, labels if table.named else _unnamed(places), LENGTHS if places == LENGTHS else DEGREES)
    sentences = [
        together or _stations(len(full)),
        f"{len(read) - len(full):,} left out: a number is missing." if len(read) > len(full) else "",
        _thinned(thinning, rows, len(alone), len(kept)),
        "One station has no spread: its value becomes 0 for the models." if len(kept) == 1 else "",
        crossing,
        of_longitude([x2 for _, x2, _ in kept]) if places != LENGTHS else "",
    ]
    return replace(made, summary=" ".join(filter(None, sentences)))


def standardised(rows: Triples, labels: Sequence[str], places: str) -> Ready:
    """Stations in the numbers that the models see: places with one scale for both axes, in [-2, 2], values with mean 0
    and standard deviation 1, or a larger one that brings all into [-3, 3].

    Args:
        rows: (x1, x2, value) of every station, at least one.
        labels: of the three.
        places: DEGREES, or LENGTHS of one unit. A degree of longitude is as long as the cosine of
            the latitude in the middle says.

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


def _unnamed(places: str) -> tuple[str, str, str]:
    return ("x₁", "x₂", "value") if places == LENGTHS else ("longitude", "latitude", "value")


def _around(rows: Triples) -> tuple[Triples, str]:
    """Rows with longitudes as close together as on the Earth, and which became which."""
    across = [x1 for x1, _, _ in rows]
    if max(map(abs, across)) > MOST_DEGREES[LONGITUDE]:
        return rows, ""  # no longitudes: `standardise` says so
    pairs = zip(unwrapped(across), rows, strict=True)
    return [(x1, x2, value) for x1, (_, x2, value) in pairs], moved(across)


def _one_at_each_place(rows: Triples) -> tuple[tuple[tuple[float, float, float], ...], str]:
    """A row for every place, with the mean of its values, and a sentence where a place has several."""
    at: dict[tuple[float, float], list[float]] = {}
    for x1, x2, value in rows:
        at.setdefault((x1, x2), []).append(value)
    alone = tuple((*place, values[0] if len(values) == 1 else fmean(values)) for place, values in at.items())
    if len(alone) == len(rows):
        return alone, ""
    (x1, x2), most = max(at.items(), key=lambda entry: len(entry[1]))
    mean = f"at {brief(x1)}, {brief(x2)} the value is {brief(fmean(most))}, the mean of {len(most):,}"
    places = f"{len(alone):,} place{'s' * (len(alone) > 1)}"
    return alone, f"{len(rows):,} rows at {places} read, and each place has the mean of its rows: {mean}."


def _stations(count: int) -> str:
    return f"{count:,} station{'' if count == 1 else 's'} read."


def _thinned(thinning: Thinning, way: str | None, count: int, kept: int) -> str:
    """Means over cells may need fewer places than the board holds."""
    fewer = f", here {kept}" if kept < MAX_POINTS else ""
    return f"On the board: {thinning.said(way, count, MAX_POINTS)}{fewer}." if count > kept else ""
