"""Conditional neural process (Garnelo et al. 2018): the whole context in one averaged vector."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.mlp import mlp, summed, with_summary
from tnpcore.models.neural_process import NeuralProcess, gaussian


class CNP(NeuralProcess):
    """Encode each (x, y), average, decode at each target.

    The average makes the order of the context irrelevant; that it is one vector of fixed size is why a CNP underfits
    and misses its own points. An empty context averages to zero.
    """

    def __init__(self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3):
        super().__init__(dim_x, dim_y)
        self.encoder = mlp(dim_x + dim_y, *[d_model] * depth, d_model)
        self.decoder = mlp(dim_x + d_model, *[d_model] * depth, 2 * dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        return self.decode(self.encode(xc, yc), xt)

    def encode(self, xc: Tensor, yc: Tensor) -> tuple[Float[Tensor, "*B 1 D"], int]:
        """The sum over the points, and their number."""
        return summed(self.encoder, torch.cat(self.cast(xc, yc), -1)), xc.shape[-2]

    def extend(self, memory: tuple[Tensor, int], x: Tensor, y: Tensor) -> tuple[Tensor, int]:
        """Exact: a sum goes on."""
        return tuple(a + b for a, b in zip(memory, self.encode(x, y), strict=True))

    def decode(self, memory: tuple[Tensor, int], xt: Tensor) -> Normal:
        summary, (xt,) = memory[0] / max(1, memory[1]), self.cast(xt)
        return gaussian(with_summary(self.decoder, xt, summary))
