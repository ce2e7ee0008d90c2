"""Two strings one above the other, and the lines of attention between them, as letters in boxes one unit wide. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pages.shared.scene.symbols import Symbols

FLAT = 0.8  # the height of a picture, as a part of its width
NARROWEST = 14.0  # in boxes: letters are no larger than that
ROW = 0.36  # from the middle to a row, as a part of the way to the edge
TOKEN = 0.62  # of a box, for each letter of a symbol of several


@dataclass(frozen=True)
class Aligned:
    """What is drawn: `read` above, `written` below it, the weights of one written letter over what is read."""

    read: tuple[str, ...]
    written: tuple[str, ...]
    weights: np.ndarray
    row: int
    tones: tuple[str, ...] = ()
    note: str = ""


def width(symbols: Sequence[str]) -> float:
    """How many boxes a string takes."""
    return float(sum(map(_box, symbols)))


def ends(*strings: Sequence[str]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The intervals of x and y of a picture that holds these strings."""
    half = max(NARROWEST, *(width(one) + 1.0 for one in strings)) / 2
    return (-half, half), (-FLAT * half, FLAT * half)


def symbols(one: Aligned, model: str, edit: str = "") -> Symbols:
    """The two strings as a mark; with `edit` the written letters can be picked, and the rows have names."""
    level = ROW * ends(one.read, one.written)[1][1]
    count, total = len(one.read), len(one.written)
    names = ("reads", one.note or "writes") if edit else ()
    # Under the lower row, where no line crosses it.
    named = ("above", "words" if one.note else "below")[: len(names)]
    labels = (*one.read, *one.written, *names)
    x = np.concatenate([_places(one.read), _places(one.written), np.zeros(len(names))])
    y = np.concatenate([np.repeat([level, -level], [count, total]), [level, -level][: len(names)]])
    tones = ("",) * count + (one.tones or ("strong",) * total) + named
    lines = tuple((count + one.row, column) for column in range(count)) if one.row < total and len(one.weights) else ()
    return Symbols(
        x,
        y,
        labels,
        tones,
        lines,
        tuple(map(float, one.weights[:count])) if lines else (),
        model,
        "attention weight" if lines else "",
        edit if total else "",
        (*[-1] * count, *range(total), *[-1] * len(names)),
        one.row,
    )


def _box(symbol: str) -> float:
    return 1.0 if len(symbol) == 1 else TOKEN * len(symbol) + 1.0  # a locale token, or the end


def _places(string: Sequence[str]) -> np.ndarray:
    """The middles of the boxes, the string about 0."""
    boxes = np.array(list(map(_box, string)))
    return boxes.cumsum() - boxes / 2 - boxes.sum() / 2 if len(boxes) else np.zeros(0)
