"""The words by which rows and columns say that they add up others, in the languages of spreadsheet programs."""

from __future__ import annotations

import re

_GRAND = re.compile(
    r"grand\s+totals?|totals?\s+result|gesamt\s*ergebnis|totale?s?\s+g[\u00e9e]n[\u00e9e]rale?|totale\s+complessivo",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    rf"(?:sub-?)?totals?|totale?s?|(?:gesamt|end)?summe|insgesamt|gesamt|sum|somme|suma|somma|\u03a3|{_GRAND.pattern}",
    re.IGNORECASE,
)
_OF_A_GROUP = re.compile(
    r"(?P<before>.*\S)\s+(?:(?:sub-?)?totale?s?|ergebnis|gesamt|result|summe)"
    r"|(?:(?:sub-?|sous-)?totale?s?|summe|ergebnis)\s+(?:of\s+|de\s+|di\s+)?(?P<after>\S.*)",
    re.IGNORECASE,
)
_LONGEST = 80  # characters of such a cell


def is_grand_total(text: str) -> bool:
    """Whether a name says so with words that nothing measured has."""
    return bool(_GRAND.fullmatch(text))


def is_total(text: str) -> bool:
    """Whether a name says that something adds up the others."""
    return bool(_TOTAL.fullmatch(text.rstrip(":")))


def adds_up(cells: tuple[str, ...]) -> bool:
    """Whether the first cell of a row that holds something says so."""
    return is_total(next(filter(None, cells), ""))


def group_of(text: str) -> str:
    """The label of the group that "North Total" or "Total Nord" adds up; "" for other texts."""
    match = _OF_A_GROUP.fullmatch(text) if len(text) <= _LONGEST else None
    return (match["before"] or match["after"]) if match else ""
