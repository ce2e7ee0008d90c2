"""A U-Net (Ronneberger et al. 2015), for the ConvCNP's grid: a wide receptive field at little cost."""

from __future__ import annotations

from functools import partial
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore import fast
from tnpcore.fast import unet as fast_unet
from tnpcore.networks.convolution import convolution
from tnpcore.trace import collect_activation


@final
class UNet(nn.Module):
    """Strided convolutions down, as many back up, with skip connections.

    Edges are padded with the value next to them: where the input is constant near all edges, as beyond all data, the
    output is that of an infinite input, so the size of the grid does not matter.

    Args:
        channels_in, channels_out, width: channels of the input, the output and the layers between.
        levels: how many times the resolution is halved.
        kernel: cells per kernel along every axis; 1, 5, 9, ...
        dim: of the grid, 1 or 2.

    Raises:
        ValueError: for another dim or kernel.

    Reference: Ronneberger et al. 2015, figure 1; here with strided convolutions for the pooling.
    """

    def __init__(self, channels_in: int, channels_out: int, width: int, levels: int, kernel: int = 5, dim: int = 1):
        super().__init__()
        if kernel % 4 != 1:
            raise ValueError(f"the kernel of a U-Net must be 1, 5, 9, ... cells wide, got {kernel}")
        convolve = convolution(dim)
        same = partial(convolve, padding=kernel // 2, padding_mode="replicate")
        self.dim = dim
        self.stride = 2**levels
        self.enter = convolve(channels_in, width, 1)
        self.down = nn.ModuleList(same(width, width, kernel, stride=2) for _ in range(levels))
        self.up = nn.ModuleList(same(width if level == 0 else 2 * width, width, kernel) for level in range(levels))
        self.leave = convolve(2 * width, channels_out, 1)

    def forward(self, signal: Float[Tensor, "B C *G"]) -> Float[Tensor, "B Cout *G"]:
        """The network's output in every cell.

        Raises:
            ValueError: unless every G is a multiple of 2^levels.
        """
        for length in signal.shape[2:]:
            if length % self.stride:
                raise ValueError(f"the grid's length must be a multiple of {self.stride}, got {length}")
        hidden, skips = collect_activation("enter", F.relu_(self.enter(signal))), []
        for number, down in enumerate(self.down, start=1):
            skips.append(hidden)
            hidden = collect_activation(f"down {number}", F.relu_(down(hidden)))
        for number, up in enumerate(self.up, start=1):
            hidden = collect_activation(f"up {number}", upsampled_and_joined(up, hidden, skips.pop()))
        return collect_activation("leave", self.leave(hidden))


@fast.accelerated(fast_unet.upsampled_and_joined)
def upsampled_and_joined(
    up: nn.Module, hidden: Float[Tensor, "B C *G"], skip: Float[Tensor, "B Cskip *TwoG"]
) -> Float[Tensor, "B Cout *TwoG"]:
    """One step up: every cell twice along every axis, convolution, ReLU; then the channels of the skip connection."""
    upsampled = F.interpolate(hidden, scale_factor=2.0, mode="nearest")
    return torch.cat([F.relu_(up(upsampled)), skip], 1)
