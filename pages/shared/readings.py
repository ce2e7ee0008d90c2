"""Readings that several lessons share, and how small numbers are written."""

from __future__ import annotations

import numpy as np

from pages.shared.scene import Reading, shown

EXACT = 1e-3  # a change of the mean below this counts as none


def shift_reading(id: str, who: str, change: float, tau: float, model: str) -> Reading:
    """How much the mean changed (root mean square over x) when the whole world moved by tau and was slid back."""
    tone = ("good" if change < EXACT else "bad") if tau else ""
    return Reading(f"shift-{id}", f"{who}: change when all x move by {tau:+.2f}", change, small(change), tone, model)


def row_names(x: np.ndarray) -> tuple[str, ...]:
    """Targets as names of rows, with as many digits as tell the rows of a narrow view apart."""
    return tuple(shown(v, 1 if np.ptp(x) > 5 else 2) for v in x)


def small(value: float) -> str:
    """A number >= 0 that may be tiny, in few digits; "0" only when it is."""
    return "0" if value == 0 else "< 0.0001" if value < 1e-4 else f"{value:.4f}" if value < 0.01 else f"{value:.3f}"
