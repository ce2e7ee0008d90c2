"""Columns of a table made ready for the board: pairs, bounded, standardised where that is wanted. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from pages.shared.drawing.rows import chosen, said
from pages.shared.drawing.table import NO_DAY, Column, Table
from pages.shared.drawing.units import LARGEST, MAX_LABEL, Pairs, Units, standardising
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y
from pages.shared.scene.marks import X_VIEW, Y_VIEW

MAX_TEXT = 100_000  # characters of a pasted text
PLAIN = ("x", "y")  # the names of axes that have none of their own
LEAST_SPREAD = 0.3  # of the board's six units, along either axis
IF_NEEDED, ALWAYS, NEVER = STANDARDISE = ("if they do not fit", "yes", "no, as they are")


@dataclass(frozen=True)
class Ready:
    """Points as the board takes them, what their numbers stand for, and one or more sentences about what was done."""

    points: tuple[tuple[float, float], ...]
    units: Units | None
    summary: str


def pairs(table: Table, x: str | None, y: str) -> tuple[Pairs, int, str, str]:
    """The points of two columns of a table, and what their axes are called.

    Args:
        table: of a person's own.
        x: the name of a column of numbers or dates; None counts the rows.
        y: likewise.

    Returns:
        The pairs, how many rows were left out for a missing value, and the labels of x and y. Dates become days since
        the first one, and times of day hours since midnight; the label says so.

    Raises:
        ValueError: there is no such column, one holds text, or a number is beyond 1e15.
    """
    down, y_label = _numbers(table.column(y))
    across, x_label = (tuple(map(float, range(1, len(down) + 1))), "x") if x is None else _numbers(table.column(x))
    both = tuple(pair for pair in zip(across, down) if None not in pair)
    return both, len(down) - len(both), x_label, y_label


def _numbers(column: Column) -> tuple[tuple[float | None, ...], str]:
    label = f"{column.name} in {column.unit}" if column.unit else column.name
    if column.kind == "date":
        return _since(column)
    for line, value in zip(column.lines, column.values):
        if isinstance(value, str):
            raise ValueError(f"line {line}: {column.name} must be a number or a date, got {value[:40]!r}")
        if value is not None and not abs(value) <= LARGEST:
            raise ValueError(f"line {line}: numbers must lie within ±{LARGEST:g}, got {value:g}")
    return column.values, label[:MAX_LABEL]


def _since(column: Column) -> tuple[tuple[float | None, ...], str]:
    """Moments as days since the first, or as hours where no day is known."""
    known = [value for value in column.values if value is not None]
    if not known:
        return column.values, column.name
    first = min(known)
    if max(known).year == NO_DAY[0] and first.year == NO_DAY[0]:
        first, step, label = datetime(*NO_DAY), timedelta(hours=1), "hours since midnight"
    else:
        shown = first.date() if first.time() == time() else first.isoformat(" ", "minutes")
        step, label = timedelta(days=1), f"days since {shown}"
    return tuple(None if value is None else (value - first) / step for value in column.values), label


def ready(
    pairs: Pairs, labels: tuple[str, str], standardise: str = IF_NEEDED, missing: int = 0, rows: str | None = None
) -> Ready:
    """At most 256 of the pairs, in the numbers that the models see.

    `standardise` is one of STANDARDISE; pairs need none when all lie in the board's view and neither their x nor their
    y lie so close together that they are one dot. Names of their own stay, standardised or not. `missing` rows were
    left out before, which the summary says. `rows` is one of `rows.WAYS`.

    Raises:
        OpenQuestion: there are more than the board holds, and `rows` does not say which.
        ValueError: there is no pair, or one that stays as it is lies beyond what a board takes.
    """
    if not pairs:
        raise ValueError("there is no row with a number for both x and y")
    kept = chosen(pairs, MAX_POINTS, rows)
    done = standardise == ALWAYS or (standardise == IF_NEEDED and _unfit(kept))
    own = None if labels == PLAIN else Units(labels[0], 0.0, 1.0, labels[1], 0.0, 1.0)
    units = standardising(kept, *labels) if done else own
    points = units.seen(kept) if done else _drawable(kept)
    return Ready(points, units, _summary(len(pairs), missing, points, rows))


def _unfit(pairs: Pairs) -> bool:
    """Whether some lie outside the view, or all so close together along an axis that it shows nothing of them."""
    spreads = (max(values) - min(values) for values in zip(*pairs))
    return not all(map(_in_view, pairs)) or any(0 < spread < LEAST_SPREAD for spread in spreads)


def _in_view(pair: tuple[float, float]) -> bool:
    return X_VIEW[0] <= pair[0] <= X_VIEW[1] and Y_VIEW[0] <= pair[1] <= Y_VIEW[1]


def _drawable(pairs: Pairs) -> tuple[tuple[float, float], ...]:
    for x, y in pairs:
        if abs(x) > MAX_X or abs(y) > MAX_Y:
            got = f"{x:g}, {y:g}"
            raise ValueError(f"the board takes |x| <= {MAX_X:g} and |y| <= {MAX_Y:g}, got {got}: let it standardise")
    return tuple(pairs)


def _summary(found: int, missing: int, points: Pairs, rows: str | None) -> str:
    sentences = [f"{_counted(found, 'point')} read."]
    if missing:
        sentences.append(f"{_counted(missing, 'row')} without a number left out.")
    if found > len(points):
        sentences.append(f"On the board: {said(rows, found, len(points))}.")
    if outside := sum(not _in_view(pair) for pair in points):
        sentences.append(f"{_counted(outside, 'point')} outside the usual view.")
    return " ".join(sentences)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
