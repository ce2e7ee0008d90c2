"""Choices of F_h(x_i - x_j): what distance does to attention. Each maps differences [*B, Nq, Nk, Dx] to one number per
layer and head [*B, Out, Nq, Nk], which is added to the logits."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore.mlp import mlp
from tnpcore.positional import fourier

WIDTH = 32
# Differences are limited to the largest seen in training, so that a point further away looks like one at the edge
# instead of like nothing the network has ever met.
REACH = 4.0


# Pairs that are scored at a time: what lies between the layers of the MLP then stays in the processor's cache.
PAIRS_AT_ONCE = 8192


def with_null(
    bias: nn.Module, difference: Float[Tensor, "*B Nq Nk Dx"], null: Float[Tensor, "L H"]
) -> tuple[Float[Tensor, "*B H Nq Nk1"], ...]:
    """F of every pair for each of L layers, the null token's column (a learned constant) first.

    A few queries at a time: one pass over a million pairs would fetch every number between two layers from memory. The
    column is part of the pairs from the start, so that it can be filled in without copying all the others.
    """
    places = nn.functional.pad(difference, (0, 0, 1, 0))
    pieces = places.split(max(1, PAIRS_AT_ONCE // max(1, places[..., :1, :, 0].numel())), -3)
    scores = torch.cat([bias(piece) for piece in pieces], -2).unflatten(-3, null.shape)
    scores[..., 0] = null[..., None]
    return scores.unbind(-4)


class NoBias(nn.Module):
    """Nothing: for a model that scores distance in another way."""

    def __init__(self, dim_x: int, num_outputs: int):
        super().__init__()


class RawBias(nn.Module):
    """An MLP of the difference itself: smooth, and slow to learn anything sharp."""

    def __init__(self, dim_x: int, num_outputs: int):
        super().__init__()
        self.net = mlp(dim_x, WIDTH, WIDTH, num_outputs)

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Out Nq Nk"]:
        return self.net(difference.clamp(-REACH, REACH)).movedim(-1, -3)


class DisplacementBias(nn.Module):
    """An MLP of the difference and fixed Fourier features of it, which let it be sharp near zero without many
    parameters."""

    def __init__(self, dim_x: int, num_outputs: int, num_frequencies: int = 8):
        super().__init__()
        octaves = torch.linspace(0.0, 1.0, num_frequencies, dtype=torch.float64)
        self.register_buffer("frequency", (0.06 * (4.0 / 0.06) ** octaves).float(), persistent=False)
        self.net = mlp(dim_x * (1 + 2 * num_frequencies), WIDTH, WIDTH, num_outputs)

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Out Nq Nk"]:
        difference = difference.clamp(-REACH, REACH)
        return self.net(torch.cat([difference, fourier(difference, self.frequency)], -1)).movedim(-1, -3)


class RBFBias(nn.Module):
    """-|difference|^2 / (2 l^2) with a learned lengthscale l for every layer and head: without the products q.k the
    weights would be those of kernel regression. Their start is spread from 0.1 to 4 units of x."""

    def __init__(self, dim_x: int, num_outputs: int):
        super().__init__()
        octaves = torch.linspace(0.0, 1.0, num_outputs)
        self.log_lengthscale = nn.Parameter(torch.log(0.1 * 40.0**octaves))

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> Float[Tensor, "*B Out Nq Nk"]:
        squared = difference.clamp(-REACH, REACH).square().sum(-1)
        return squared[..., None, :, :] * (-0.5 * torch.exp(-2 * self.log_lengthscale))[:, None, None]
