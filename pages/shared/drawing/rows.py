"""More points than a board holds: which of them, as the person says. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from statistics import fmean

from pages.shared.drawing.table import OpenQuestion, Option
from pages.shared.drawing.units import Pairs

Rows = tuple[tuple[float, float], ...]
SHOWN = 3
SEED = 0


def _every(pairs: Pairs, most: int) -> Rows:
    return tuple(pairs[round(i * (len(pairs) - 1) / (most - 1))] for i in range(most))


def _means(pairs: Pairs, most: int) -> Rows:
    """Of blocks of neighbours in x, as equal in size as the number allows."""
    ordered, count = sorted(pairs), len(pairs)
    blocks = (ordered[i * count // most : (i + 1) * count // most] for i in range(most))
    return tuple((fmean(x for x, _ in block), fmean(y for _, y in block)) for block in blocks)


def _random(pairs: Pairs, most: int) -> Rows:
    chosen = random.Random(SEED).sample(range(len(pairs)), most)
    return tuple(pairs[i] for i in sorted(chosen))


# By name: what it says, and how the rows are chosen.
WAYS: Mapping[str, tuple[str, Callable[[Pairs, int], Rows]]] = {
    "every": ("evenly spaced rows; what repeats within a few rows is lost", _every),
    "means": ("means of neighbouring rows; the scatter gets smaller", _means),
    "random": ("{most} rows at random", _random),
    "first": ("the first {most} rows", lambda pairs, most: tuple(pairs[:most])),
    "last": ("the last {most} rows", lambda pairs, most: tuple(pairs[-most:])),
}


def chosen(pairs: Pairs, most: int, way: str | None) -> Rows:
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


def _shown(rows: Sequence[tuple[float, float]]) -> tuple[str, ...]:
    return tuple(f"{x:.6g}, {y:.6g}" for x, y in rows[:SHOWN])
