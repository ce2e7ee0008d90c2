"""Attentive neural process (ANP; Kim et al. 2019): each target asks the context by attention, keys made of x alone."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.attention import KeysAndValues, MultiHeadAttention
from tnpcore.mlp import activated, mlp, row_by_row, with_summary
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.models.neural_process import NeuralProcess, gaussian


class DeterministicPath(nn.Module):
    """Queries and keys are made of the same features of x, values of (x, y); one layer of multi-head cross-attention,
    whose projections are the last layers of the three.

    A weight does not depend on any y: dragging a point up changes its value and nobody's weight. Column 0 is a learned
    null token, as in the Transformers.
    """

    def __init__(self, dim_x: int, dim_y: int, d_model: int, depth: int, num_heads: int):
        super().__init__()
        self.place = activated(dim_x, d_model)
        self.value = activated(dim_x + dim_y, *[d_model] * depth)
        self.null = nn.Parameter(torch.zeros(2, 1, d_model))
        self.attention = MultiHeadAttention(d_model, num_heads)

    def memory(
        self, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"], earlier: KeysAndValues | None = None
    ) -> KeysAndValues:
        """Keys and values of the points, appended to the null token's or to an earlier memory."""
        keys, values = self.place(x), row_by_row(self.value, torch.cat([x, y], -1))
        if earlier is None:
            null = self.null if x.ndim == 2 else self.null[:, None].expand(-1, x.shape[0], -1, -1)
            keys, values = torch.cat([null[0], keys], -2), torch.cat([null[1], values], -2)
        k, v = self.attention.keys(keys), self.attention.values(values)
        return (k, v) if earlier is None else (torch.cat([earlier[0], k], -2), torch.cat([earlier[1], v], -2))

    def read(self, x: Float[Tensor, "*B Nt Dx"], memory: KeysAndValues) -> Float[Tensor, "*B Nt D"]:
        return self.attention.mix(self.attention.queries(self.place(x)), *memory)


class ANP(NeuralProcess):
    """The deterministic path alone: a CNP whose average is a different one for every target."""

    def __init__(self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3, num_heads: int = 8):
        super().__init__(dim_x, dim_y)
        self.path = DeterministicPath(dim_x, dim_y, d_model, depth, num_heads)
        self.decoder = mlp(dim_x + d_model, *[d_model] * depth, 2 * dim_y)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        self.check(xc, yc, xt)
        return self.decode(self.encode(xc, yc), xt)

    def encode(self, xc: Tensor, yc: Tensor) -> KeysAndValues:
        return self.path.memory(*self.cast(xc, yc))

    def extend(self, memory: KeysAndValues, x: Tensor, y: Tensor) -> KeysAndValues:
        """Exact: context points know nothing of each other."""
        return self.path.memory(*self.cast(x, y), memory)

    def decode(self, memory: KeysAndValues, xt: Tensor) -> Normal:
        (xt,) = self.cast(xt)
        return gaussian(self.decoder(torch.cat([xt, self.path.read(xt, memory)], -1)))


class LatentANP(LatentNeuralProcess):
    """Both paths: attention tells what is near each target, z what the draw is like as a whole."""

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        d_model: int = 128,
        depth: int = 3,
        num_heads: int = 8,
        dim_z: int = 64,
        beta: float = 1.0,
    ):
        super().__init__(dim_x, dim_y, d_model, depth, dim_z, beta)
        self.path = DeterministicPath(dim_x, dim_y, d_model, depth, num_heads)
        self.decoder = mlp(dim_x + d_model + dim_z, *[d_model] * depth, 2 * dim_y)

    def likelihood(self, xc: Tensor, yc: Tensor, xt: Tensor, z: Float[Tensor, "S *B 1 Dz"]) -> Normal:
        told = torch.cat([xt, self.path.read(xt, self.path.memory(xc, yc))], -1)
        return gaussian(with_summary(self.decoder, told, z))
