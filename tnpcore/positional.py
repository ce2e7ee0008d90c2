"""Ways to tell a Transformer where a token is: absolute waves, rotations, and plain differences."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor


def _even(d: int) -> int:
    if d < 2 or d % 2:
        raise ValueError(f"the encoding needs an even number of dimensions >= 2, got {d}")
    return d


def frequencies(d: int, base: float = 10000.0) -> Float[Tensor, " half"]:
    """base^(-2k/d) for k = 0 .. d/2-1, in radians per unit of x (Vaswani et al. 2017, section 3.5)."""
    return base ** (-torch.arange(0, _even(d), 2, dtype=torch.float64) / d)


def sinusoidal(x: Float[Tensor, "*B N Dx"], d: int, base: float = 10000.0) -> Float[Tensor, "*B N D"]:
    """Pairs (sin, cos) of x * base^(-2k/d): [*B, N, Dx*d], each input dimension's d numbers side by side.

    Works for any real x, not only for whole positions. Raises ValueError unless d is even and at least 2.
    """
    angles = x[..., None] * frequencies(d, base).to(x)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(-3)


def fourier(x: Float[Tensor, "*B N Dx"], frequency: Float[Tensor, " K"]) -> Float[Tensor, "*B N D"]:
    """(sin, cos) of 2 pi * frequency * x, frequency in cycles per unit of x: [*B, N, Dx * 2K]."""
    angles = 2 * torch.pi * x[..., None] * frequency.to(x)
    return torch.cat([angles.sin(), angles.cos()], -1).flatten(-2)


def rotate(
    tokens: Float[Tensor, "*B N D"], x: Float[Tensor, "*B N 1"], base: float = 10000.0
) -> Float[Tensor, "*B N D"]:
    """Rotary encoding (Su et al. 2021): turn each pair (2k, 2k+1) of the token by the angle x * base^(-2k/D).

    The dot product of two rotated tokens depends on their positions only through the difference.
    """
    angles = (x * frequencies(tokens.shape[-1], base).to(x)).to(tokens.dtype)
    first, second = tokens[..., 0::2], tokens[..., 1::2]
    turned = [first * angles.cos() - second * angles.sin(), first * angles.sin() + second * angles.cos()]
    return torch.stack(turned, -1).flatten(-2)


def displacement(xq: Float[Tensor, "*B Nq Dx"], xk: Float[Tensor, "*B Nk Dx"]) -> Float[Tensor, "*B Nq Nk Dx"]:
    """xq_i - xk_j for every pair, in the dtype of the inputs: subtract first, cast afterwards."""
    return xq[..., :, None, :] - xk[..., None, :, :]
