"""Positional encodings: sinusoids, Fourier features, rotations, and plain differences of inputs."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor


def _even(d: int) -> int:
    if d < 2 or d % 2:
        raise ValueError(f"the encoding needs an even number of dimensions >= 2, got {d}")
    return d


def frequencies(d: int, base: float = 10000.0) -> Float[Tensor, " half"]:
    """base^(-2k/d) for k = 0 .. d/2-1, in radians per unit of x.

    Args:
        d: dimensions of the encoding.
        base: ratio of the fastest to about the slowest frequency.

    Raises:
        ValueError: unless d is even and at least 2.

    Reference: Vaswani et al. 2017, section 3.5.
    """
    return base ** (-torch.arange(0, _even(d), 2, dtype=torch.float64) / d)


def sinusoidal(x: Float[Tensor, "*B N Dx"], d: int, base: float = 10000.0) -> Float[Tensor, "*B N D"]:
    """Pairs (sin, cos) of x base^(-2k/d), for any real x, not only for whole positions.

    Args:
        x: [*B, N, Dx].
        d: numbers per input dimension.
        base: see `frequencies`.

    Returns:
        [*B, N, Dx d], each input dimension's d numbers side by side.

    Raises:
        ValueError: unless d is even and at least 2.

    Reference: Vaswani et al. 2017, section 3.5.
    """
    angles = x[..., None] * frequencies(d, base).to(x)
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(-3)


def fourier(x: Float[Tensor, "*B N Dx"], frequency: Float[Tensor, " K"]) -> Float[Tensor, "*B N D"]:
    """sin, then cos, of 2 pi frequency x.

    Args:
        x: [*B, N, Dx].
        frequency: K frequencies, in cycles per unit of x.

    Returns:
        [*B, N, 2 K Dx].

    Reference: Tancik et al. 2020.
    """
    angles = 2 * torch.pi * x[..., None] * frequency.to(x)
    return torch.cat([angles.sin(), angles.cos()], -1).flatten(-2)


def rotate(
    tokens: Float[Tensor, "*B N D"], x: Float[Tensor, "*#B N 1"], base: float = 10000.0
) -> Float[Tensor, "*B N D"]:
    """Rotary encoding: each pair (2k, 2k+1) of a token, rotated by the angle x base^(-2k/D).

    The dot product of two rotated tokens depends on their positions only through the difference.

    Args:
        tokens: [*B, N, D], D even.
        x: their positions [*B, N, 1], in radians of the first pair.
        base: see `frequencies`.

    Raises:
        ValueError: unless D is even and at least 2.

    Reference: Su et al. 2021, section 3.2.
    """
    angles = (x * frequencies(tokens.shape[-1], base).to(x)).to(tokens.dtype)
    first, second = tokens[..., 0::2], tokens[..., 1::2]
    rotated = [first * angles.cos() - second * angles.sin(), first * angles.sin() + second * angles.cos()]
    return torch.stack(rotated, -1).flatten(-2)


def displacement(xq: Float[Tensor, "*B Nq Dx"], xk: Float[Tensor, "*B Nk Dx"]) -> Float[Tensor, "*B Nq Nk Dx"]:
    """xq_i - xk_j for every pair, in the dtype of the inputs: subtract first, cast afterwards.

    Args:
        xq, xk: inputs of the queries [*B, Nq, Dx] and of the keys [*B, Nk, Dx].

    Returns:
        [*B, Nq, Nk, Dx].
    """
    return xq[..., :, None, :] - xk[..., None, :, :]
