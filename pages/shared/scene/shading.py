"""A column of probabilities over the rows of a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Shading:
    """A cell for each of the panel's named rows, from the lowest, between the two `ends` along x: the darker, the
    larger its value of `values` [R]; one of `full` has the whole colour. `label` names it in the legend."""

    ends: tuple[float, float]
    values: np.ndarray
    full: float
    model: str = ""
    label: str = ""
