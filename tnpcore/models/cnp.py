"""Conditional neural process (CNP; Garnelo et al. 2018a): the whole context in one averaged vector."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore import fast
from tnpcore.fast.averages import SUMS
from tnpcore.fast.caching import encode_then_decode
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.networks.mlp import apply_with_summary, mlp, sum_over_points


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

    caching = SUMS

    def __init__(self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3):
        super().__init__(dim_x, dim_y)
        self.encoder = mlp(dim_x + dim_y, *[d_model] * depth, d_model)
        self.decoder = mlp(dim_x + d_model, *[d_model] * depth, 2 * dim_y)

    @fast.accelerated(encode_then_decode)
    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """r = mean_i encoder(x_i, y_i);  N(mean, std^2) = decoder(x, r) at each target x."""
        xc, yc, xt = self.cast(xc, yc, xt)
        average = sum_over_points(self.encoder, torch.cat([xc, yc], -1)) / max(1, xc.shape[-2])
        return self.predict(xt, average)

    def predict(self, xt: Float[Tensor, "*B Nt Dx"], average: Float[Tensor, "*B 1 D"]) -> Normal:
        """N(mean, std^2) = decoder(x, r).

        Args:
            xt: target inputs [*B, Nt, Dx], in the dtype of the parameters.
            average: r, [*B, 1, D].
        """
        return gaussian(apply_with_summary(self.decoder, xt, average))
