"""A residual CNN for the ConvCNP's grid (He et al. 2016; depthwise separable layers, Chollet 2017)."""

from __future__ import annotations

from functools import partial
from typing import final

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore.networks.convolution import convolution


@final
class ResidualCNN(nn.Module):
    """h <- h + W gelu(k * h), `layers` times: a filter for each channel, then a linear map of the channels.

    Edges are padded with the value next to them, as in the U-Net. `reach` is the distance, in cells, beyond which an
    input changes nothing.

    Args:
        channels_in, channels_out, width: channels of the input, the output and the layers between.
        layers: how many residual layers.
        kernel: cells per filter along every axis; odd.
        dim: of the grid, 1 or 2.

    Raises:
        ValueError: for another dim.

    Reference: He et al. 2016, equation 1; Chollet 2017 (depthwise separable convolution).
    """

    def __init__(self, channels_in: int, channels_out: int, width: int, layers: int, kernel: int = 19, dim: int = 1):
        super().__init__()
        convolve = convolution(dim)
        self.dim = dim
        self.stride = 1
        self.reach = layers * (kernel // 2)
        self.enter = convolve(channels_in, width, 1)
        same = partial(convolve, padding=kernel // 2, padding_mode="replicate")
        self.filters = nn.ModuleList(same(width, width, kernel, groups=width) for _ in range(layers))
        self.mixes = nn.ModuleList(convolve(width, width, 1) for _ in range(layers))
        self.leave = convolve(width, channels_out, 1)

    def forward(self, signal: Float[Tensor, "B C *G"]) -> Float[Tensor, "B Cout *G"]:
        """The network's output in every cell."""
        hidden = self.enter(signal)
        for depthwise, pointwise in zip(self.filters, self.mixes, strict=True):
            hidden = hidden + pointwise(F.gelu(depthwise(hidden)))
        return self.leave(F.gelu(hidden))
