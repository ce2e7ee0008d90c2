"""Letters on a picture, joined by lines: strings that are aligned with each other, trees of strings."""

from __future__ import annotations

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
