"""Readings that several lessons share, and how small numbers are written."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pages.shared.models.shift_error import ShiftError
from pages.shared.scene.marks import Reading, shown
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, words

# Across a map of weights: a step of a story shows no note, so the title of the axis says it too.
KEYS_BY_X = "context x (key), in order of x"
NOT_TO_SCALE = "Rows are evenly spaced in x; columns stand in the order of x, not to scale."  # in maps of weights
UNSHIFTED = "Nothing is shifted yet. What a shift of the inputs changes stands here."  # in place of zeros
# Behind "more" of a verdict on a shift.
IN_OWN_SD = "The change is a root mean square over the targets in view, in the prediction's own sd; 0 is none."
EXACT = 1e-3  # a shift error below this, of mean and spread, counts as none: rounding in float32 stays below it


def shift_reading(id: str, who: str, error: ShiftError, tau: float, model: str) -> Reading:
    """How far the prediction changes when all inputs are shifted by tau: its mean, which is the value, and its sd."""
    tone = tone_of(error.largest) if tau else ""
    label = words(f"{who}: change of the prediction in view, all inputs shifted by ", signed(tau))
    return Reading(f"shift-{id}", label, error.mean, both_changes(error), tone, model)


def both_changes(error: ShiftError) -> str:
    """A shift error with its units: the mean's in sd, the spread's in natural logarithms of the sd."""
    spread = f"{error.spread:,.0f}" if error.spread >= 100 else small(error.spread)
    return f"mean {in_sd(error.mean)}, log sd {spread}"


def in_sd(change: float) -> str:
    """A change in standard deviations, in few digits."""
    return f"{change:,.0f} sd" if change >= 100 else f"{small(change)} sd"


def in_nats(value: float, digits: int = 2) -> str:
    """A log-likelihood, or a difference of two, with its unit."""
    return f"{shown(value, digits)} nats"


def signed(tau: float) -> Prose:
    """A shift with its sign: +1.00, −0.30, +1,000,000."""
    return along_x(tau, signed=True)


def too_short(tau: float, least: float) -> Prose:
    """Says that a shift is not yet long enough to see what is wanted."""
    return words("Shifted by ", signed(tau), "; ", along_x(least), " or more is needed.")


def moved_back(tau: float) -> Prose:
    """Names a shifted prediction that is shown back at the original inputs."""
    return words("shifted by ", signed(tau), ", moved back")


def tone_of(change: float, most: float = EXACT) -> str:
    """Good below `most`."""
    return "good" if change < most else "bad"


def row_names(x: np.ndarray) -> tuple[Prose, ...]:
    """Targets as names of rows, with enough digits for the rows of a narrow view to differ."""
    return _row_names(tuple(x.tolist()))


@lru_cache(maxsize=64)
def _row_names(x: tuple[float, ...]) -> tuple[Prose, ...]:
    digits = 1 if x and max(x) - min(x) > 5 else 2
    return tuple(at_x(v, digits) for v in x)


def small(value: float) -> str:
    """A number >= 0 that may be tiny, in few digits; "0" only when it is."""
    return "0" if value == 0 else "< 0.0001" if value < 1e-4 else f"{value:.4f}" if value < 0.01 else f"{value:.3f}"


def small_along_y(value: float) -> Prose:
    """The same of a length along y."""
    if 0 < value < 1e-4:
        return "< " + along_y(1e-4, 4)
    return along_y(value, 0 if value == 0 else 4 if value < 0.01 else 3)
