"""Dates and times as people write them, one form and one order for a whole column.

Why neither pandas nor dateutil: the first takes the form from the first cell, so that 01/02/2020 becomes 2 January
without a word, the second takes one for every cell and fills what is missing with today's date.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from itertools import groupby, pairwise

from pages.shared.drawing.table.content import NO_DAY
from tnpcore.sequences.dates.names import month_words

YMD, DMY, MDY = ORDERS = ("ymd", "dmy", "mdy")
ORDER_NAMES = {YMD: "year, month, day", DMY: "day, month, year", MDY: "month, day, year"}
SERIAL, UNIX = COUNTS = ("serial", "unix")  # days of a spreadsheet, milliseconds since 1970
PLAIN = "number"  # the choice that digits such as 20200131 are no date

_ZONES_TEXT = (
    "utc:0 gmt:0 wet:0 west:1 cet:1 cest:2 mez:1 mesz:2 eet:2 eest:3 est:-5 edt:-4 mst:-7 mdt:-6 pst:-8 pdt:-7"
)
_ZONES = {name: int(ahead) for name, ahead in (each.split(":") for each in _ZONES_TEXT.split())}  # hours ahead of UTC
_CLOCK = (
    r"(?P<H>\d{1,2}):(?P<M>\d{2})(?::(?P<S>\d{2})(?:\.(?P<f>\d{1,9})|,(?P<g>\d{3}|\d{6}))?)?"
    r"(?:\s*(?P<ap>[ap])\.?m\.?)?(?:\s*(?P<z>z|[+-]\d{2}:?\d{2}|[+-]\d{2}|" + "|".join(_ZONES) + r"))?"
)
_LATER = rf"(?:(?:t|\s+|,\s*){_CLOCK})?"
_WEEKDAY = r"(?:[^\W\d_]{2,10}\.?,?\s+)?"
_NAME = r"(?P<n>[^\W\d_]{3,12})\.?"


@dataclass(frozen=True)
class _Form:
    pattern: re.Pattern
    orders: tuple[str, ...] = ()  # that its digits allow

    @classmethod
    def of(cls, pattern: str, *orders: str) -> _Form:
        return cls(re.compile(pattern, re.IGNORECASE), orders)


_TIME = _Form.of(_CLOCK)
_FORMS = (
    _Form.of(rf"(?P<y>\d{{4}})(?P<s>[-/.])(?P<m>\d{{1,2}})(?P=s)(?P<d>\d{{1,2}}){_LATER}"),
    _Form.of(rf"(?P<a>\d{{1,2}})(?P<s>[-/.])(?P<b>\d{{1,2}})(?P=s)(?P<c>\d{{4}}){_LATER}", DMY, MDY),
    _Form.of(rf"(?P<a>\d{{1,2}})(?P<s>[-/.])(?P<b>\d{{1,2}})(?P=s)(?P<c>\d{{2}}){_LATER}", DMY, MDY, YMD),
    _TIME,
    _Form.of(r"(?P<y>\d{4})(?P<m>\d{2})(?P<d>\d{2})(?:t|\s+)(?P<H>\d{2}):?(?P<M>\d{2}):?(?P<S>\d{2})?(?P<z>z)?"),
    _Form.of(rf"{_WEEKDAY}{_NAME}[\s-](?P<d>\d{{1,2}})(?:st|nd|rd|th)?,?[\s-]\s*(?P<y>\d{{4}}){_LATER}"),
    _Form.of(rf"{_WEEKDAY}(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.)?[\s-]*{_NAME},?[\s-]*(?P<y>\d{{4}}|\d{{2}}){_LATER}"),
    _Form.of(rf"{_WEEKDAY}{_NAME}\s+(?P<d>\d{{1,2}})\s+{_CLOCK}\s+(?P<y>\d{{4}})"),
    _Form.of(rf"(?P<y>\d{{4}})[\s-]?{_NAME}(?:[\s-](?P<d>\d{{1,2}}))?"),
    _Form.of(rf"{_NAME}[\s/-](?P<y>\d{{4}})"),
    _Form.of(r"(?P<y>\d{4})[-/m](?P<m>\d{1,2})"),
    _Form.of(r"(?P<m>\d{1,2})[-/](?P<y>\d{4})"),
    _Form.of(r"(?P<y>\d{4})[\s-]?q(?P<q>[1-4])"),
    _Form.of(r"q(?P<q>[1-4])[\s/-]?(?P<y>\d{4})"),
    _Form.of(r"(?P<y>\d{4})-?w(?P<w>\d{2})(?:-?(?P<k>[1-7]))?"),
)
_DIGITS = r"(?P<y>1[89]\d\d|20\d\d)(?P<m>0[1-9]|1[0-2])"
_MONTHS = _Form.of(_DIGITS)
_DAYS = _Form.of(rf"{_DIGITS}(?P<d>0[1-9]|[12]\d|3[01])")
_HOURS = _Form.of(rf"{_DIGITS}(?P<d>0[1-9]|[12]\d|3[01])(?P<H>[01]\d|2[0-4])(?:(?P<M>[0-5]\d)(?P<S>[0-5]\d)?)?")
HALF_A_DAY = timedelta(hours=12)
_TIMELY = re.compile(r"date|time|day|datum|zeit|tag|month|monat|period|stamp|fecha|jour|data|unix|epoch", re.IGNORECASE)
_UNIX_NAME = re.compile(r"time|date|stamp|unix|epoch|zeit|datum", re.IGNORECASE)
_UNIX = ((1, 1e8, 4.2e9), (1000, 1e11, 4.2e12))  # per second, and the times from 1973 to 2103


@dataclass(frozen=True)
class Reading:
    """A column of dates in one order of day, month and year ("" where there is no choice); `dotted` where it is
    written 31.1.2020, which countries with a decimal comma do; `zoned` where it was given in a time zone, and is UTC
    now."""

    order: str
    values: tuple[datetime, ...]
    clock: bool  # times of day alone
    dotted: bool
    zoned: bool = False


def readings(cells: Sequence[str], order: str | None = None) -> tuple[Reading, ...]:
    """Every way in which all the cells of a column, but the missing ones, are dates: none, one, or some that differ."""
    for form in _FORMS:
        if form.pattern.fullmatch(cells[0]) and (found := _under(form, cells, order)):
            return found
    return ()


def is_date(cell: str) -> bool:
    """Whether a cell alone could be a date or time."""
    return len(cell) <= 60 and any(c.isdigit() for c in cell) and bool(readings([cell]))


def is_clock(cell: str) -> bool:
    """Whether a cell is a time of day alone."""
    match = _TIME.pattern.fullmatch(cell)
    return bool(match) and int(match["H"]) <= 24 and int(match["M"]) < 60


def doubled_hour(values: Sequence[datetime]) -> str:
    """The first moment of an hour that comes twice, as where summer time ends and no zone is written; "" for none.

    It begins before four in the morning, within it moments come twice, and most others of the column come once.
    """
    counts = Counter(values)
    twice = sorted(value for value, times in counts.items() if times > 1)
    if not twice or 2 * len(twice) > len(counts) or max(counts.values()) > 2:
        return ""
    if all(value.time() == time() for value in counts):  # days
        return ""
    for _, found in groupby(twice, datetime.date):
        hour = list(found)
        if hour[0].hour > 3 or hour[-1] - hour[0] >= timedelta(hours=1):
            return ""
    return f"{twice[0]:%H:%M}" if twice[0].year == NO_DAY[0] else f"{twice[0]:%Y-%m-%d %H:%M}"


def digits(cells: Sequence[str], name: str) -> tuple[tuple[datetime, ...] | None, bool]:
    """The dates in a column such as 20200131, 202001312345 or 202001.

    Args:
        cells: of one column, the missing ones left out.
        name: of the column.

    Returns:
        The dates, None where not all cells are some; and whether they are dates for certain: the name says it, or so
        many different numbers would hardly all be dates by chance.
    """
    for form, enough in ((_DAYS, 3), (_HOURS, 3), (_MONTHS, 6)):
        if form.pattern.fullmatch(cells[0]) and (found := _under(form, cells, None)):
            return found[0].values, bool(_TIMELY.search(name)) or len(set(cells)) >= enough
    return None, False


def unix(values: Sequence[float | None], name: str) -> tuple[datetime | None, ...] | None:
    """Unix times as dates, or None where the name speaks of no time or a number is no plausible one."""
    known = [value for value in values if value is not None]
    if not known or not _UNIX_NAME.search(name):
        return None
    for per_second, low, high in _UNIX:
        if low <= min(known) and max(known) <= high:
            start = datetime(1970, 1, 1)
            return tuple(None if v is None else start + timedelta(seconds=v / per_second) for v in values)
    return None


def counted(values: Sequence[float | None], name: str, first: bool) -> tuple[str, tuple[datetime | None, ...]] | None:
    """Numbers that may be moments: days of a spreadsheet by their name, milliseconds since 1970 in the first column.

    Returns:
        SERIAL or UNIX with the moments, None where the numbers are none of these.
    """
    known = [value for value in values if value is not None]
    if not known:
        return None
    low, high = min(known), max(known)
    if low >= 20_000 and high <= 60_000 and low < high and _TIMELY.search(name):
        return SERIAL, _from(datetime(1899, 12, 30), values, timedelta(days=1))
    if first and 1e12 <= low < high <= 2.2e12 and all(value.is_integer() for value in known):
        return UNIX, _from(datetime(1970, 1, 1), values, timedelta(milliseconds=1))
    return None


def _from(start: datetime, values: Sequence[float | None], step: timedelta) -> tuple[datetime | None, ...]:
    return tuple(None if value is None else start + value * step for value in values)


def _under(form: _Form, cells: Sequence[str], order: str | None) -> tuple[Reading, ...]:
    matches = [form.pattern.fullmatch(cell) for cell in cells]
    if not all(matches):
        return ()
    parts = [match.groupdict() for match in matches]
    if len({bool(part.get("z")) for part in parts}) > 1:
        return ()
    dotted = bool(form.orders) and all(part["s"] == "." for part in parts)
    orders = form.orders or ("",)
    if form.orders and order:
        orders = (order,) if order in form.orders else orders
    found: dict[str, tuple[datetime, ...]] = {}
    for each in orders:
        values = _values(parts, _DATES[each])
        if values is not None and values not in found.values():
            found[each] = values
    if dotted and not order and DMY in found:
        found = {DMY: found[DMY]}
    only_time = "y" not in parts[0] and "c" not in parts[0]
    zoned = bool(parts[0].get("z"))
    return tuple(
        Reading(each, through_the_night(values) if only_time else values, only_time, dotted, zoned)
        for each, values in found.items()
    )


def through_the_night(values: tuple[datetime, ...]) -> tuple[datetime, ...]:
    """Times of day in the order of a log: 23:30, 00:00 go on past midnight, to the next day.

    Where a time comes after a later one by less than twelve hours, the rows are in no such order, and stay as they are.
    """
    if min(values) < datetime(*NO_DAY):  # it was still the day before in UTC
        values = tuple(value + timedelta(days=1) for value in values)
    days, found = 0, list(values[:1])
    for before, value in pairwise(values):
        if before > value and before - value <= HALF_A_DAY:
            return values
        days += before > value
        found.append(value + timedelta(days=days))
    return tuple(found)


def _values(parts: list[dict], day: Callable[[dict], tuple[int, int, int]]) -> tuple[datetime, ...] | None:
    try:
        return tuple(_moment(part, day(part)) for part in parts)
    except (ValueError, KeyError, OverflowError):
        return None


def _moment(part: dict, day: tuple[int, int, int]) -> datetime:
    hour = part.get("H")
    if not hour:
        return datetime(*day)
    hours, minutes, seconds = int(hour), int(part["M"] or 0), int(part["S"] or 0)
    fraction = part.get("f") or part.get("g") or ""
    if half := part.get("ap"):
        if not 1 <= hours <= 12:
            raise ValueError("an hour before or after noon must lie in 1 to 12")
        hours = hours % 12 + 12 * (half in "pP")
    midnight = hours == 24 and not minutes and not seconds and day != NO_DAY
    found = datetime(*day, 0 if midnight else hours, minutes, seconds, int(fraction[:6].ljust(6, "0")))
    if midnight:
        found += timedelta(days=1)
    zone = part.get("z") or ""
    if zone[:1] in ("+", "-"):
        ahead = timedelta(hours=int(zone[1:3]), minutes=int(zone[-2:]) if len(zone) > 3 else 0)
        found += ahead if zone[0] == "-" else -ahead
    else:
        found -= timedelta(hours=_ZONES.get(zone.lower(), 0))
    return found


def _year(text: str) -> int:
    """Two digits are a year from 1969 to 2068, as in POSIX."""
    return int(text) if len(text) > 2 else int(text) + (1900 if int(text) >= 69 else 2000)


def _named_parts(part: dict) -> tuple[int, int, int]:
    year = part.get("y")
    if not year:
        return NO_DAY
    if week := part.get("w"):
        found = datetime.fromisocalendar(int(year), int(week), int(part["k"] or 1))
        return found.year, found.month, found.day
    if quarter := part.get("q"):
        return int(year), 3 * int(quarter) - 2, 1
    month = month_words()[name.lower()] if (name := part.get("n")) else int(part["m"])
    return _year(year), month, int(part.get("d") or 1)


_DATES = {
    "": _named_parts,
    YMD: lambda p: (_year(p["a"]), int(p["b"]), int(p["c"])),
    DMY: lambda p: (_year(p["c"]), int(p["b"]), int(p["a"])),
    MDY: lambda p: (_year(p["c"]), int(p["a"]), int(p["b"])),
}
