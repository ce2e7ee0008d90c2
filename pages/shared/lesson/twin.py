"""What becomes of a step's drawing in a room: its twin, on which the same question is posed, or what settles it. Pure.

The step's judge computes the outcome of a twin anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from pages.shared.drawing.presets import DrawnPoints
from pages.shared.drawing.state import DrawingState

DECIMALS = 6


@dataclass(frozen=True)
class Twin:
    """Another drawing, made of a step's own.

    Args:
        change: its points.
        sets: values of controls that it has in place of the step's, by name.
    """

    change: Callable[[DrawnPoints], DrawnPoints] = lambda points: points
    sets: Mapping[str, object] = field(default_factory=dict)

    def of(self, drawn: DrawingState) -> DrawingState:
        """What becomes of this drawing."""
        return DrawingState(self.change(drawn.points), {**drawn.controls, **self.sets}, drawn.units)


def adding(point: tuple[float, float], **sets: object) -> Twin:
    """One point more, and these controls beside it."""
    return Twin(lambda points: (*points, point), sets)


def shifted(by: float) -> Twin:
    """All inputs shifted by that much."""
    return Twin(partial(_moved, by))


def _moved(by: float, points: DrawnPoints) -> DrawnPoints:
    return tuple((round(x + by, DECIMALS), y) for x, y in points)


def _reversed(points: DrawnPoints) -> DrawnPoints:
    places = [x for x, _ in points]
    return tuple((round(min(places) + max(places) - x, DECIMALS), y) for x, y in reversed(points))


MIRRORED = Twin(lambda points: tuple((-x, y) for x, y in points))
BACKWARDS = Twin(_reversed)  # the first note last, on the same places
