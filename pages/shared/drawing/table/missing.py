"""Which cells hold no value: the words for it, and numbers such as -9999 that stand for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

# Of R, pandas, spreadsheets, weather services and statistics offices, in lower case.
_WORDS_TEXT = (
    "na n/a #n/a n.a. n.a nan nat <na> null none nil n.d. n.d nd n/d k.a. mm m missing inf -inf +inf infinity"
    " -infinity #div/0! #value! #ref! #num! #name? #null! #n/v ? : . .. ... * ** *** **** - -- --- \u2212 \u2013 \u2014"
)
_WORDS = frozenset(_WORDS_TEXT.split())
_CENSORED = re.compile(r"[<>\u2264\u2265]\s*\d+([.,]\d+)?")
_CODE = re.compile(r"-(?:9{2,}(?:[.,](?:9+|0+))?|32768)|9{3,}(?:[.,](?:9+|0+))?|9{2,}[.,]9{1,2}")


def is_missing(cell: str, extra: frozenset[str] = frozenset()) -> bool:
    """Whether a cell holds no value.

    Args:
        cell: without blanks about it.
        extra: further words and codes, in lower case.

    Returns:
        True for an empty cell, a word for a missing value, and a bound such as <0.5, which is no value.
    """
    low = cell.lower()
    return (
        not cell or low in _WORDS or low in extra or (cell[0] in "<>\u2264\u2265" and bool(_CENSORED.fullmatch(cell)))
    )


def as_code(value: object) -> str:
    """A code as a cell would hold it: -9999.0 is -9999."""
    text = str(value).strip().lower().replace("\u2212", "-")
    try:
        return f"{float(text.replace(',', '.')):.15g}"
    except ValueError:
        return text


def codes(cells: Sequence[str], values: Sequence[float | None]) -> tuple[str, ...]:
    """Numbers that look like a code for a missing value and stand alone far from the rest.

    Returns:
        The cells' texts, each once. A code is far if it lies outside the range of the others by more than that range,
        or is negative where no other number is.
    """
    found = {cell: value for cell, value in zip(cells, values) if value is not None and cell[-1:] in "980"}
    found = {cell: value for cell, value in found.items() if _CODE.fullmatch(cell.replace("\u2212", "-"))}
    held = set(found.values())
    rest = [value for value in values if value is not None and value not in held]
    if not found or not rest:
        return ()
    low, high = min(rest), max(rest)

    def far(value: float) -> bool:
        distance = max(low - value, value - high)
        return distance > 0 and (distance > high - low or (value < 0 <= low))

    return tuple(sorted((cell for cell, value in found.items() if far(value)), key=lambda cell: found[cell]))
