"""More places than a board holds: which of them, as the person says."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean

import numpy as np

from pages.shared.drawing.rows import SEED, Rows, Thinning, brief

_FINEST = 32  # cells along the wider side for each place that the board holds


def of_places(share: float) -> Thinning:
    """How places with a value are thinned.

    Args:
        share: how long one of x1 is, in units of x2: the cosine of the latitude of degrees, 1 of lengths.
    """
    ways = {
        "random": ("{most} places at random", _random),
        "farthest": ("{most} places far from each other; dense groups are thinned most", _scaled(_farthest, share)),
        "blocks": ("means over the cells of a grid, at most {most}; the scatter gets smaller", _scaled(_blocks, share)),
    }
    return Thinning("places", ways, lambda row: "{}, {}: {}".format(*map(brief, row)))


def _scaled(way: Callable[[np.ndarray, int], list[list[int]]], share: float) -> Callable[[Rows, int], Rows]:
    """A way that groups places by their distances, each group then its mean."""

    def thinned(rows: Rows, most: int) -> Rows:
        places = np.array([row[:2] for row in rows]) * (share, 1.0)
        return tuple(_mean([rows[i] for i in group]) for group in way(places, most))

    return thinned


def _mean(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return rows[0] if len(rows) == 1 else tuple(map(fmean, zip(*rows, strict=True)))


def _random(rows: Rows, most: int) -> Rows:
    return tuple(rows[i] for i in sorted(random.Random(SEED).sample(range(len(rows)), most)))


def _farthest(places: np.ndarray, most: int) -> list[list[int]]:
    """One place after the other, each the farthest from those before it; the first is the farthest from the middle."""
    middle = (places.min(0) + places.max(0)) / 2
    kept = [int(((places - middle) ** 2).sum(1).argmax())]
    nearest = np.full(len(places), np.inf)
    while len(kept) < most:
        nearest = np.minimum(nearest, ((places - places[kept[-1]]) ** 2).sum(1))
        kept.append(int(nearest.argmax()))
    return [[i] for i in sorted(kept)]


def _blocks(places: np.ndarray, most: int) -> list[list[int]]:
    """The places in each cell of the finest square grid of which at most so many cells hold some."""
    corner = places.min(0)
    width = float((places.max(0) - corner).max()) or 1.0

    def cells(count: int) -> np.ndarray:
        along = np.minimum((places - corner) * (count / width), count - 1).astype(int)
        return along[:, 0] * count + along[:, 1]

    coarse, fine = 1, _FINEST * most  # cells along the wider side: so many fit, so many may not
    while fine - coarse > 1:
        count = (coarse + fine) // 2
        coarse, fine = (count, fine) if len(np.unique(cells(count))) <= most else (coarse, count)
    groups: dict[int, list[int]] = {}
    for i, cell in enumerate(cells(coarse).tolist()):
        groups.setdefault(cell, []).append(i)
    return list(groups.values())
