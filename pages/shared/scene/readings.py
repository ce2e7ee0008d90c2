"""Readings that several lessons share, and how small numbers are written."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pages.shared.scene.marks import Reading
from pages.shared.scene.quantities import ALONG_Y, along_x, at_x, marked

EXACT = 1e-3  # a change of the mean below this counts as none


def shift_reading(id: str, who: str, change: float, tau: float, model: str) -> Reading:
    """How much the mean changed (root mean square over x) when all inputs are shifted by tau."""
    tone = ("good" if change < EXACT else "bad") if tau else ""
    return Reading(
        f"shift-{id}",
        f"{who}: change of the mean in view, all inputs shifted by {along_x(tau, signed=True)}",
        change,
        marked(small(change), ALONG_Y),
        tone,
        model,
    )


def row_names(x: np.ndarray) -> tuple[str, ...]:
    """Targets as names of rows, with enough digits for the rows of a narrow view to differ."""
    return _row_names(tuple(x.tolist()))


@lru_cache(maxsize=64)
def _row_names(x: tuple[float, ...]) -> tuple[str, ...]:
    digits = 1 if x and max(x) - min(x) > 5 else 2
    return tuple(at_x(v, digits) for v in x)


def small(value: float) -> str:
    """A number >= 0 that may be tiny, in few digits; "0" only when it is."""
    return "0" if value == 0 else "< 0.0001" if value < 1e-4 else f"{value:.4f}" if value < 0.01 else f"{value:.3f}"
