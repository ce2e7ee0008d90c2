"""Names of months and weekdays as Babel gives them (`names.json`, written by `babel_names.py`), and which word names
which month."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

NAMES: dict[str, dict[str, list[str]]] = json.loads(Path(__file__).with_name("names.json").read_text("utf-8"))
MONTH_FIELDS, DAY_FIELDS = ("MMMM", "MMM"), ("EEEE", "EEE")


@cache
def month_words() -> dict[str, int]:
    """The month, 1 to 12, of every name and abbreviation in any language: lower case, without a final full stop.

    >>> month_words()["märz"], month_words()["avr"]
    (3, 4)

    Raises:
        ValueError: for a word that names two months.
    """
    words: dict[str, int] = {}
    for locale, fields in NAMES.items():
        for field in MONTH_FIELDS:
            for month, name in enumerate(fields[field], 1):
                word = name.lower().rstrip(".")
                if words.setdefault(word, month) != month:
                    raise ValueError(
                        f"a word must name one month, got {word!r} of {locale} for {words[word]} and {month}"
                    )
    return {word: month for word, month in words.items() if word.isalpha()}
