"""Convolution of an upsampled signal, without upsampling it."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

CONVOLVE = {1: F.conv1d, 2: F.conv2d}
# From [B, 2, Cout, G] and [B, 2, 2, Cout, G, G] to the channels first, and each pair of cells beside its axis.
PAIRED = {1: (0, 2, 3, 1), 2: (0, 3, 4, 1, 5, 2)}


def upsampled_and_joined(
    up: Any, hidden: Float[Tensor, "B C *G"], skip: Float[Tensor, "B Cskip *TwoG"]
) -> Float[Tensor, "B Cout *TwoG"]:
    """As `networks.unet.upsampled_and_joined`; the two cells of a pair are brought into a row in the same copy that
    joins the channels."""
    batch, channels, *cells = skip.shape
    pairs = F.relu_(convolve_upsampled(hidden, up.weight, up.bias)).permute(PAIRED[len(cells)])
    joined = torch.cat([pairs, skip.view(batch, channels, *pairs.shape[2:])], 1)
    return joined.view(batch, joined.shape[1], *cells)


def convolve_upsampled(
    signal: Float[Tensor, "B C *G"], weight: Float[Tensor, "Cout C *K"], bias: Float[Tensor, " Cout"]
) -> Float[Tensor, "..."]:
    """Every cell twice along every axis, then a convolution with replicated edges; K is 1, 5, 9, ... The outputs at the
    first and at the second cell of each pair: [B, 2, Cout, G], in two dimensions [B, 2, 2, Cout, G, G].

    Half of the cells under a kernel, along every axis, are copies. The weights of a cell and its copy are added up
    first, once for each cell of a pair: (K + 1) / 2 products per cell and axis, not K.
    """
    dim, half = signal.ndim - 2, weight.shape[-1] // 4
    padded = F.pad(signal, (half, half) * dim, mode="replicate")
    found = CONVOLVE[dim](padded, _merged(weight), bias.repeat(2**dim))
    return found.unflatten(1, (*(2,) * dim, -1))


def _merged(weight: Float[Tensor, "Cout C *K"]) -> Float[Tensor, "..."]:
    """The kernels of the cells of a pair, one after the other: [2 Cout, C, H] or [4 Cout, C, H, H], H = (K + 1) / 2."""
    dim, width = weight.ndim - 2, weight.shape[-1]
    kernels = weight.flatten(2) @ torch.as_tensor(_taps(width, dim)).to(weight)
    pairs = kernels.unflatten(-1, (2**dim, -1)).permute(2, 0, 1, 3)
    return pairs.reshape(-1, weight.shape[1], *((width + 1) // 2,) * dim)


@cache
def _taps(width: int, dim: int) -> np.ndarray:
    """1 where a weight of a kernel falls on a cell, for each cell of a pair: [K, 2 H] or [K K, 4 H H]. An array, for a
    tensor that is kept would belong to the mode (inference, tracing) that it was made in."""
    weights, taps = np.arange(width), np.zeros((width, 2, (width + 1) // 2), np.float32)
    for second in (0, 1):
        taps[weights, second, (weights + second) // 2] = 1
    both = taps if dim == 1 else np.einsum("kpa,lqb->klpqab", taps, taps)
    return both.reshape(width**dim, -1)
