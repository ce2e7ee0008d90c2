"""F_h(x_i - x_j) as a table: one learned number for every bin of the difference."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from tnpcore.attention import Bias, Term
from tnpcore.models.displacement import REACH

BIN = 0.25  # width of a bin, in units of x


@final
class BinnedBias(nn.Module):
    """F_h(d) = one learned number for every bin of d, BIN wide and clipped at REACH, for every layer and head.

    The relative positions of Raffel et al., carried over from whole distances in a sentence to differences of x. (Shaw
    et al. add a vector for every distance to keys and values.) With several dimensions the axes' numbers are added.
    The null token has a number of its own.

    Args:
        dim_x: Dx.
        num_layers, num_heads: how many F there are.
        null: whether the layers have a null token; without one no column is made for it.

    Reference: Raffel et al. 2020, section 2.1 (scalars); Shaw et al. 2018, section 3.2 (clipped distances).
    """

    def __init__(self, dim_x: int, num_layers: int, num_heads: int, null: bool = True):
        super().__init__()
        self.bins = 2 * round(REACH / BIN) + 1
        self.shape = num_layers, num_heads
        self.scores = nn.Parameter(torch.zeros(dim_x * self.bins, num_layers * num_heads))
        self.null = nn.Parameter(torch.zeros(num_layers, num_heads)) if null else None

    def forward(self, difference: Float[Tensor, "*B Nq Nk Dx"]) -> tuple[Bias, ...]:
        """F of all pairs for every layer, by their x_i - x_j."""
        offset = self.bins * torch.arange(difference.shape[-1], device=difference.device)
        found = nn.functional.embedding(nearest_bin(difference) + offset, self.scores).sum(-2)
        scores = found.movedim(-1, -3).unflatten(-3, self.shape)
        if self.null is not None:
            null = self.null[..., None, None].expand(*scores.shape[:-1], 1)
            scores = torch.cat([null, scores], -1)
        return tuple((Term(layer, scores.new_ones(1, 1, 1)),) for layer in scores.unbind(-4))


def nearest_bin(difference: Float[Tensor, "*N"]) -> Int[Tensor, "*N"]:
    """The number of the bin of every difference, from 0 at -REACH to 2 REACH / BIN at REACH."""
    # Rounded first: a difference on the edge of a bin, but for rounding errors, must stay on one side under a shift.
    position = (difference.clamp(-REACH, REACH) / BIN).round(decimals=4)
    return (position + REACH / BIN + 0.5).floor().long()
