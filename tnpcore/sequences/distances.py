"""Relative positions as vectors (Shaw et al. 2018): every distance has one that is added to keys, and one to values."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import final

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from tnpcore.attention import Bias, Term

LONGEST = 16  # beyond it all distances are one


@final
class DistanceVectors(nn.Module):
    """Learned vectors of the distances -16 ... 16 for every layer, the same for all heads.

    Args:
        num_layers: how many layers.
        d_head: width Dk of a head.

    Reference: Shaw et al. 2018, section 3.2.
    """

    def __init__(self, num_layers: int, d_head: int):
        super().__init__()
        # At first no distance counts, as in a model without positions.
        self.keys, self.values = (nn.Parameter(torch.zeros(num_layers, 2 * LONGEST + 1, d_head)) for _ in range(2))

    def forward(self, first: int, count: int) -> tuple[Bias, ...]:
        """For every layer the terms of queries at positions first, first + 1, ... and keys at all up to the last."""
        at = torch.arange(first + count, device=self.keys.device)
        numbers = (at - at[first:, None]).clamp(-LONGEST, LONGEST) + LONGEST
        return tuple((DistanceTerm(numbers, *layer),) for layer in zip(self.keys, self.values, strict=True))


@dataclass(frozen=True, eq=False)
class DistanceTerm:
    """The vectors of one layer, for these pairs of positions.

    Args:
        numbers: of each pair's vectors [Nq, Nk].
        to_keys, to_values: the vectors [2 LONGEST + 1, Dk].

    Reference: Shaw et al. 2018, equations 3 and 4.
    """

    numbers: Int[Tensor, "Nq Nk"]
    to_keys: Float[Tensor, "R Dk"]
    to_values: Float[Tensor, "R Dk"]

    def last(self, count: int) -> DistanceTerm:
        """The term of the last `count` queries."""
        return DistanceTerm(self.numbers[-count:], self.to_keys, self.to_values)

    def of(self, q: Float[Tensor, "*B H Nq Dk"], k: Float[Tensor, "*B H Nk Dk"]) -> Term:
        """q_i . a_ij / sqrt(Dk), which is what a_ij adds to the logit when it is added to the key."""
        scores = (q / math.sqrt(q.shape[-1])) @ self.to_keys.T
        pairs = scores.gather(-1, self.numbers.expand(*q.shape[:-1], -1))
        return Term(pairs, scores.new_ones(1, 1, 1))

    def read(self, weights: Float[Tensor, "*B H Nq Nk"]) -> Float[Tensor, "*B H Nq Dk"]:
        """sum_j w_ij b_ij, which is what b_ij adds to the mixed values when it is added to the value."""
        return torch.einsum("...qk,qkd->...qd", weights, self.to_values[self.numbers])
