"""Letters on a picture, joined by lines: strings that are aligned with each other, trees of strings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Symbols:
    """Letters or short texts [N] at (x, y), the middles of boxes one unit wide, in a panel with `drawing`.

    `tones` [N] are "" (plain), "strong", "faint", "bad" (underlined, too), "words" (a sentence), "above" or "below"
    (the name of the row at y, over or under it) or "start" (a text that begins at x). `lines` are pairs of letters, as
    thick as `weights` [L]; `label` says what the thickness is. With `edit` the person may pick a letter: the board
    writes its number of `picks` [N] into the control of that name (-1: it cannot be picked), and rings the number
    `picked`."""

    x: np.ndarray
    y: np.ndarray
    labels: tuple[str, ...]
    tones: tuple[str, ...]
    lines: tuple[tuple[int, int], ...] = ()
    weights: tuple[float, ...] = ()
    model: str = ""
    label: str = ""
    edit: str = ""
    picks: tuple[int, ...] = ()
    picked: int = -1


APART, NAMED = 3.4, 4.8  # units from one column to the next, and for the names of rows
MOST_COLUMNS = 8  # that can still be read
MORE = "…"


@dataclass(frozen=True)
class SymbolRow:
    """A row of `symbols` at height `y`, with its name on the left; those that are `wrong` are underlined."""

    y: float
    name: str
    symbols: tuple[str, ...]
    wrong: tuple[bool, ...] = ()


def in_columns(rows: Sequence[SymbolRow], headings: Sequence[tuple[float, str]], model: str) -> Symbols:
    """Rows whose symbols stand under each other, those beyond MOST_COLUMNS cut off.

    Args:
        rows: from any height.
        headings: heights and texts, over the middle.
        model: whose colour the picture has.
    """
    letters = [(APART * (MOST_COLUMNS - 1) / 2 - NAMED / 2, y, text, "words") for y, text in headings]
    for row in rows:
        letters.append((-NAMED, row.y, row.name, "faint"))
        cut = len(row.symbols) > MOST_COLUMNS
        shown = (*row.symbols[: MOST_COLUMNS - 1], MORE) if cut else row.symbols
        wrong = (*row.wrong[: MOST_COLUMNS - 1], False) if cut else (*row.wrong, *[False] * len(shown))
        letters += [
            (APART * i, row.y, one, "bad" if bad else "")
            for i, (one, bad) in enumerate(zip(shown, wrong, strict=False))
        ]
    x, y, labels, tones = zip(*letters, strict=True)
    return Symbols(np.array(x), np.array(y), labels, tones, model=model)


def column_ends(top: float) -> dict[str, tuple[float, float]]:
    """The ends of a panel that holds rows from height 0 to a heading at `top`."""
    return {"x": (-NAMED - 3.4, APART * MOST_COLUMNS), "y": (-1.4, top + 1.4)}
