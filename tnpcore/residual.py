"""A residual CNN for the ConvCNP's grid (He et al. 2016; depthwise separable layers, Chollet 2017)."""

from __future__ import annotations

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F


class ResidualCNN(nn.Module):
    """`layers` times: every channel is filtered by itself, the channels are mixed, the result is added on.

    Edges are padded with the value next to them, as in the U-Net. `reach` is how many cells away an input can still be
    felt.
    """

    def __init__(self, channels_in: int, channels_out: int, width: int, layers: int, kernel: int = 19):
        super().__init__()
        pad = {"padding": kernel // 2, "padding_mode": "replicate"}
        self.reach = layers * (kernel // 2)
        self.enter = nn.Conv1d(channels_in, width, 1)
        self.filters = nn.ModuleList(nn.Conv1d(width, width, kernel, groups=width, **pad) for _ in range(layers))
        self.mixes = nn.ModuleList(nn.Conv1d(width, width, 1) for _ in range(layers))
        self.leave = nn.Conv1d(width, channels_out, 1)

    def forward(self, signal: Float[Tensor, "B C G"]) -> Float[Tensor, "B Cout G"]:
        hidden = self.enter(signal)
        for along, across in zip(self.filters, self.mixes, strict=True):
            hidden = hidden + across(F.gelu(along(hidden)))
        return self.leave(F.gelu(hidden))
