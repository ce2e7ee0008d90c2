"""A one-dimensional U-Net (Ronneberger et al. 2015): wide reach at little cost, for the ConvCNP's grid."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F


class UNet(nn.Module):
    """`levels` strided convolutions down, as many back up, with skip connections. The length must be a multiple of
    2^levels (ValueError otherwise).

    Edges are padded with the value next to them: where the input is constant near both ends, as beyond all data, the
    output is what an infinitely long input would give, so the length of the grid leaves no trace.
    """

    def __init__(self, channels_in: int, channels_out: int, width: int, levels: int, kernel: int = 5):
        super().__init__()
        pad = {"padding": kernel // 2, "padding_mode": "replicate"}
        self.stride = 2**levels
        self.enter = nn.Conv1d(channels_in, width, 1)
        self.down = nn.ModuleList(nn.Conv1d(width, width, kernel, stride=2, **pad) for _ in range(levels))
        self.up = nn.ModuleList(
            nn.Conv1d(width if level == 0 else 2 * width, width, kernel, **pad) for level in range(levels)
        )
        self.leave = nn.Conv1d(2 * width, channels_out, 1)

    def forward(self, signal: Float[Tensor, "B C G"]) -> Float[Tensor, "B Cout G"]:
        if signal.shape[-1] % self.stride:
            raise ValueError(f"the grid's length must be a multiple of {self.stride}, got {signal.shape[-1]}")
        hidden = F.relu_(self.enter(signal))
        skips = []
        for down in self.down:
            skips.append(hidden)
            hidden = F.relu_(down(hidden))
        for up in self.up:
            pairs = F.relu_(doubled(hidden, up.weight, up.bias)).movedim(1, -1)
            # Bringing the pairs into a row and joining the channels is one copy, not two.
            hidden = torch.cat([pairs, skips.pop().unflatten(-1, (-1, 2))], 1).flatten(-2)
        return self.leave(hidden)


def doubled(
    signal: Float[Tensor, "B C G"], weight: Float[Tensor, "Cout C K"], bias: Float[Tensor, " Cout"]
) -> Float[Tensor, "B Two Cout G"]:
    """Every cell twice, then a convolution with edges padded as above; K is 1, 5, 9, ... What comes out at the first
    and at the second of the two.

    Of the cells that a kernel covers there, half are copies. Those that meet the same original are added up first, once
    for the cells that come out at even places and once for those at odd ones: (K + 1) / 2 products per cell, not K.
    """
    half = weight.shape[-1] // 4
    left, right = weight[..., ::2], weight[..., 1::2]
    kernels = torch.cat([left + F.pad(right, (0, 1)), left + F.pad(right, (1, 0))])
    padded = F.pad(signal, (half, half), mode="replicate")
    return F.conv1d(padded, kernels, torch.cat([bias, bias])).unflatten(1, (2, -1))
