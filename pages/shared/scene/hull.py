"""The convex hull of places on a plane: outside it a prediction extrapolates. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from jaxtyping import Bool, Float

Corner = tuple[float, float]


@dataclass(frozen=True)
class Hull:
    """The smallest convex area that holds some places: its `corners` in anticlockwise order, and what is said of all
    that lies `outside` it. Places on one line, or fewer than three, span no area: then everything lies outside."""

    corners: tuple[Corner, ...]
    outside: str

    def misses(
        self, x: Float[np.ndarray, " columns"], y: Float[np.ndarray, " rows"]
    ) -> Bool[np.ndarray, "rows columns"]:
        """Whether each cell of a grid has its middle outside; the edge belongs to the hull.

        Args:
            x, y: the middles of the columns and of the rows.
        """
        across, upward = np.meshgrid(x, y)
        if len(self.corners) < 3:
            return np.ones(across.shape, bool)
        inside = np.ones(across.shape, bool)
        for (x1, y1), (x2, y2) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            inside &= (x2 - x1) * (upward - y1) >= (y2 - y1) * (across - x1)
        return ~inside


def hull(places: Iterable[Corner], outside: str) -> Hull:
    """The convex hull of the places.

    Args:
        places: any number of them, in any order.
        outside: as in `Hull`.

    Reference: Andrew 1979, "Another efficient algorithm for convex hulls in two dimensions" (monotone chain).
    """
    ordered = sorted(set(places))
    if len(ordered) < 3:
        return Hull(tuple(ordered), outside)
    lower, upper = (reduce(_extended, some, ())[:-1] for some in (ordered, ordered[::-1]))
    return Hull((*lower, *upper), outside)


def _extended(chain: Sequence[Corner], place: Corner) -> tuple[Corner, ...]:
    """The chain with one more corner, without those that no longer turn left."""
    kept = tuple(chain)
    while len(kept) > 1 and _turn(*kept[-2:], place) <= 0:
        kept = kept[:-1]
    return (*kept, place)


def _turn(first: Corner, second: Corner, third: Corner) -> float:
    """Above 0 where the way from the first to the third turns left at the second."""
    return (second[0] - first[0]) * (third[1] - first[1]) - (second[1] - first[1]) * (third[0] - first[0])
