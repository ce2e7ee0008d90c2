"""What the model on the stage was trained on, for the board's own warning."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reach:
    """At most so many context points, and values of y between `low` and `high`."""

    points: int
    low: float
    high: float
