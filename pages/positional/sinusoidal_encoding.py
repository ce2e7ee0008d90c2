"""The sinusoidal encoding of a place x: pairs (sin, cos) of geometric rates, each pair one dial. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float

from tnpcore.models.inputs import POSITIONS_PER_UNIT
from tnpcore.positional import frequencies, rotate, sinusoidal

FARTHEST = 3.0  # places from -FARTHEST to FARTHEST are shown, one for each position
PLACES = np.linspace(-FARTHEST, FARTHEST, round(2 * FARTHEST * POSITIONS_PER_UNIT) + 1).round(6)
STEP = 0.5  # along x: the offset whose similarity and rotation are measured


@dataclass(frozen=True)
class SinusoidalEncoding:
    """An encoding with d dimensions (d/2 pairs, or dials) and that base. Positions are counted in tenths of x, as the
    trained model counts them."""

    d: int
    base: float

    def encode(self, x: Float[np.ndarray, " N"]) -> Float[np.ndarray, "N d"]:
        """sin, cos of every pair at each place."""
        return sinusoidal(torch.from_numpy(POSITIONS_PER_UNIT * x)[:, None], self.d, self.base).numpy()

    def similarity(self, x: Float[np.ndarray, " N"], other: Float[np.ndarray, " M"]) -> Float[np.ndarray, "N M"]:
        """The dot product of the codes of every two places, divided by its largest value d/2."""
        return self.encode(x) @ self.encode(other).T / (self.d / 2)

    @property
    def rates(self) -> Float[np.ndarray, " pairs"]:
        """Radians per unit of x of each pair [d/2]."""
        return POSITIONS_PER_UNIT * frequencies(self.d, self.base).numpy()

    def nearest_codes(self) -> tuple[float, float, float]:
        """The two of PLACES whose codes are nearest to each other, and how far apart these are."""
        code = self.encode(PLACES)
        gaps = np.linalg.norm(code[:, None] - code[None], axis=-1) + np.diag(np.full(len(PLACES), np.inf))
        one, other = sorted(np.unravel_index(gaps.argmin(), gaps.shape))
        return float(PLACES[one]), float(PLACES[other]), float(gaps.min())


def rotation_error(sinusoids: SinusoidalEncoding, x: float) -> float:
    """Largest entry of the code of x + STEP minus the code of x with every pair rotated by STEP times its rate."""
    code = torch.from_numpy(sinusoids.encode(np.array([x, x + STEP])))
    # A pair is (sin, cos): a step ahead rotates it backwards in that plane.
    back = torch.tensor([[-POSITIONS_PER_UNIT * STEP]], dtype=code.dtype)
    return float((rotate(code[:1], back, sinusoids.base) - code[1:]).abs().max())
