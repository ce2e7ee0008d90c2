"""Texts with their ISO 8601 dates: the mixture that models are trained on, and fixed sets of held-out days."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import accumulate
from random import Random
from zlib import crc32

import torch

from tnpcore.sequences.dates.conventions import FIRST_YEAR, LAST_YEAR, NO_DATE, WINDOW
from tnpcore.sequences.dates.forms import FORMS, KINDS, Form, parts, render
from tnpcore.sequences.dates.noise import noisy
from tnpcore.sequences.dates.nothing import TEXTS, token

NONE = "none"
# The share of each kind. Two of them need arithmetic and are there to show what is not learned.
MIXTURE = {"written": 0.36, "numeric": 0.2, "era": 0.1, "ordinal": 0.12, "week": 0.06, "century": 0.06, NONE: 0.1}
# In training alone: 29 February is one day in 1461, too rare to be distinguished from one that does not exist.
LEAP_DAYS = 0.03
_SEED = 2031


@dataclass(frozen=True, slots=True)
class Example:
    """A text and its date.

    Args:
        text: as a person writes it, with a locale token in front where there is one.
        iso: the date in ISO 8601, or `?`.
        kind: one of `kinds()`.
        form: the name of its `Form`, or of the group of texts that are no date.
        language: one of `LANGUAGES`, or `ISO`; empty for what is no date.
    """

    text: str
    iso: str
    kind: str
    form: str
    language: str


def kinds() -> tuple[str, ...]:
    """The kinds of text: those of dates, and last the one of what is no date.

    >>> kinds()
    ('written', 'numeric', 'era', 'ordinal', 'week', 'century', 'none')
    """
    return (*KINDS, NONE)


def is_held_out(key: str) -> bool:
    """Whether a day (such as "2031-04-03"), or a text that is no date, is held out: one in ten, by a checksum."""
    return crc32(key.encode()) % 10 == 0


@cache
def days(held_out: bool) -> tuple[date, ...]:
    """All days of the range that are held out, or all others; in order."""
    first, last = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
    every = (first + timedelta(number) for number in range((last - first).days + 1))
    return tuple(day for day in every if is_held_out(day.isoformat()) == held_out)


def sample(count: int, generator: torch.Generator, held_out: bool = False) -> list[Example]:
    """Independent texts of the mixture.

    >>> [example] = sample(1, torch.Generator().manual_seed(0))

    Args:
        count: of texts.
        generator: of the random numbers.
        held_out: True for held-out days, which are never in training.

    Raises:
        ValueError: for a negative count.
    """
    random = seeded(count, generator)
    names, shares = tuple(MIXTURE), list(accumulate(MIXTURE.values()))
    drawn = (names[min(bisect(shares, random.random()), len(names) - 1)] for _ in range(count))
    return [_no_date(random, held_out) if kind == NONE else _dated(_forms(kind), random, held_out) for kind in drawn]


def sample_kind(
    kind: str, count: int, generator: torch.Generator, held_out: bool = False, held_out_forms: bool = False
) -> list[Example]:
    """Independent texts of one of `kinds()`; with `held_out_forms`, of the forms that are never trained on.

    Raises:
        ValueError: for a negative count, an unknown kind, or a kind without held-out forms.
    """
    random = seeded(count, generator)
    if kind == NONE and not held_out_forms:
        return [_no_date(random, held_out) for _ in range(count)]
    forms = _forms(kind, held_out_forms) if kind in KINDS else ()
    if not forms:
        raise ValueError(f"kind must be one of {kinds()} with such forms, got {kind!r}, {held_out_forms=}")
    return [_dated(forms, random, held_out) for _ in range(count)]


@cache
def evaluation_set(count: int = 10_000, held_out_forms: bool = False) -> tuple[Example, ...]:
    """A fixed set of different texts of held-out days: of the mixture, or of held-out forms, each about as often."""
    generator = torch.Generator().manual_seed(_SEED + held_out_forms)
    found: dict[str, Example] = {}
    held = tuple(form for form in FORMS if form.held_out)
    while len(found) < count:
        if held_out_forms:
            random = seeded(count, generator)
            more = [_dated(held, random, held_out=True) for _ in range(count)]
        else:
            more = sample(count, generator, held_out=True)
        found |= {example.text: example for example in more if example.text not in found}
    return tuple(found.values())[:count]


def seeded(count: int, generator: torch.Generator) -> Random:
    """Python's generator of random numbers, for `count` texts: many small draws cost far less there than in torch.

    Raises:
        ValueError: for a negative count.
    """
    if count < 0:
        raise ValueError(f"count must not be negative, got {count}")
    return Random(int(torch.randint(2**62, (), generator=generator)))


@cache
def _forms(kind: str, held_out: bool = False) -> tuple[Form, ...]:
    return tuple(form for form in FORMS if form.kind == kind and form.held_out == held_out)


@cache
def _days(in_window: bool, held_out: bool, leap: bool = False) -> tuple[date, ...]:
    every = days(held_out)
    if in_window:
        every = tuple(day for day in every if WINDOW <= day.year < WINDOW + 100)
    return tuple(day for day in every if (day.month, day.day) == (2, 29)) if leap else every


def _dated(forms: Sequence[Form], random: Random, held_out: bool) -> Example:
    form = forms[int(random.random() * len(forms))]
    in_window = form.has_two_digit_year and form.kind != "century"
    choice = _days(in_window, held_out, leap=not held_out and random.random() < LEAP_DAYS)
    day = choice[int(random.random() * len(choice))]
    text = token(form, random) + noisy(form, render(form, parts(day)), random)
    return Example(text, day.isoformat(), form.kind, form.name, form.language)


def _no_date(random: Random, held_out: bool) -> Example:
    names = tuple(TEXTS)
    while True:
        [name] = random.choices(names, [share for share, _ in TEXTS.values()])
        text = TEXTS[name][1](random)
        if is_held_out(text) == held_out:
            return Example(text, NO_DATE, NONE, name, "")
