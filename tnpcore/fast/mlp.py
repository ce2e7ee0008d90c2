"""Multi-layer perceptrons over many points: their linear first and last layers allow to compute less."""

from __future__ import annotations

from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional as F

# Rows that pass through all layers at a time: the activations between two layers then stay in the processor's cache.
# One pass over 16,000 rows takes more than twice as long.
ROWS_AT_ONCE = 1024


def pieces(points: Float[Tensor, "*B N In"]) -> tuple[Float[Tensor, "*B n In"], ...]:
    """The points, a few of every set at a time; there is always a piece, perhaps an empty one."""
    return points.split(max(1, ROWS_AT_ONCE // max(1, points.shape[:-2].numel())), -2)


def apply_to_points(net: Any, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B N Out"]:
    """net of every point, piece by piece."""
    return torch.cat([net(piece) for piece in pieces(points)], -2)


def sum_over_points(net: Any, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B 1 Out"]:
    """The sum of net(point) over all points: the last layer is linear, so it is applied once, to the sum."""
    last, before = net[-1], net[:-1]
    total = sum(before(piece).sum(-2, keepdim=True) for piece in pieces(points))
    return F.linear(total, last.weight) + points.shape[-2] * last.bias


def apply_with_summary(
    net: Any, points: Float[Tensor, "*B N In"], summary: Float[Tensor, "*S 1 D"]
) -> Float[Tensor, "*S N Out"]:
    """net of every point with the one summary appended: the first layer is linear, so its part for the summary is
    computed once, not for every point."""
    first = net[0]
    own, shared = first.weight.tensor_split([points.shape[-1]], -1)
    return net[1:](F.linear(points, own) + F.linear(summary, shared, first.bias))
