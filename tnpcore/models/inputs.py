"""Input encodings phi: how x enters a token.

Each is a function of x [*B, N, Dx] and of the context's anchor [*B, 1, Dx], which is None when the context is empty.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.positional import fourier, sinusoidal

InputEncoding: TypeAlias = Callable[[Tensor, Tensor | None], Tensor]

# Cycles per unit of x, evenly spaced on a logarithmic scale: from periods longer than the training range to the
# shortest lengthscale.
FREQUENCIES = 0.06 * (4.0 / 0.06) ** torch.linspace(0.0, 1.0, 8, dtype=torch.float64)

# The sinusoidal encoding of x: positions per unit of x, dimensions, base. Its periods reach from 0.6 to 35 units; the
# base 10,000 is made for thousands of positions, and over the training range half of its pairs would stand still.
POSITIONS_PER_UNIT, SINUSOIDS, SINUSOID_BASE = 10.0, 16, 100.0


def raw(x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None) -> Float[Tensor, "*B N Dx"]:
    """x itself: a shift of the data changes every token."""
    return x


def no_input(x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None) -> Float[Tensor, "*B N 0"]:
    """No number at all: tokens do not depend on x."""
    return x[..., :0]


def centred(x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None) -> Float[Tensor, "*B N Dx"]:
    """x relative to the middle of the context: translation invariant. Without context, 0 everywhere."""
    return torch.zeros_like(x) if anchor is None else x - anchor


def fourier_features(x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None) -> Float[Tensor, "*B N D"]:
    """x and fixed Fourier features of it: they resolve short distances, and are still absolute."""
    return torch.cat([x, fourier(x, FREQUENCIES)], -1)


def sinusoids(x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None) -> Float[Tensor, "*B N D"]:
    """The sinusoidal encoding of x counted in tenths: bounded numbers, and still absolute."""
    return sinusoidal(POSITIONS_PER_UNIT * x, SINUSOIDS, SINUSOID_BASE)
