"""The conventions that give every text one date: locales, the century of two-digit years, eras, ordinal numbers.

Nothing here is learned or rendered; `forms.py` lists the forms, and this module states what they mean.
"""

from __future__ import annotations

import datetime
from datetime import date
from functools import cache
from typing import NamedTuple

# Two centuries, so that two-digit years are ambiguous without a rule; 1900 is no leap year and 2000 is one; and all
# Japanese eras since 1868 occur (1900 is Meiji 33).
FIRST_YEAR, LAST_YEAR = 1900, 2099

# Two-digit years without a weekday: 69 to 99 are 1969 to 1999 and 00 to 68 are 2000 to 2068 (POSIX, strptime, %y).
# Beside a weekday, the weekday settles the century: one date falls on different weekdays in 19yy and 20yy.
WINDOW = 1969

# The target of a text that is no date.
NO_DATE = "?"


class Locale(NamedTuple):
    """What is customary in one locale.

    Args:
        language: of the names of months and days.
        numeric: numeric forms as CLDR patterns; their order of day, month and year is what the token decides.
        held_out: numeric forms that are measured and never trained on.
    """

    language: str
    numeric: tuple[str, ...]
    held_out: tuple[str, ...] = ()


# By locale token: the symbol that stands before a numeric form.
LOCALES = {
    "en-US": Locale("en", ("M/d/y", "MM/dd/y", "M/d/yy", "M-d-y"), ("MM-dd-y",)),
    "en-GB": Locale("en", ("dd/MM/y", "d/M/y", "d/M/yy", "dd/MM/yy", "d.M.y"), ("d-M-y",)),
    "de-DE": Locale("de", ("dd.MM.yy", "dd.MM.y", "d.M.y", "d.M.yy"), ("dd-MM-y",)),
    "fr-FR": Locale("fr", ("dd/MM/y", "d/M/y", "dd/MM/yy", "dd.MM.y")),
    "es-ES": Locale("es", ("d/M/yy", "d/M/y", "dd/MM/y", "dd-MM-y")),
    "it-IT": Locale("it", ("dd/MM/yy", "dd/MM/y", "d/M/y"), ("d-M-yy",)),
    "pt-BR": Locale("pt", ("dd/MM/y", "d/M/y", "dd/MM/yy")),
    "nl-NL": Locale("nl", ("dd-MM-y", "d-M-y", "dd-MM-yy")),
    "ja-JP": Locale("ja", ("y/MM/dd", "y/M/d", "yy/MM/dd"), ("y.MM.dd",)),
}
LANGUAGES = tuple(dict.fromkeys(locale.language for locale in LOCALES.values()))


class Era(NamedTuple):
    """A Japanese era: its name, its Latin letter, its first day. It ends the day before the next one begins."""

    name: str
    letter: str
    first: datetime.date  # in full: what writes the documentation looks a class of this kind up by its module


# A day on which an era changed belongs to the new one (as in CLDR). The first year is numbered 1 and also written 元.
ERAS = (
    Era("明治", "M", date(1868, 10, 23)),
    Era("大正", "T", date(1912, 7, 30)),
    Era("昭和", "S", date(1926, 12, 25)),
    Era("平成", "H", date(1989, 1, 8)),
    Era("令和", "R", date(2019, 5, 1)),
)


@cache
def era(year: int, month: int, day: int) -> Era:
    """The era of a day, which may be one that its month does not have (31 February).

    Args:
        year: from `FIRST_YEAR`.
        month: from 1.
        day: from 1.
    """
    return next(era for era in reversed(ERAS) if (era.first.year, era.first.month, era.first.day) <= (year, month, day))


def full_year(two_digits: int) -> int:
    """The year that a two-digit year without a weekday means.

    >>> full_year(68), full_year(69)
    (2068, 1969)

    Args:
        two_digits: from 0 to 99.
    """
    return WINDOW + (two_digits - WINDOW) % 100


def ordinal_day(day: int, language: str) -> str:
    """The day of the month as an ordinal number, where the language has one for it, else as a number.

    >>> ordinal_day(22, "en"), ordinal_day(11, "en"), ordinal_day(1, "fr"), ordinal_day(2, "fr")
    ('22nd', '11th', '1er', '2')

    Args:
        day: from 1 to 31.
        language: one of `LANGUAGES`.
    """
    if language == "en":
        teen = 10 < day < 20
        return f"{day}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"
    return f"{day}{FIRST_OF_MONTH.get(language, '')}" if day == 1 else str(day)


# Languages in which the first of a month alone is an ordinal number.
FIRST_OF_MONTH = {"fr": "er", "it": "º", "pt": "º"}
