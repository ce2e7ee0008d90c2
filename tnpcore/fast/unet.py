"""Convolution of an upsampled signal, without upsampling it."""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

CONVOLVE = {1: F.conv1d, 2: F.conv2d}


def upsampled_and_joined(
    up: Any, hidden: Float[Tensor, "B C *G"], skip: Float[Tensor, "B Cskip *TwoG"]
) -> Float[Tensor, "B Cout *TwoG"]:
    """As `networks.unet.upsampled_and_joined`; the two cells of a pair are brought into a row in the same copy that
    joins the channels."""
    dim = hidden.ndim - 2
    found = F.relu_(convolve_upsampled(hidden, up.weight, up.bias))
    pairs = found.permute(0, 1 + dim, *(d for axis in range(dim) for d in (2 + dim + axis, 1 + axis)))
    split = [part for length in skip.shape[2:] for part in (length // 2, 2)]
    joined = torch.cat([pairs, skip.reshape(*skip.shape[:2], *split)], 1)
    return joined.reshape(*joined.shape[:2], *skip.shape[2:])


def convolve_upsampled(
    signal: Float[Tensor, "B C *G"], weight: Float[Tensor, "Cout C *K"], bias: Float[Tensor, " Cout"]
) -> Float[Tensor, "..."]:
    """Every cell twice along every axis, then a convolution with replicated edges; K is 1, 5, 9, ... The outputs at the
    first and at the second cell of each pair: [B, 2, Cout, G], in two dimensions [B, 2, 2, Cout, G, G].

    Half of the cells under a kernel, along every axis, are copies. The weights of a cell and its copy are added up
    first, once for even and once for odd outputs: (K + 1) / 2 products per cell and axis, not K.
    """
    dim, half = signal.ndim - 2, weight.shape[-1] // 4
    kernels = [weight]
    for axis in range(2, 2 + dim):
        kernels = [merged for kernel in kernels for merged in _merged(kernel, axis)]
    padded = F.pad(signal, (half, half) * dim, mode="replicate")
    found = CONVOLVE[dim](padded, torch.cat(kernels), torch.cat([bias] * len(kernels)))
    return found.unflatten(1, (*(2,) * dim, -1))


def _merged(kernel: Float[Tensor, "Cout C *K"], axis: int) -> tuple[Tensor, Tensor]:
    """The kernel of the even and that of the odd outputs along an axis."""
    cells = kernel.movedim(axis, -1)
    left, right = cells[..., ::2], cells[..., 1::2]
    even, odd = left + F.pad(right, (0, 1)), left + F.pad(right, (1, 0))
    return even.movedim(-1, axis), odd.movedim(-1, axis)
