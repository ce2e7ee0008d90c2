"""Choices of F_h(x_i - x_j): what distance does to attention. Each is made for a number of layers and heads, and maps
differences [*B, Nq, Nk, Dx] to what every layer adds to its logits, with a column for the null token first."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore.attention import Bias, Term
from tnpcore.mlp import mlp
from tnpcore.positional import fourier

WIDTH = 32
# Differences are limited to the largest seen in training, so that a point further away looks like one at the edge
# instead of like nothing the network has ever met.
REACH = 4.0


# Pairs that are scored at a time: what lies between the layers of the MLP then stays in the processor's cache.
PAIRS_AT_ONCE = 8192


def with_null(difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq Nk1 Dx"]:
    """A key more, first, at no distance from anybody: the null token."""
    return nn.functional.pad(difference, (0, 0, 1, 0))


class RBFBias(nn.Module):
    """-|difference|^2 / (2 l^2) with a learned lengthscale l for every layer and head: without the products q.k the
    weights would be those of kernel regression. Their start is spread from 0.1 to 4 units of x, layer by layer.

    The null token is at no distance from anybody. All layers and heads look at the same square: a model with this F
    costs hardly more than one without.
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
        places = with_null(difference.clamp(-REACH, REACH))
        squared = places.square().sum(-1)[..., None, :, :]
        heads = -0.5 / self.lengthscale.square()
        return tuple((Term(squared, layer[:, None, None]),) for layer in heads)


class BumpBias(RBFBias):
    """The same with a learned centre c: -|difference - c|^2 / (2 l^2), but for a constant that the null token's score
    makes up for. A head may listen to what is c away on one side, as one tap of a convolution does (the quadratic
    encoding of Cordonnier et al. 2020). At the start every other head looks half a lengthscale to the left, the rest to
    the right."""

    def __init__(self, dim_x: int, num_layers: int, num_heads: int):
        super().__init__(dim_x, num_layers, num_heads)
        sides = torch.tensor([0.5, -0.5]).repeat(num_layers * num_heads)[: num_layers * num_heads]
        start = (sides * self.log_lengthscale.detach().exp()).unflatten(0, (num_layers, num_heads))
        self.centre = nn.Parameter(start[..., None].repeat(1, 1, dim_x))

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        axes = with_null(difference.clamp(-REACH, REACH))[..., None, :, :, :].unbind(-1)
        tilts = self.centre / self.lengthscale.square()[..., None]
        return tuple(
            (*square, *(Term(axis, heads[:, None, None]) for axis, heads in zip(axes, tilt.unbind(-1), strict=True)))
            for square, tilt in zip(super().forward(difference), tilts, strict=True)
        )


class MLPBias(nn.Module):
    """One MLP of the difference for all layers and heads; a learned constant for the null token."""

    def __init__(self, num_features: int, num_layers: int, num_heads: int):
        super().__init__()
        self.net = mlp(num_features, WIDTH, WIDTH, num_layers * num_heads)
        self.null = nn.Parameter(torch.zeros(num_layers, num_heads))

    def features(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq Nk In"]:
        """What the MLP is shown: here the difference itself."""
        return difference

    def scores(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Out Nq Nk"]:
        """F of every pair for all layers and heads."""
        return self.net(self.features(difference.clamp(-REACH, REACH))).movedim(-1, -3)

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        """A few queries at a time: one pass over a million pairs would fetch every number between two layers from
        memory. The null token is part of the pairs from the start, so that its column can be filled in without copying
        all the others."""
        places = with_null(difference)
        pieces = places.split(max(1, PAIRS_AT_ONCE // max(1, places[..., :1, :, 0].numel())), -3)
        scores = torch.cat([self.scores(piece) for piece in pieces], -2).unflatten(-3, self.null.shape)
        scores[..., 0] = self.null[..., None]
        return tuple((Term(layer, scores.new_ones(1, 1, 1)),) for layer in scores.unbind(-4))


class RawBias(MLPBias):
    """An MLP of the difference itself: smooth, and slow to learn anything sharp."""

    def __init__(self, dim_x: int, num_layers: int, num_heads: int):
        super().__init__(dim_x, num_layers, num_heads)


class FourierBias(MLPBias):
    """An MLP of the difference and fixed Fourier features of it, which let it be sharp near zero without many
    parameters."""

    def __init__(self, dim_x: int, num_layers: int, num_heads: int, num_frequencies: int = 8):
        super().__init__(dim_x * (1 + 2 * num_frequencies), num_layers, num_heads)
        octaves = torch.linspace(0.0, 1.0, num_frequencies, dtype=torch.float64)
        self.register_buffer("frequency", (0.06 * (4.0 / 0.06) ** octaves).float(), persistent=False)

    def features(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Nq Nk In"]:
        return torch.cat([difference, fourier(difference, self.frequency)], -1)
