"""How far a shifted prediction lies from the original one, as readings and judges take it. Pure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ShiftError:
    """`mean`: the change of the predictive mean, in standard deviations of the unshifted prediction; `spread`: the
    change of the natural logarithm of the standard deviation. Both are root mean squares over the targets in view, as
    `tnpcore.shift_error` defines them."""

    mean: float
    spread: float

    @property
    def largest(self) -> float:
        """The larger of the two: a prediction is unchanged where this one is 0."""
        return max(self.mean, self.spread)
