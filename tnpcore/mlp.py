"""The multi-layer perceptron that embeds tokens, decodes them and scores displacements."""

from itertools import pairwise

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F


def activated(*widths: int) -> nn.Sequential:
    """Linear layers of the given widths, each followed by GELU: for what is read by a linear layer next."""
    layers: list[nn.Module] = []
    for width_in, width_out in pairwise(widths):
        layers += [nn.Linear(width_in, width_out), nn.GELU()]
    return nn.Sequential(*layers)


def mlp(*widths: int) -> nn.Sequential:
    """Linear layers of the given widths with GELU between them (none after the last)."""
    return activated(*widths)[:-1]


# Rows that pass through all layers at a time: what lies between two layers then stays in the processor's cache. One
# pass over 16,000 rows takes more than twice as long.
ROWS_AT_ONCE = 1024


def pieces(points: Float[Tensor, "*B N In"]) -> tuple[Float[Tensor, "*B n In"], ...]:
    """The points, a few of every set at a time; there is always a piece, perhaps an empty one."""
    return points.split(max(1, ROWS_AT_ONCE // max(1, points.shape[:-2].numel())), -2)


def row_by_row(net: nn.Module, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B N Out"]:
    """net of every row."""
    return torch.cat([net(piece) for piece in pieces(points)], -2)


def summed(net: nn.Sequential, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B 1 Out"]:
    """The sum of net(point) over all points. The last layer is linear: it is applied once, to the sum."""
    last, before = net[-1], net[:-1]
    total = sum(before(piece).sum(-2, keepdim=True) for piece in pieces(points))
    return F.linear(total, last.weight) + points.shape[-2] * last.bias


def with_summary(
    net: nn.Sequential, each: Float[Tensor, "*B N In"], summary: Float[Tensor, "*S 1 D"]
) -> Float[Tensor, "*S N Out"]:
    """net of every row of `each` with the one summary appended. The first layer is linear: its part for the summary is
    evaluated once, not for every row; *S is *B, or has one more dimension of several summaries before it."""
    first = net[0]
    own, shared = first.weight.tensor_split([each.shape[-1]], -1)
    return net[1:](F.linear(each, own) + F.linear(summary, shared, first.bias))
