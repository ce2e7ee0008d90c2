"""The written forms of a date as CLDR patterns, and how a day is rendered in one of them.

A pattern is read as CLDR does (Unicode Technical Standard 35, part 4, "Date Format Patterns"): a run of one letter is a
field, text between apostrophes and all other characters stand for themselves. Four fields are not of CLDR: `o` is the
day as an ordinal number, `G` and `g` the name and the letter of a Japanese era, `n` the year of the era (`N`: with 元).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from typing import NamedTuple

from tnpcore.sequences.dates.conventions import LOCALES, era, ordinal_day
from tnpcore.sequences.dates.names import DAY_FIELDS, MONTH_FIELDS, NAMES

KINDS = ("written", "numeric", "era", "ordinal", "week", "century")
ISO = "ISO"  # in the place of a locale, for what ISO 8601 defines


class Parts(NamedTuple):
    """What a form is rendered from: a day of the calendar, or one that does not exist (31 February).

    Args:
        year: such as 2031.
        month: from 1.
        day: from 1.
        weekday: from 0, Monday.
    """

    year: int
    month: int
    day: int
    weekday: int


@dataclass(frozen=True)
class Form:
    """One way to write a date.

    Args:
        locale: a locale token, or `ISO`.
        kind: one of `KINDS`.
        pattern: as CLDR writes it, with the fields that the module names.
        held_out: measured and never trained on.
        weight: how often it is written, against the other forms of its language (for the task of writing alone).
    """

    locale: str
    kind: str
    pattern: str
    held_out: bool = False
    weight: int = 1

    @cached_property
    def language(self) -> str:
        """One of `LANGUAGES`, or `ISO`."""
        return LOCALES[self.locale].language if self.locale in LOCALES else ISO

    @cached_property
    def name(self) -> str:
        """Unique among all forms."""
        return f"{self.locale} {self.pattern}"

    @cached_property
    def fields(self) -> frozenset[str]:
        """The fields of the pattern."""
        return frozenset(run for run in pieces(self.pattern) if run[0].isascii() and run[0].isalpha())

    @cached_property
    def has_two_digit_year(self) -> bool:
        """Whether a rule must settle the century."""
        return "yy" in self.fields


WRITTEN = {
    "en-US": "EEEE, MMMM d, y|MMMM d, y|MMM d, y|EEE, MMM d, y|MMMM o, y|EEEE, MMMM o, y|MMM d, yy|y MMMM d",
    "en-GB": "EEEE, d MMMM y|EEEE d MMMM y|d MMMM y|d MMM y|EEE, d MMM y|EEE d MMM y|o MMMM y|o 'of' MMMM y|"
    "'the' o 'of' MMMM y|EEEE, o MMMM y|dd-MMM-y|dd MMM yy",
    "de-DE": "EEEE, d. MMMM y|d. MMMM y|d. MMM y|EEE, d. MMM y|dd. MMMM y|d. MMM yy",
    "fr-FR": "EEEE d MMMM y|d MMMM y|d MMM y|EEE d MMM y|o MMMM y|'le' d MMMM y|d MMM yy",
    "es-ES": "EEEE, d 'de' MMMM 'de' y|d 'de' MMMM 'de' y|d MMM y|EEE, d MMM y|d MMMM y|d 'de' MMM 'de' yy",
    "it-IT": "EEEE d MMMM y|d MMMM y|d MMM y|EEE d MMM y|o MMMM y|d MMM yy",
    "pt-BR": "EEEE, d 'de' MMMM 'de' y|d 'de' MMMM 'de' y|d 'de' MMM 'de' y|EEE, d 'de' MMM 'de' y|o 'de' MMMM 'de' y|"
    "d 'de' MMM 'de' yy",
    "nl-NL": "EEEE d MMMM y|d MMMM y|d MMM y|EEE d MMM y|'op' d MMMM y|d MMM yy",
    "ja-JP": "y年M月d日EEEE|y年M月d日|y年MM月dd日|y年M月d日(EEE)",
}
WRITTEN_HELD_OUT = {
    "en-US": "MMMM 'the' o, y|EEEE MMMM d y",
    "en-GB": "EEEE 'the' o 'of' MMMM y",
    "de-DE": "EEEE, 'den' d. MMMM y",
    "fr-FR": "'le' EEEE d MMMM y",
    "es-ES": "'el' d 'de' MMMM 'de' y",
    "it-IT": "'il' d MMMM y",
    "pt-BR": "d MMM y",
    "nl-NL": "EEEE, 'op' d MMMM y",
    "ja-JP": "y年 M月 d日",
}
ERA = "GN年M月d日|Gn年M月d日|gn.M.d|gnn.MM.dd|GN年M月d日(EEE)"
ERA_HELD_OUT = "gn/M/d|Gn年MM月dd日"
CENTURY = {
    "en-US": "EEEE, MMMM d, yy",
    "en-GB": "EEEE, d MMMM yy|EEE d MMM yy",
    "de-DE": "EEEE, d. MMMM yy",
    "fr-FR": "EEEE d MMMM yy",
    "es-ES": "EEEE, d 'de' MMMM 'de' yy",
    "it-IT": "EEEE d MMMM yy",
    "pt-BR": "EEEE, d 'de' MMMM 'de' yy",
    "nl-NL": "EEEE d MMMM yy",
}
# What CLDR calls the long format of a locale is written more often than its other forms.
COMMON = {"en-US MMMM d, y": 3, "en-GB d MMMM y": 2}


def _forms(kind: str, patterns: dict[str, str], held_out: bool = False) -> list[Form]:
    forms = [Form(locale, kind, pattern, held_out) for locale, many in patterns.items() for pattern in many.split("|")]
    return [Form(f.locale, kind, f.pattern, held_out, COMMON.get(f.name, 1)) for f in forms]


FORMS: tuple[Form, ...] = (
    *_forms("written", WRITTEN),
    *_forms("written", WRITTEN_HELD_OUT, held_out=True),
    *_forms("numeric", {token: "|".join(locale.numeric) for token, locale in LOCALES.items()}),
    *_forms(
        "numeric", {token: "|".join(loc.held_out) for token, loc in LOCALES.items() if loc.held_out}, held_out=True
    ),
    *_forms("numeric", {ISO: "y-MM-dd|yMMdd"}),
    *_forms("era", {"ja-JP": ERA}),
    *_forms("era", {"ja-JP": ERA_HELD_OUT}, held_out=True),
    *_forms("ordinal", {ISO: "y-DDD"}),
    *_forms("week", {ISO: "YYYY-'W'ww-e"}),
    *_forms("century", CENTURY),
)


@cache
def pieces(pattern: str) -> tuple[str, ...]:
    """The fields and literal texts of a pattern, in order; a literal keeps its apostrophes.

    >>> pieces("d 'de' MMMM")
    ('d', ' ', "'de'", ' ', 'MMMM')

    Args:
        pattern: as CLDR writes it.
    """
    return tuple(match[0] for match in re.finditer(r"'[^']*'|([A-Za-z])\1*|[^A-Za-z']+", pattern))


def _field(run: str, names: dict[str, list[str]], language: str) -> Callable[[Parts], str]:
    """What renders one field or literal."""
    if run in MONTH_FIELDS:
        months = names[run]
        return lambda p: months[p.month - 1]
    if run in DAY_FIELDS:
        weekdays = names[run]
        return lambda p: weekdays[p.weekday]
    if run == "o":
        return lambda p: ordinal_day(p.day, language)
    known = _NUMBERS.get(run)
    text = run.strip("'")
    return known or (lambda p: text)


_NUMBERS: dict[str, Callable[[Parts], str]] = {
    "y": lambda p: str(p.year),
    "yy": lambda p: f"{p.year % 100:02}",
    "M": lambda p: str(p.month),
    "MM": lambda p: f"{p.month:02}",
    "d": lambda p: str(p.day),
    "dd": lambda p: f"{p.day:02}",
    "DDD": lambda p: f"{date(p.year, p.month, p.day).timetuple().tm_yday:03}",
    "YYYY": lambda p: str(date(p.year, p.month, p.day).isocalendar().year),
    "ww": lambda p: f"{date(p.year, p.month, p.day).isocalendar().week:02}",
    "e": lambda p: str(p.weekday + 1),
    "G": lambda p: era(p.year, p.month, p.day).name,
    "g": lambda p: era(p.year, p.month, p.day).letter,
    "n": lambda p: str(_year_of_era(p)),
    "nn": lambda p: f"{_year_of_era(p):02}",
    "N": lambda p: str(_year_of_era(p)) if _year_of_era(p) > 1 else "元",
}


def _year_of_era(p: Parts) -> int:
    return p.year - era(p.year, p.month, p.day).first.year + 1


@cache
def renderers(form: Form) -> tuple[Callable[[Parts], str], ...]:
    """What renders each piece of a form."""
    names = NAMES.get(form.locale, {})
    return tuple(_field(run, names, form.language) for run in pieces(form.pattern))


def parts(day: date) -> Parts:
    """The parts of a day of the calendar."""
    return Parts(day.year, day.month, day.day, day.weekday())


def render(form: Form, day: Parts) -> list[str]:
    """The text of a day, piece by piece as in `pieces(form.pattern)`; without a locale token.

    Args:
        form: one of `FORMS`.
        day: a day of the calendar, or one that does not exist where the form needs no calendar.
    """
    return [field(day) for field in renderers(form)]


@cache
def tokens(form: Form) -> tuple[str, ...]:
    """The locale tokens that may stand before a form: its own where it is numeric, else every one of its language.

    Args:
        form: one of `FORMS`; those of ISO 8601 have none.
    """
    if form.kind == "numeric":
        return (form.locale,) if form.locale in LOCALES else ()
    return tuple(token for token, locale in LOCALES.items() if locale.language == form.language)
