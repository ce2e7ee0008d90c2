"""Degrees on the Earth: longitudes around the circle, and how far one cosine holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

WIDE = 10.0  # degrees of latitude over which the cosine changes little


def unwrapped(longitudes: Sequence[float]) -> tuple[float, ...]:
    """The same longitudes, some of them with 360 added or taken away, so that they lie as close together as on the
    Earth: 179.5 and -179.5 are one degree apart. Those that do already stay as they are."""
    around = sorted({value % 360 for value in longitudes})
    gaps = [(after - before, after) for before, after in pairwise((*around, around[0] + 360))]
    widest, start = max(gaps)
    if max(longitudes) - min(longitudes) <= 360 - widest + 1e-9:
        return tuple(longitudes)
    middle = (start + (360 - widest) / 2 + 180) % 360 - 180
    return tuple(value + 360 * round((middle - value) / 360) for value in longitudes)


def moved(longitudes: Sequence[float]) -> str:
    """Which longitude became which, "" where all stayed."""
    pairs = zip(longitudes, unwrapped(longitudes), strict=True)
    first = next(((before, after) for before, after in pairs if before != after), None)
    return f"Longitudes go on around the Earth: {first[0]:.6g} is drawn at {first[1]:.6g}." if first else ""


def of_longitude(latitudes: Sequence[float]) -> str:
    """How long a degree of longitude is taken to be, and of latitudes over more than ten degrees the largest error."""
    low, high = min(latitudes), max(latitudes)
    middle = (low + high) / 2
    share = math.cos(math.radians(middle))
    if high - low <= WIDE:
        return f"A degree of longitude is {share:.2f} of a degree of latitude here."
    sentence = f"A degree of longitude is taken as {share:.2f} of a degree of latitude, as at latitude {middle:.4g}"
    lengths = {edge: math.cos(math.radians(edge)) for edge in (low, high)}
    edge = max(lengths, key=lambda each: abs(math.log(max(lengths[each], 1e-9) / share)))
    if lengths[edge] < 1e-6:
        return f"{sentence} in the middle; at the pole it has no length."
    off = 100 * (share / lengths[edge] - 1)
    wrong = f"at latitude {edge:.4g} that is {abs(off):.0f} % too {'long' if off > 0 else 'short'}"
    return f"{sentence} in the middle; {wrong}, the largest error."
