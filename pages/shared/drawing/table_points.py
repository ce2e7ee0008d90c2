"""Columns of a table made ready for the board: pairs, bounded, standardised where that is wanted. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

from pages.shared.drawing.moments import MIDNIGHT, counted
from pages.shared.drawing.rows import OF_CURVES, Rows, chosen
from pages.shared.drawing.table import NO_DAY, Column, Table
from pages.shared.drawing.units import LARGEST, MAX_LABEL, Pairs, Units, standardising
from pages.shared.lesson.values import MAX_POINTS, MAX_X, MAX_Y
from pages.shared.scene.marks import X_VIEW, Y_VIEW

MAX_TEXT = 100_000  # characters of a pasted text
PLAIN = ("x", "y")  # the names of axes that have none of their own
FEWEST_SCALED = 3  # points: two equal ones are drawn as they are
LEAST_SPREAD = 0.3  # of the board's six units, along either axis
IF_NEEDED, ALWAYS, NEVER = STANDARDISE = ("if they do not fit", "yes", "no, as they are")


@dataclass(frozen=True)
class Ready:
    """Points as the board takes them, what their numbers stand for, one or more sentences about what was done, and the
    controls that come with the points."""

    points: tuple[tuple[float, float], ...]
    units: Units | None
    summary: str
    controls: Mapping[str, object] = field(default_factory=dict)


def pairs(table: Table, x: str | None, y: str, error: str | None = None) -> tuple[Rows, int, str, str]:
    """The points of two columns of a table, with their standard errors, and what their axes are called.

    Args:
        table: of a person's own.
        x: the name of a column of numbers or dates; None counts the rows.
        y: likewise.
        error: the name of a column with standard errors of y; None where there is none.

    Returns:
        The pairs (x, y), or (x, y, error), how many rows were left out for a missing value, and the labels of x and y.
        Dates become days, and times of day hours: `since` gives from when on. The label of y says so; that of x need
        not.

    Raises:
        ValueError: there is no such column, one holds text, a number is beyond 1e15, or an error is negative.
    """
    down, y_label = _numbers(table.column(y))
    across, x_label = (tuple(map(float, range(1, len(down) + 1))), "x") if x is None else _numbers(table.column(x))
    if since(table, x):
        x_label = (table.column(x).name if table.named else "time") + " (UTC)" * table.decisions.utc
    errors = zip(_errors(table.column(error))) if error else [()] * len(down)
    both = tuple((*pair, *beside) for *pair, beside in zip(across, down, errors) if None not in pair)
    return both, len(down) - len(both), x_label, y_label


def _errors(column: Column) -> tuple[float | None, ...]:
    found = _numbers(column)[0]
    for line, value in zip(column.lines, found):
        if value is not None and value < 0:
            raise ValueError(f"line {line}: a standard error must not be negative, got {value:g}")
    return found


def since(table: Table, x: str | None) -> str:
    """The day of the first date, `MIDNIGHT` for times of day, "" for no moment: what x of `pairs` counts from.

    Raises:
        ValueError: there is no such column.
    """
    return "" if x is None else _origin(table.column(x))


def _numbers(column: Column) -> tuple[tuple[float | None, ...], str]:
    label = f"{column.name} in {column.unit}" if column.unit else column.name
    if origin := _origin(column):
        return _since(origin, column)
    for line, value in zip(column.lines, column.values):
        if isinstance(value, str):
            raise ValueError(f"line {line}: {column.name} must be a number or a date, got {value[:40]!r}")
        if value is not None and not abs(value) <= LARGEST:
            raise ValueError(f"line {line}: numbers must lie within ±{LARGEST:g}, got {value:g}")
    return column.values, label[:MAX_LABEL]


def _origin(column: Column) -> str:
    known = [value for value in column.values if isinstance(value, datetime)]
    if not known:
        return ""
    return MIDNIGHT if column.only_times else min(known).date().isoformat()


def _since(origin: str, column: Column) -> tuple[tuple[float | None, ...], str]:
    """Moments as days since a date, or as hours where no day is known."""
    first, step = datetime(*NO_DAY), timedelta(hours=1)
    if origin != MIDNIGHT:
        first, step = datetime.combine(date.fromisoformat(origin), time()), timedelta(days=1)
    return tuple(None if value is None else (value - first) / step for value in column.values), counted(origin)


def ready(
    pairs: Rows, labels: tuple[str, str], standardise: str = IF_NEEDED, missing: int = 0, rows: str | None = None
) -> Ready:
    """At most 256 of the pairs, in the numbers that the models see; (x, y, e) has a standard error e of y, or None.

    `standardise` is one of STANDARDISE; pairs need none when all lie in the board's view and neither their x nor their
    y lie so close together that they are one dot. Names of their own stay, standardised or not. `missing` rows were
    left out before, which the summary says. `rows` is one of `rows.WAYS`.

    Raises:
        OpenQuestion: there are more than the board holds, and `rows` does not say which.
        ValueError: there is no pair, one that stays as it is lies beyond what a board takes, or three or more
            that may be scaled are all equal in x or in y.
    """
    if not pairs:
        raise ValueError("there is no row with a number for both x and y")
    if standardise != NEVER:
        _check_scale(pairs, labels)
    found = chosen(pairs, MAX_POINTS, rows)
    kept = tuple((x, y) for x, y, *_ in found)
    done = standardise == ALWAYS or (standardise == IF_NEEDED and _unfit(kept))
    own = None if labels == PLAIN else _named(labels)
    units = standardising(kept, *labels) if done else own
    points = units.seen(kept) if done else _drawable(kept)
    errors = [beside[0] if beside else None for _, _, *beside in found]
    if any(errors):
        units = (units or _named(labels)).measured(points, errors)
    return Ready(points, units, _summary(len(pairs), missing, points, rows, sum(map(bool, errors))))


def as_drawn(
    pairs: Rows, read: Callable[[Pairs], tuple[tuple[float, float], ...]], missing: int = 0, rows: str | None = None
) -> Ready:
    """At most 256 of the pairs on a stage that says itself what a person's numbers mean there.

    Raises:
        OpenQuestion: as `ready` does.
        ValueError: there is no pair, or `read` refuses one.
    """
    if not pairs:
        raise ValueError("there is no row with a number for both x and y")
    points = read(tuple((x, y) for x, y, *_ in chosen(pairs, MAX_POINTS, rows)))
    return Ready(points, None, _summary(len(pairs), missing, points, rows))


def _check_scale(pairs: Rows, labels: tuple[str, str]) -> None:
    if len(pairs) < FEWEST_SCALED:
        return
    for label, values in zip(labels, list(zip(*(row[:2] for row in pairs)))):
        if min(values) == max(values):
            same = f"all {len(values):,} values of {label} are equal, {values[0]:.15g}"
            raise ValueError(f"{same}: they have no scale, so nothing can be predicted from them")


def _named(labels: tuple[str, str]) -> Units:
    return Units(labels[0], 0.0, 1.0, labels[1], 0.0, 1.0)


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


def _summary(found: int, missing: int, points: Pairs, rows: str | None, errors: int = 0) -> str:
    sentences = [f"{_counted(found, 'point')} read."]
    if missing:
        sentences.append(f"{_counted(missing, 'row')} without a number left out.")
    if found > len(points):
        sentences.append(f"On the board: {OF_CURVES.said(rows, found, len(points))}.")
    if errors:
        sentences.append(f"{_counted(errors, 'point')} with an error bar of ±1 sd.")
    if outside := sum(not _in_view(pair) for pair in points):
        sentences.append(f"{_counted(outside, 'point')} outside the usual view.")
    return " ".join(sentences)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
