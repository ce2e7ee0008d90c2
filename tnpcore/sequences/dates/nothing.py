"""Texts that are no date, whose target is `?`: impossible days, parts of dates, words, numbers, a numeric form without
its locale, a year outside the range."""

from __future__ import annotations

import string
from calendar import isleap
from collections.abc import Callable
from datetime import date
from random import Random

from tnpcore.sequences.dates.conventions import FIRST_YEAR, LAST_YEAR
from tnpcore.sequences.dates.forms import FORMS, ISO, Form, Parts, render, tokens
from tnpcore.sequences.dates.names import DAY_FIELDS, MONTH_FIELDS, NAMES
from tnpcore.sequences.dates.noise import months_one_edit_away, noisy

# Words of every day, some of which mean a day without naming it.
_WORDS = (
    "today tomorrow yesterday tonight next last week month year hello thanks because morning never someone birthday "
    "heute morgen gestern abend nächste woche danke vielleicht jahr geburtstag niemals demain bonjour merci semaine "
    "année toujours peut-être matin mañana ayer hola gracias semana año siempre domani ieri grazie ciao settimana anno "
    "hier sempre amanhã ontem obrigado olá nunca vandaag gisteren hallo bedankt volgende jaar verjaardag"
)
WORDS = tuple(_WORDS.split())

TOKEN = 0.5  # the chance of a locale token before a form that has one date without it
ACCENTED = string.ascii_lowercase + "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþ"

_DATED = tuple(f for f in FORMS if f.kind in ("written", "numeric", "era") and not f.held_out)
# A day that does not exist has no weekday; and only a full year shows that 29 February does not exist.
_WITHOUT_WEEKDAY = tuple(f for f in _DATED if not f.fields & set(DAY_FIELDS))
_FULL_YEAR = tuple(f for f in _WITHOUT_WEEKDAY if "y" in f.fields)
_NEEDS_LOCALE = tuple(f for f in _DATED if f.kind == "numeric" and f.locale not in (ISO, "ja-JP"))
_NUMBERED = tuple(f for f in _NEEDS_LOCALE if "y" in f.fields)
_SEPARATED = tuple(f for f in _FULL_YEAR if f.pattern != "yMMdd")
_NAMED = tuple(f for f in _DATED if f.fields & set(MONTH_FIELDS))


def _year(random: Random) -> int:
    return random.randint(FIRST_YEAR, LAST_YEAR)


def _some(form: Form, random: Random) -> Parts:
    """A day that every month has."""
    return Parts(_year(random), random.randint(1, 12), random.randint(1, 28), random.randrange(7))


def token(form: Form, random: Random) -> str:
    """A locale token and the space behind it: always before a numeric form, at random before the others.

    Args:
        form: one of `FORMS`; nothing stands before those of ISO 8601.
        random: of the draws.
    """
    known = tokens(form)
    if not known or (form.kind != "numeric" and random.random() >= TOKEN):
        return ""
    return f"{random.choice(known)} "


def _written(form: Form, day: Parts, random: Random) -> str:
    return token(form, random) + noisy(form, render(form, day), random)


def impossible_day(random: Random) -> str:
    """Such as 31 February, 31 April, or 29 February of a year that is no leap year."""
    if random.random() < 0.4:
        year = _year(random)
        while isleap(year):
            year = _year(random)
        return _written(random.choice(_FULL_YEAR), Parts(year, 2, 29, 0), random)
    month = random.choice((2, 2, 4, 6, 9, 11))
    day = random.choice((30, 31) if month == 2 else (31,))
    return _written(random.choice(_WITHOUT_WEEKDAY), Parts(_year(random), month, day, 0), random)


def impossible_number(random: Random) -> str:
    """A day or month 0 or beyond the last that any month or year has, in a form of digits."""
    year = _year(random)
    day, month = random.randint(32, 99) if random.random() < 0.7 else 0, random.randint(1, 12)
    if random.random() < 0.3:
        day, month = random.randint(1, 28), random.choice((0, *range(13, 32)))  # in the other order it may be one
    form = random.choice(_NUMBERED)
    return _written(form, Parts(year, month, day, 0), random)


def impossible_count(random: Random) -> str:
    """A day of the year, a week or a weekday that the year does not have."""
    year = _year(random)
    if random.random() < 0.5:
        last = 366 if isleap(year) else 365
        return f"{year}-{random.choice((0, last + 1, random.randint(last + 1, 999))):03}"
    weeks = date(year, 12, 28).isocalendar().week
    if random.random() < 0.5:
        return f"{year}-W{random.choice((0, weeks + 1, random.randint(weeks + 1, 99))):02}-{random.randint(1, 7)}"
    return f"{year}-W{random.randint(1, weeks):02}-{random.choice((0, 8, 9))}"


def year_out_of_range(random: Random) -> str:
    """A date before `FIRST_YEAR` or after `LAST_YEAR`."""
    year = random.randint(1000, FIRST_YEAR - 1) if random.random() < 0.5 else random.randint(LAST_YEAR + 1, 2999)
    form = random.choice(_SEPARATED)
    return _written(form, _some(form, random)._replace(year=year), random)


def without_locale(random: Random) -> str:
    """A numeric form, day or month first, without the token that would decide: two dates, so none."""
    form = random.choice(_NEEDS_LOCALE)
    return "".join(render(form, _some(form, random)))


def part_of_a_date(random: Random) -> str:
    """A date without its year, its day or its month, or the name of a month or weekday alone."""
    form = random.choice(_NAMED)
    names, day = NAMES[form.locale], _some(form, random)
    month, weekday = names[random.choice(MONTH_FIELDS)][day.month - 1], names[random.choice(DAY_FIELDS)][day.weekday]
    no_month = weekday if weekday.rstrip(".").lower() not in months_one_edit_away() else "xx"  # fr "mar." is mardi
    kinds = (
        month, weekday, f"{weekday} {day.day}", f"{month} {day.year}", f"{day.day} {month}", f"{month} {day.day}",
        f"{weekday}, {day.day} {month}", f"{day.year}", f"{day.day} {no_month} {day.year}", f"{weekday} {day.year}",
        f"{day.year}-{day.month:02}", f"{day.year}年{day.month}月", f"{day.month}月{day.day}日",
    )  # fmt: skip
    return token(form, random) + _cased(random.choice(kinds), random)


def word(random: Random) -> str:
    """One to three words, some of them random letters; sometimes with numbers around the word, as a date has."""
    chosen = [random.choice(WORDS) if random.random() < 0.6 else _letters(random) for _ in range(random.randint(1, 3))]
    if random.random() < 0.4:
        chosen = [str(random.randint(1, 28)), chosen[0], str(_year(random))]
    if any(text.lower() in months_one_edit_away() for text in chosen):
        return word(random)
    return _cased(" ".join(chosen), random) + random.choice(("", "", "", "!", "?", "."))


def number(random: Random) -> str:
    """A number, a time of day, an amount; never eight digits, which would be ISO 8601's basic form."""
    digits = random.choice((1, 2, 3, 4, 5, 6, 9, 10, 11))
    value = "".join(random.choices(string.digits, k=digits))
    first, second = random.randint(0, 99), random.randint(0, 99)
    pair = f"{first}{random.choice(':.,/-')}{second:02}"
    before = token(random.choice(_NEEDS_LOCALE), random) if random.random() < 0.2 else ""
    return before + random.choice((value, pair))


def _letters(random: Random) -> str:
    letters = ACCENTED if random.random() < 0.2 else string.ascii_lowercase
    return "".join(random.choices(letters, k=random.randint(2, 9)))


def _cased(text: str, random: Random) -> str:
    return random.choice((text, text, text.lower(), text.capitalize(), text.upper()))


# By name, as `Example.form` gives it, with its share of the texts that are no date.
TEXTS: dict[str, tuple[float, Callable[[Random], str]]] = {
    "impossible day": (0.35, impossible_day),
    "impossible number": (0.1, impossible_number),
    "impossible count": (0.1, impossible_count),
    "year out of range": (0.1, year_out_of_range),
    "no locale": (0.1, without_locale),
    "part of a date": (0.1, part_of_a_date),
    "word": (0.1, word),
    "number": (0.05, number),
}
