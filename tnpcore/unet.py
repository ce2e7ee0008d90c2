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
        hidden = F.relu(self.enter(signal))
        skips = []
        for down in self.down:
            skips.append(hidden)
            hidden = F.relu(down(hidden))
        for up in self.up:
            hidden = F.relu(up(F.interpolate(hidden, scale_factor=2.0, mode="nearest")))
            hidden = torch.cat([hidden, skips.pop()], 1)
        return self.leave(hidden)
