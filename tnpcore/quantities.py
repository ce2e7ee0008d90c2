"""Numbers that a caller gives: whole ones and real ones within bounds."""

from __future__ import annotations

import math
from numbers import Integral, Real
from typing import Any


def whole(value: Any, name: str, least: int = 1) -> int:
    """The value, if it is a whole number and large enough.

    Args:
        value: what was given.
        name: of the value, for the message.
        least: the smallest that will do.

    Raises:
        ValueError: naming what was required and what came.
    """
    if not isinstance(value, Integral) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, got {value!r}")
    return int(value)


def real(value: Any, name: str, least: float = 0.0, below: float = math.inf, above: bool = False) -> float:
    """The value, if it is a finite number within bounds.

    Args:
        value: what was given.
        name: of the value, for the message.
        least: the smallest that will do.
        below: what it must be less than.
        above: whether it must be above `least`.

    Raises:
        ValueError: naming what was required and what came.
    """
    usable = isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    if not usable or not (value > least if above else value >= least) or not value < below:
        bound = f"{'above' if above else 'of at least'} {least:g}" + (
            f" and below {below:g}" if below < math.inf else ""
        )
        raise ValueError(f"{name} must be a number {bound}, got {value!r}")
    return float(value)
