"""Moments along an axis: days since a date or hours since midnight, and how people read them. Pure.

`since` says what a number counts from: a date such as 2024-01-31 (then it counts days), `MIDNIGHT` (then it is a time
of day in hours), or "" where it is just a number. All is computed in whole microseconds. The browser does the same in
board/state/moments.js.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date

MIDNIGHT = "midnight"
SECOND = 1_000_000  # microseconds, as those below
MINUTE, HOUR, DAY = 60 * SECOND, 3600 * SECOND, 86_400 * SECOND
YEAR, MONTH = 365.25 * DAY, 365.25 * DAY / 12
CLOSE = 10 * SECOND  # two moments of a table are hardly ever closer and both meant
_SIZES = (DAY, HOUR, MINUTE, *(10**k for k in range(6, -1, -1)))
_COLUMN_SIZES = (DAY, MINUTE, SECOND, SECOND // 1000, 1)
_LENGTHS = (("days", DAY), ("h", HOUR), ("min", MINUTE), ("s", SECOND), ("ms", 1000), ("\u00b5s", 1))


def check(since: object) -> None:
    """Refuse what no moment can be counted from.

    Raises:
        ValueError: it is neither "" nor `MIDNIGHT` nor a date as ISO 8601 writes it.
    """
    try:
        fits = since in ("", MIDNIGHT) or date.fromisoformat(since).isoformat() == since
    except (TypeError, ValueError):
        fits = False
    if not fits:
        got = str(since)[:40]
        raise ValueError(f"what x counts from must be empty, {MIDNIGHT} or a date such as 2024-01-31, got {got!r}")


def microseconds(since: str) -> int:
    """How long one is: a day, or for times of day an hour."""
    return HOUR if since == MIDNIGHT else DAY


def counted(since: str) -> str:
    """What a number counts, in words."""
    return "hours since midnight" if since == MIDNIGHT else f"days since {since}"


def moment(value: float, since: str, step: float) -> str:
    """The roundest moment within about `step` of a number.

    Args:
        value: days or hours since.
        since: what it counts from.
        step: how fine the number is, in the same unit.

    Returns:
        A year, a month, a date, a date and a time, or a time of day.
    """
    one = microseconds(since)
    at, step = value * one, step * one
    if since == MIDNIGHT:
        return clock(_roundest(at, step, _SIZES[1:]))
    start = date.fromisoformat(since).toordinal()
    try:
        day = date.fromordinal(start + round(at / DAY))
        if 2 * step >= YEAR:
            return f"{day.year + (day.month > 6):04d}"
        begins = _nearest_month(day)
        if 2 * step >= MONTH:
            return begins.isoformat()[:7]
        if abs((begins.toordinal() - start) * DAY - at) <= step / 2:
            return f"{begins}"
        day, rest = divmod(_roundest(at, step, _SIZES), DAY)
        found = date.fromordinal(start + day)
    except (ValueError, OverflowError):  # before the year 1 or after 9999
        return f"{value:,.0f} {counted(since)}"
    return f"{found} {clock(rest)}" if rest else f"{found}"


def column(values: Sequence[float], since: str, step: float) -> list[str]:
    """Moments for a table, as ISO 8601 writes them, all with the same fields.

    Args:
        values: days or hours since.
        since: what they count from.
        step: by so much, in the same unit, a value may be rounded to need fewer fields; never by more than ten seconds.

    Returns:
        2024-01-31 or 2024-01-31T06:00 with as many digits as needed; times of day alike, 25:00 on the next day.
    """
    one = microseconds(since)
    close = min(step * one, CLOSE)
    at = [value * one for value in values]
    sizes = _COLUMN_SIZES[1:] if since == MIDNIGHT else _COLUMN_SIZES
    size = next((s for s in sizes if all(abs(round(each / s) * s - each) <= close for each in at)), 1)
    return [_iso(round(each / size) * size, since, size) for each in at]


def length_unit(since: str, factor: float) -> tuple[str, float]:
    """The unit in which lengths along an axis are read: the largest that is no longer than `factor`.

    Returns:
        "days", "h", "min", "s", "ms" or "\u00b5s", and how many of them are one.
    """
    one = microseconds(since)
    name, size = next((unit for unit in _LENGTHS if factor * one >= unit[1]), _LENGTHS[-1])
    return name, one / size


def milliseconds(since: str) -> tuple[float, float]:
    """The line to milliseconds since 1970, by which figures count: where it begins, and how many are one."""
    one = microseconds(since) / 1000
    days = 0 if since == MIDNIGHT else date.fromisoformat(since).toordinal() - date(1970, 1, 1).toordinal()
    return days * DAY / 1000, one


def clock(at: int, size: int = MINUTE) -> str:
    """Microseconds since midnight as a time of day, with the digits that they need.

    Args:
        at: any number; 25 hours are 25:00.
        size: seconds, or a fraction of them, are written if the fields down to this size are wanted.
    """
    minutes, rest = divmod(abs(at), MINUTE)
    text = "\u2212" * (at < 0) + f"{minutes // 60:02d}:{minutes % 60:02d}"
    seconds, fraction = divmod(rest, SECOND)
    if not rest and size >= MINUTE:
        return text
    digits = max(len(f"{fraction:06d}".rstrip("0")), len(str(SECOND // size)) - 1) if fraction or size < SECOND else 0
    return f"{text}:{seconds:02d}" + (f".{fraction:06d}"[: digits + 1] if digits else "")


def _roundest(at: float, step: float, sizes: Sequence[int]) -> int:
    """The nearest multiple of the first size that is fine enough, or happens to have a multiple near enough."""
    for size in sizes:
        near = math.floor(at / size + 0.5) * size  # of two that are as near the later, as the browser does
        if size <= 2 * step or abs(near - at) <= step / 2:
            break
    return near


def _nearest_month(day: date) -> date:
    """The first day of the month that begins nearest to a day."""
    months = day.year * 12 + day.month - 1 + (day.day > 15)
    return date(months // 12, months % 12 + 1, 1)


def _iso(at: int, since: str, size: int) -> str:
    if since == MIDNIGHT:
        return clock(at, size).replace("\u2212", "-")
    day, rest = divmod(at, DAY)
    try:
        found = date.fromordinal(date.fromisoformat(since).toordinal() + day)
    except (ValueError, OverflowError):
        return f"{at / DAY:.6g} {counted(since)}"
    return f"{found}" if size == DAY else f"{found}T{clock(rest, size)}"
