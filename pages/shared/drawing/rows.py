"""More points than a board holds: which of them, as the person says. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean, stdev

from pages.shared.drawing.table import OpenQuestion, Option

Rows = tuple[tuple[float, ...], ...]  # (x, y), or (x, y, standard error of y)
SHOWN = 3
SEED = 0


def _every(pairs: Rows, most: int) -> Rows:
    return tuple(pairs[round(i * (len(pairs) - 1) / (most - 1))] for i in range(most))


def _means(pairs: Rows, most: int) -> Rows:
    """Of blocks of neighbours in x, as equal in size as the number allows, each with the spread of its y."""
    ordered, count = sorted(pairs), len(pairs)
    blocks = (ordered[i * count // most : (i + 1) * count // most] for i in range(most))
    return tuple(_mean(block) for block in blocks)


def _mean(block: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    x, y = ([row[axis] for row in block] for axis in (0, 1))
    spread = (stdev(y),) if len(block) > 1 else ()
    return fmean(x), fmean(y), *spread


def _random(pairs: Rows, most: int) -> Rows:
    chosen = random.Random(SEED).sample(range(len(pairs)), most)
    return tuple(pairs[i] for i in sorted(chosen))


# By name: what it says, and how the rows are chosen.
WAYS: Mapping[str, tuple[str, Callable[[Rows, int], Rows]]] = {
    "every": ("evenly spaced rows; what repeats within a few rows is lost", _every),
    "means": ("means of neighbouring rows, with their spread as error bars; the scatter gets smaller", _means),
    "random": ("{most} rows at random", _random),
    "first": ("the first {most} rows", lambda pairs, most: tuple(pairs[:most])),
    "last": ("the last {most} rows", lambda pairs, most: tuple(pairs[-most:])),
}


def chosen(pairs: Rows, most: int, way: str | None) -> Rows:
    """All pairs, or `most` >= 2 of them.

    Args:
        pairs: in the order of the rows.
        most: that a board holds.
        way: one of WAYS, or None while the person has not chosen.

    Raises:
        OpenQuestion: there are more, and no way was chosen.
        ValueError: for another way.
    """
    if len(pairs) <= most:
        return tuple(pairs)
    if way is None:
        options = (Option(name, said(name, len(pairs), most), _shown(WAYS[name][1](pairs, most))) for name in WAYS)
        sentence = f"there are {len(pairs):,} points, and the board holds {most}: which shall it show?"
        raise OpenQuestion(sentence, "rows", tuple(options))
    if way not in WAYS:
        raise ValueError(f"the rows must be chosen by {', '.join(WAYS)}, got {way!r}")
    return WAYS[way][1](pairs, most)


def said(way: str, count: int, most: int) -> str:
    """What a way means for so many points."""
    return WAYS[way][0].format(n=f"{count / most:.3g}", most=most)


def _shown(rows: Rows) -> tuple[str, ...]:
    return tuple(", ".join(f"{value:.6g}" for value in row[:2]) for row in rows[:SHOWN])
