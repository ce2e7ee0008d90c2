"""Choices of F_h(x_i - x_j): how attention depends on the difference of inputs.

Each is made for a number of layers and heads, and maps differences [*B, Nq, Nk, Dx] to what every layer adds to its
logits [*B, H, Nq, Nk + 1], with a column for the null token first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore import fast
from tnpcore.attention import Bias, Term
from tnpcore.fast import pairs
from tnpcore.networks.mlp import mlp
from tnpcore.positional import fourier

WIDTH = 32
# Differences are limited to the largest seen in training, so that a point further away looks like one at the edge
# instead of like nothing the network has ever met.
REACH = 4.0


def with_null(difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq NkPlus1 Dx"]:
    """One more key, first, at difference 0 from every query: the null token."""
    return nn.functional.pad(difference, (0, 0, 1, 0))


class RBFBias(nn.Module):
    """F_h(d) = -|d|^2 / (2 l_h^2), with a learned lengthscale l for every layer and head.

    Without the products q.k the weights would be those of kernel regression. The lengthscales start at 0.1 to 4 units
    of x, layer by layer. The null token is at d = 0. All layers and heads use the same square: a model with this F is
    hardly slower than one without.

    Args:
        dim_x: Dx.
        num_layers, num_heads: how many F there are.
    """

    def __init__(self, dim_x: int, num_layers: int, num_heads: int):
        super().__init__()
        octaves = torch.linspace(0.0, 1.0, num_layers * num_heads)
        self.log_lengthscale = nn.Parameter(torch.log(0.1 * 40.0**octaves))
        self.num_heads = num_heads

    @property
    def lengthscale(self) -> Float[Tensor, "L H"]:
        """In units of x."""
        return self.log_lengthscale.exp().unflatten(0, (-1, self.num_heads))

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        """F of all pairs for every layer, by their x_i - x_j."""
        squared = with_null(difference.clamp(-REACH, REACH)).square().sum(-1)[..., None, :, :]
        heads = -0.5 / self.lengthscale.square()
        return tuple((Term(squared, layer[:, None, None]),) for layer in heads)


@final
class CentredRBFBias(RBFBias):
    """F_h(d) = -|d - c_h|^2 / (2 l_h^2) with a learned centre c, up to a constant that cancels in the softmax.

    A head may attend to what is c away on one side, as one tap of a convolution does (the quadratic encoding of
    Cordonnier et al. 2020). In two dimensions c is a vector and the RBF round in the plane, as theirs is over the
    pixels of a picture. At the start every other head is centred half a lengthscale to the left, the others to the
    right; of several axes the next pair of heads takes the next one.

    Args:
        dim_x: Dx.
        num_layers, num_heads: how many F there are.

    Reference: Cordonnier et al. 2020 (quadratic encoding).
    """

    def __init__(self, dim_x: int, num_layers: int, num_heads: int):
        super().__init__(dim_x, num_layers, num_heads)
        sides = torch.tensor([0.5, -0.5]).repeat(num_layers * num_heads)[: num_layers * num_heads]
        start = sides * self.log_lengthscale.detach().exp()
        axes = torch.arange(num_layers * num_heads) // 2 % dim_x
        one_axis = start[:, None] * nn.functional.one_hot(axes, dim_x)
        self.centre = nn.Parameter(one_axis.unflatten(0, (num_layers, num_heads)))

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        """-|d|^2 / (2 l^2) + d.c / l^2 of all pairs for every layer, d = x_i - x_j."""
        axes = with_null(difference.clamp(-REACH, REACH))[..., None, :, :, :].unbind(-1)
        tilts = self.centre / self.lengthscale.square()[..., None]
        return tuple(
            (*square, *(Term(axis, heads[:, None, None]) for axis, heads in zip(axes, tilt.unbind(-1), strict=True)))
            for square, tilt in zip(super().forward(difference), tilts, strict=True)
        )


class MLPBias(nn.Module):
    """F = MLP(features of d), one MLP for all layers and heads; a learned constant for the null token.

    Args:
        num_features: how many numbers the MLP takes.
        num_layers, num_heads: how many F there are.
    """

    def __init__(self, num_features: int, num_layers: int, num_heads: int):
        super().__init__()
        self.net = mlp(num_features, WIDTH, WIDTH, num_layers * num_heads)
        self.null = nn.Parameter(torch.zeros(num_layers, num_heads))

    def features(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq Nk In"]:
        """The input of the MLP: here the difference itself."""
        return difference

    def scores(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B LH Nq Nk"]:
        """F of every pair for all layers and heads."""
        return self.net(self.features(difference.clamp(-REACH, REACH))).movedim(-1, -3)

    @fast.accelerated(pairs.mlp_bias)
    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        """F of all pairs for every layer, by their x_i - x_j."""
        scores = self.scores(difference).unflatten(-3, self.null.shape)
        null = self.null[..., None, None].expand(*scores.shape[:-1], 1)
        layers = torch.cat([null, scores], -1).unbind(-4)
        return tuple((Term(layer, scores.new_ones(1, 1, 1)),) for layer in layers)


@final
class RawBias(MLPBias):
    """F = MLP(d): smooth, and slow to learn anything sharp.

    Args:
        dim_x: Dx.
        num_layers, num_heads: how many F there are.
    """

    def __init__(self, dim_x: int, num_layers: int, num_heads: int):
        super().__init__(dim_x, num_layers, num_heads)


@final
class FourierBias(MLPBias):
    """F = MLP(d, Fourier features of d), which can be sharp near zero without many parameters.

    Args:
        dim_x: Dx.
        num_layers, num_heads: how many F there are.
        num_frequencies: how many fixed frequencies there are.

    Reference: Tancik et al. 2020.
    """

    frequency: Tensor

    def __init__(self, dim_x: int, num_layers: int, num_heads: int, num_frequencies: int = 8):
        super().__init__(dim_x * (1 + 2 * num_frequencies), num_layers, num_heads)
        octaves = torch.linspace(0.0, 1.0, num_frequencies, dtype=torch.float64)
        self.register_buffer("frequency", (0.06 * (4.0 / 0.06) ** octaves).float(), persistent=False)

    def features(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq Nk In"]:
        """The difference and its Fourier features."""
        return torch.cat([difference, fourier(difference, self.frequency)], -1)


@final
class ProductBias(nn.Module):
    """F = MLP(q.k of all heads, d) in every layer: evaluated for every pair, many times slower.

    Its output is added to the products; as published, it takes their place. No F of d alone can give two keys at
    the same difference different scores.

    Args:
        dim_x: Dx.
        num_layers, num_heads: how many F there are.

    Reference: Ashman et al. 2024 (TE-MHSA).
    """

    def __init__(self, dim_x: int, num_layers: int, num_heads: int):
        super().__init__()
        width = 2 * (num_heads + dim_x)
        self.scores = nn.ModuleList(mlp(width // 2, width, width, num_heads) for _ in range(num_layers))
        self.null = nn.Parameter(torch.zeros(num_layers, num_heads))

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        """For every layer a term that still depends on its queries and keys, by x_i - x_j."""
        limited = difference.clamp(-REACH, REACH)
        return tuple((ProductTerm(limited, *layer),) for layer in zip(self.scores, self.null, strict=True))


@dataclass(frozen=True, eq=False)
class ProductTerm:
    """MLP(q.k of all heads, difference) of one layer.

    Args:
        difference: [*B, Nq, Nk, Dx].
        net: of H + Dx numbers, gives H.
        null: the null token's scores [H].
    """

    difference: Float[Tensor, "*B Nq Nk Dx"]
    net: nn.Module
    null: Float[Tensor, " H"]

    def last(self, count: int) -> ProductTerm:
        """The term of the last `count` queries."""
        first = self.difference.shape[-3] - count
        return ProductTerm(self.difference[..., first:, :, :], self.net, self.null)

    def of(self, q: Float[Tensor, "*B H Nq Dk"], k: Float[Tensor, "*B H NkPlus1 Dk"]) -> Term:
        """The scores of all pairs, and the null token's, first."""
        products = (q @ k[..., 1:, :].mT / math.sqrt(q.shape[-1])).movedim(-3, -1)
        scores = self.net(torch.cat([products, self.difference], -1)).movedim(-1, -3)
        null = self.null[:, None, None].expand(*scores.shape[:-1], 1)
        return Term(torch.cat([null, scores], -1), scores.new_ones(1, 1, 1))

    def read(self, weights: Float[Tensor, "*B H Nq NkPlus1"]) -> None:
        """Nothing: it changes the weights alone."""
