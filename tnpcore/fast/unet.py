"""Convolution of an upsampled signal, without upsampling it."""

from __future__ import annotations

from typing import Any

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
    first, once for even and once for odd outputs: (K + 1) / 2 products per cell and axis, not K.
    """
    dim, half = signal.ndim - 2, weight.shape[-1] // 4
    kernels = _merged(weight)
    if dim == 2:
        kernels = [merged.mT for kernel in kernels for merged in _merged(kernel.mT)]
    padded = F.pad(signal, (half, half) * dim, mode="replicate")
    found = CONVOLVE[dim](padded, torch.cat(kernels), torch.cat([bias] * len(kernels)))
    parts = found.unflatten(1, (*(2,) * dim, -1))
    return parts if dim == 1 else parts.transpose(1, 2)


def _merged(kernel: Float[Tensor, "Cout C *K"]) -> list[Tensor]:
    """The kernel of the even and that of the odd outputs along the last axis."""
    left, right = kernel[..., ::2], kernel[..., 1::2]
    return [left + F.pad(right, (0, 1)), left + F.pad(right, (1, 0))]
