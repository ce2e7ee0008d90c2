"""Symbols of the source and of the target: what a text is split into."""

from __future__ import annotations

import re
import string
import unicodedata
from functools import cache

from tnpcore.sequences.dates.conventions import ERAS, FIRST_OF_MONTH, LOCALES, NO_DATE
from tnpcore.sequences.dates.forms import FORMS, pieces
from tnpcore.sequences.dates.names import NAMES

# The longest source in symbols, locale token included, with room for one typing error.
LONGEST = 40

# What people and programs write in the place of a plain character. Special spaces need no list: str.split knows them.
_INVISIBLE = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
_PLAIN = str.maketrans(
    dict.fromkeys(_INVISIBLE, "")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2212", "-")
    | {"’": "'", "，": ",", "．": ".", "／": "/", "（": "(", "）": ")"}
    | {chr(0xFF10 + digit): str(digit) for digit in range(10)}
)
_TOKEN = re.compile(rf"({'|'.join(LOCALES)})(?: |$)")


def plain(text: str) -> str:
    """The text with plain spaces, hyphens and digits, runs of spaces made one, none at the ends; letters composed.

    >>> plain("3\u202favril\u00a02031 ")
    '3 avril 2031'

    Args:
        text: any.
    """
    return " ".join(unicodedata.normalize("NFC", text).translate(_PLAIN).split())


def split(text: str) -> list[str]:
    """The source symbols of a text: the locale token, if one stands in front, then character by character.

    >>> split("en-US 3/4/2031")[:4]
    ['en-US', '3', '/', '4']

    Args:
        text: as a person writes it; special spaces are made plain.
    """
    cleaned = plain(text)
    token = _TOKEN.match(cleaned)
    return [token[1], *cleaned[token.end() :]] if token else list(cleaned)


@cache
def symbols() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All source symbols (locale tokens first) and all target symbols, each in a fixed order."""
    literal = {run.strip("'") for form in FORMS for run in pieces(form.pattern) if not run.isascii() or "'" in run}
    named = {name for fields in NAMES.values() for row in fields.values() for name in row}
    texts = "".join(literal | named | set(FIRST_OF_MONTH.values()) | {f"{era.name}{era.letter}元" for era in ERAS})
    texts += "".join(map(chr, range(0xC0, 0xFF))).replace("×", "").replace("÷", "")  # letters of other words
    letters = {letter for letter in texts + texts.upper() if len(letter) == 1}
    source = sorted(letters | set(string.ascii_letters + string.digits + " ,.-/:'()?!"))
    return (*LOCALES, *source), (*string.digits, "-", NO_DATE)
