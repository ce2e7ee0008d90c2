"""The other way round: an ISO 8601 date and a language, to one of its many written forms, with an exact distribution.

The source is a language token, a space and the date ("en 2031-04-03"); the target is a form without noise and without
locale token. All forms with a full year take part, by their weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import accumulate

import torch

from tnpcore.sequences.dates import alphabet
from tnpcore.sequences.dates.conventions import FIRST_YEAR, LANGUAGES, LAST_YEAR
from tnpcore.sequences.dates.forms import FORMS, Form, parts, render
from tnpcore.sequences.dates.names import DAY_FIELDS
from tnpcore.sequences.dates.sampling import days, seeded


@dataclass(frozen=True, slots=True)
class WritingExample:
    """A date with a language, and one of its written forms.

    Args:
        source: such as "en 2031-04-03".
        target: such as "April 3, 2031".
    """

    source: str
    target: str


@cache
def _forms(language: str) -> tuple[tuple[Form, ...], tuple[int, ...]]:
    """The forms, and their accumulated weights."""
    found = tuple(
        form
        for form in FORMS
        if form.language == language and form.kind in ("written", "era") and not form.has_two_digit_year
    )
    return found, tuple(accumulate(form.weight for form in found))


def written_distribution(iso: str, language: str) -> dict[str, float]:
    """The probability of every written form of a date; forms that look the same on that day count together.

    >>> written_distribution("2031-04-03", "en")["April 3, 2031"] > 0.1
    True

    Args:
        iso: such as "2031-04-03".
        language: one of `LANGUAGES`.

    Raises:
        ValueError: for another language, or what is no day of the range.
    """
    if language not in LANGUAGES:
        raise ValueError(f"language must be one of {LANGUAGES}, got {language!r}")
    day = date.fromisoformat(iso)
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(f"the year must be from {FIRST_YEAR} to {LAST_YEAR}, got {iso}")
    forms, weights = _forms(language)
    found: dict[str, float] = {}
    for form in forms:
        text = "".join(render(form, parts(day)))
        found[text] = found.get(text, 0.0) + form.weight / weights[-1]
    return found


def names_the_weekday(iso: str, language: str, text: str) -> bool:
    """Whether a written form of a date holds the weekday, which only arithmetic gives.

    >>> names_the_weekday("2031-04-03", "de", "Donnerstag, 3. April 2031")
    True

    Args:
        iso: such as "2031-04-03".
        language: one of `LANGUAGES`.
        text: one of `written_forms(iso, language)`.
    """
    day = parts(date.fromisoformat(iso))
    return any(form.fields & {*DAY_FIELDS} and "".join(render(form, day)) == text for form in _forms(language)[0])


def written_forms(iso: str, language: str) -> list[str]:
    """All written forms of a date, the most probable first.

    >>> written_forms("2031-04-03", "de")[0]
    'Donnerstag, 3. April 2031'

    Args:
        iso: such as "2031-04-03".
        language: one of `LANGUAGES`.

    Raises:
        ValueError: for another language, or what is no day of the range.
    """
    found = written_distribution(iso, language)
    return sorted(found, key=lambda text: -found[text])


def sample_writing(count: int, generator: torch.Generator, held_out: bool = False) -> list[WritingExample]:
    """Independent dates, languages and written forms: dates and languages uniform, forms by their weights.

    Raises:
        ValueError: for a negative count.
    """
    random, every = seeded(count, generator), days(held_out)
    examples = []
    for _ in range(count):
        language, day = random.choice(LANGUAGES), every[int(random.random() * len(every))]
        forms, weights = _forms(language)
        [form] = random.choices(forms, cum_weights=weights)
        examples.append(WritingExample(f"{language} {day.isoformat()}", "".join(render(form, parts(day)))))
    return examples


def split_source(source: str) -> list[str]:
    """The symbols of a source: the language token, then character by character.

    >>> split_source("en 2031-04-03")[:3]
    ['en', '2', '0']

    Args:
        source: such as "en 2031-04-03".
    """
    language, space, rest = source.partition(" ")
    return [language, *rest] if space and language in LANGUAGES else list(source)


@cache
def writing_symbols() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All source symbols (language tokens first) and all target symbols, each in a fixed order."""
    characters = tuple(symbol for symbol in alphabet.symbols()[0] if len(symbol) == 1)
    return (*LANGUAGES, *"0123456789", "-"), characters
