"""More points than a board holds: which of them, as the person says. Pure."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from pages.shared.drawing.table import OpenQuestion, Option

Row = tuple[float, ...]
Rows = tuple[Row, ...]  # (x, y), (x, y, standard error of y), or on a plane (x1, x2, value)
Way = tuple[str, Callable[[Rows, int], Rows]]  # what it says, and how the rows are chosen
SHOWN = 3
SEED = 0
LARGE, HUGE = 1e4, 1e15  # between them six digits may be the same in all rows


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


WAYS: Mapping[str, Way] = {
    "every": ("evenly spaced rows; what repeats within a few rows is lost", _every),
    "means": ("means of neighbouring rows, with their spread as error bars; the scatter gets smaller", _means),
    "random": ("{most} rows at random", _random),
    "first": ("the first {most} rows", lambda pairs, most: tuple(pairs[:most])),
    "last": ("the last {most} rows", lambda pairs, most: tuple(pairs[-most:])),
}


@dataclass(frozen=True)
class Thinning:
    """How rows of one kind are thinned: what they are called, the ways by name, and how one is written."""

    noun: str
    ways: Mapping[str, Way]
    written: Callable[[Row], str]

    def said(self, way: str | None, count: int, most: int) -> str:
        """What a way means for so many rows; "" for none."""
        return self.ways[way][0].format(n=f"{count / most:.3g}", most=most) if way else ""


def brief(value: float) -> str:
    """Six digits of a number, and where it is large all before the point and two behind it."""
    return f"{value:.2f}".removesuffix(".00") if LARGE <= abs(value) < HUGE else f"{value:.6g}"


OF_CURVES = Thinning("points", WAYS, lambda row: ", ".join(map(brief, row[:2])))


def chosen(pairs: Rows, most: int, way: str | None, thinning: Thinning = OF_CURVES) -> Rows:
    """All pairs, or at most `most` >= 2 of them.

    Args:
        pairs: in the order of the rows.
        most: that a board holds.
        way: one of those of `thinning`, or None while the person has not chosen.
        thinning: what there is to choose from.

    Raises:
        OpenQuestion: there are more, and no way was chosen.
        ValueError: for another way.
    """
    if len(pairs) <= most:
        return tuple(pairs)
    if way is None:
        options = tuple(
            Option(name, thinning.said(name, len(pairs), most), tuple(map(thinning.written, rule(pairs, most)[:SHOWN])))
            for name, (_, rule) in thinning.ways.items()
        )
        sentence = f"there are {len(pairs):,} {thinning.noun}, and the board holds {most}: which shall it show?"
        raise OpenQuestion(sentence, "rows", options)
    if way not in thinning.ways:
        raise ValueError(f"the rows must be chosen by {', '.join(thinning.ways)}, got {way!r}")
    return thinning.ways[way][1](pairs, most)
