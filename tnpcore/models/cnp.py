"""Conditional neural process (CNP; Garnelo et al. 2018a): the whole context in one averaged vector."""

from __future__ import annotations

from typing import final

import torch
from torch import Tensor
from torch.distributions import Normal

from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.networks.mlp import apply_with_summary, mlp


@final
class CNP(NeuralProcess):
    """Encode each (x, y), average, decode at each target.

    The average makes the order of the context irrelevant; that it is one vector of fixed size is why a CNP underfits
    and misses its own points. An empty context averages to zero.

    Args:
        dim_x, dim_y: Dx and Dy.
        d_model: width D of the average and of the hidden layers.
        depth: hidden layers of encoder and decoder.

    Reference: Garnelo et al. 2018a, equations 1 to 3.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3):
        super().__init__(dim_x, dim_y)
        self.encoder = mlp(dim_x + dim_y, *[d_model] * depth, d_model)
        self.decoder = mlp(dim_x + d_model, *[d_model] * depth, 2 * dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """r = mean_i encoder(x_i, y_i);  N(mean, std^2) = decoder(x, r) at each target x."""
        xc, yc, xt = self.cast(xc, yc, xt)
        average = self.encoder(torch.cat([xc, yc], -1)).sum(-2, keepdim=True) / max(1, xc.shape[-2])
        return gaussian(apply_with_summary(self.decoder, xt, average))
