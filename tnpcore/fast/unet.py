"""Convolution of an upsampled signal, without upsampling it."""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F


def upsampled_and_joined(
    up: Any, hidden: Float[Tensor, "B C G"], skip: Float[Tensor, "B Cskip TwoG"]
) -> Float[Tensor, "B Cout TwoG"]:
    """As `networks.unet.upsampled_and_joined`; the two cells of a pair are brought into a row in the same copy that
    joins the channels."""
    pairs = F.relu_(convolve_upsampled(hidden, up.weight, up.bias)).movedim(1, -1)
    return torch.cat([pairs, skip.unflatten(-1, (-1, 2))], 1).flatten(-2)


def convolve_upsampled(
    signal: Float[Tensor, "B C G"], weight: Float[Tensor, "Cout C K"], bias: Float[Tensor, " Cout"]
) -> Float[Tensor, "B 2 Cout G"]:
    """Every cell twice, then a convolution with replicated edges; K is 1, 5, 9, ... The outputs at the first and at
    the second cell of each pair.

    Half of the cells under a kernel are copies. The weights of a cell and its copy are added up first, once for even
    and once for odd outputs: (K + 1) / 2 products per cell, not K.
    """
    half = weight.shape[-1] // 4
    left, right = weight[..., ::2], weight[..., 1::2]
    kernels = torch.cat([left + F.pad(right, (0, 1)), left + F.pad(right, (1, 0))])
    padded = F.pad(signal, (half, half), mode="replicate")
    return F.conv1d(padded, kernels, torch.cat([bias, bias])).unflatten(1, (2, -1))
