"""The sinusoidal encoding of a position: pairs (sin, cos) of geometric frequencies. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float

from tnpcore.positional import frequencies, rotate, sinusoidal

LAST = 60  # positions 0 .. LAST are shown
STEP = 5  # the offset whose similarity and rotation are measured


@dataclass(frozen=True)
class SinusoidalEncoding:
    """An encoding PE with d dimensions (d/2 pairs) and that base, and the position p on show."""

    p: float
    d: int
    base: float

    def encode(self, positions: Float[np.ndarray, " N"]) -> Float[np.ndarray, "N d"]:
        """PE: sin, cos of every pair."""
        return sinusoidal(torch.from_numpy(positions)[:, None], self.d, self.base).numpy()

    def similarity(self, p: float, others: Float[np.ndarray, " N"]) -> Float[np.ndarray, " N"]:
        """PE(p)·PE(p') for every other position, divided by its largest value d/2."""
        return self.encode(others) @ self.encode(np.array([p], dtype=np.float64))[0] / (self.d / 2)

    @property
    def frequency(self) -> Float[np.ndarray, " pairs"]:
        """Radians per position of each pair [d/2]."""
        return frequencies(self.d, self.base).numpy()


def rotation_error(sinusoids: SinusoidalEncoding) -> float:
    """Largest entry of PE(p + STEP) minus PE(p) with every pair rotated by STEP times its frequency."""
    code = torch.from_numpy(sinusoids.encode(np.array([sinusoids.p, sinusoids.p + STEP])))
    # A pair is (sin, cos): a step ahead rotates it backwards in that plane.
    rotated = rotate(code[:1], torch.tensor([[-float(STEP)]], dtype=code.dtype), sinusoids.base)
    return float((rotated - code[1:]).abs().max())
