"""A picture of 8 by 8 counts of ink that a hand paints."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

INK_LETTERS = "0123456789abcdefg"  # the letters of counts from 0 to 16
SIDE = 8
PIXELS = SIDE * SIDE
Ends = tuple[float, float]


@dataclass(frozen=True)
class Pixels:
    """A picture from x[0] to x[1] and y[0] to y[1]: `text` has a letter for each pixel, row by row from the top left.
    The board writes what is painted into the control `edit`. `label` says what it is, for a screen reader too."""

    text: str
    x: Ends
    y: Ends
    edit: str
    label: str

    @property
    def values(self) -> np.ndarray:
        """Counts of ink [8, 8], the first row at the top."""
        return counts(self.text).reshape(SIDE, SIDE)


def counts(text: str) -> np.ndarray:
    """The counts of ink [64] behind the letters.

    >>> counts("0g" * 32)[:4].tolist()
    [0.0, 16.0, 0.0, 16.0]
    """
    return np.array([float(INK_LETTERS.index(letter)) for letter in text])


def letters(values: np.ndarray) -> str:
    """The inverse: counts of ink [64], rounded, as a text."""
    return "".join(INK_LETTERS[int(np.rint(value))] for value in values.ravel())
