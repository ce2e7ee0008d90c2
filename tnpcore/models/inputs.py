"""How x may enter a token: functions of x [*B, N, Dx] and of the context's anchor [*B, 1, Dx], which is None when the
context is empty. What they return is concatenated with y and the flag."""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.positional import fourier

Place = Callable[[Tensor, Tensor | None], Tensor]

# Cycles per unit of x, evenly spaced on a logarithmic scale: from waves longer than the training range to the
# shortest lengthscale.
FREQUENCIES = 0.06 * (4.0 / 0.06) ** torch.linspace(0.0, 1.0, 8, dtype=torch.float64)


def raw(x: Float[Tensor, "*B N Dx"], anchor: Tensor | None) -> Float[Tensor, "*B N Dx"]:
    """x itself: a shift of the data changes every token."""
    return x


def nowhere(x: Float[Tensor, "*B N Dx"], anchor: Tensor | None) -> Float[Tensor, "*B N 0"]:
    """Nothing: the context is a bag of values, and all targets get the same answer."""
    return x[..., :0]


def centred(x: Float[Tensor, "*B N Dx"], anchor: Tensor | None) -> Float[Tensor, "*B N Dx"]:
    """x relative to the context's middle: shifts change nothing. Without context all places are alike."""
    return torch.zeros_like(x) if anchor is None else x - anchor


def waves(x: Float[Tensor, "*B N Dx"], anchor: Tensor | None) -> Float[Tensor, "*B N D"]:
    """x and fixed Fourier features of it: sharp where raw x is blunt, and still absolute."""
    return torch.cat([x, fourier(x, FREQUENCIES)], -1)
