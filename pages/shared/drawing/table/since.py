"""Numbers whose unit says from when on they count: seconds since 1970-01-01, days since 1899-12-30 12:00."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

_STEPS = (
    ("milliseconds?|msecs?|ms", timedelta(milliseconds=1)),
    ("seconds?|secs?|s", timedelta(seconds=1)),
    ("minutes?|mins?", timedelta(minutes=1)),
    ("hours?|hrs?|h", timedelta(hours=1)),
    ("days?|d", timedelta(days=1)),
)
_DAY = r"\d{4}(?:-\d\d?-\d\d?(?:[T ]\d\d?(?::\d\d){0,2}(?:\.\d+)?)?)?"
_UNIT = re.compile(
    rf"(?P<step>{'|'.join(words for words, _ in _STEPS)})\s+since\s+(?:the\s+)?"
    rf"(?:(?:unix\s+)?epoch|(?P<start>{_DAY})\s*(?P<zone>Z|UTC|[+-]\d\d?:?\d\d)?)",
    re.IGNORECASE,
)


def counts_since(unit: str) -> bool:
    """Whether a unit says what a number of it counts, and from when on."""
    return bool(_UNIT.fullmatch(unit))


def moments_since(text: str, values: Sequence[float | None]) -> tuple[tuple[datetime | None, ...], bool] | None:
    """The moments that numbers of this unit are.

    Args:
        text: a unit, or a name with one in brackets.
        values: numbers, None where one is missing.

    Returns:
        The moments, and whether they are in UTC: where the unit has a zone or counts from 1970. None where it is no
        such unit, or a moment lies beyond the year 9999.
    """
    match = _UNIT.search(text)
    if not match:
        return None
    step = next(each for words, each in _STEPS if re.fullmatch(words, match["step"], re.IGNORECASE))
    try:
        start = _start(match["start"] or "1970") - _ahead(match["zone"] or "")
        moments = tuple(None if value is None else start + value * step for value in values)
    except (ValueError, OverflowError):
        return None
    return moments, bool(match["zone"]) or start == datetime(1970, 1, 1)


def _start(text: str) -> datetime:
    parts = [int(part) for part in re.split(r"[-T :.]", text, flags=re.IGNORECASE)[:6]]  # fractions are left out
    year, month, day, *clock = (*parts, 1, 1)[: max(3, len(parts))]
    return datetime(year, month, day, *clock)


def _ahead(zone: str) -> timedelta:
    """Of UTC."""
    digits = zone[1:].replace(":", "")
    if not digits.isdecimal():
        return timedelta()
    ahead = timedelta(hours=int(digits[:-2]), minutes=int(digits[-2:]))
    return -ahead if zone[0] == "-" else ahead
