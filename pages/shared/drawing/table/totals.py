"""Rows that add up the others, as a pivot table has them."""

from __future__ import annotations

import re

_TOTAL = re.compile(
    r"(?:grand\s+|sub-?)?totals?|totale?s?(?:\s+g[\u00e9e]n[\u00e9e]rale?)?|(?:gesamt|end)?summe|insgesamt"
    r"|gesamt(?:ergebnis)?|sum|somme|suma|somma|\u03a3",
    re.IGNORECASE,
)


def is_total(cells: tuple[str, ...]) -> bool:
    """Whether the first cell that holds something says that the row adds up the others."""
    return bool(_TOTAL.fullmatch(next(filter(None, cells), "").rstrip(":")))
