"""The multi-layer perceptron that embeds tokens, decodes them and scores differences of inputs."""

from __future__ import annotations

from itertools import pairwise

import torch
from jaxtyping import Float
from torch import Tensor, nn

from tnpcore import fast
from tnpcore.fast import mlp as fast_mlp


def activated(*widths: int) -> nn.Sequential:
    """Linear layers, each followed by GELU: features for a linear layer that comes next.

    Args:
        widths: of the input and of each layer's output.
    """
    return nn.Sequential(*_layers(*widths))


def mlp(*widths: int) -> nn.Sequential:
    """Linear layers with GELU between them (none after the last).

    Args:
        widths: of the input and of each layer's output.
    """
    return nn.Sequential(*_layers(*widths)[:-1])


def _layers(*widths: int) -> list[nn.Module]:
    return [layer for pair in pairwise(widths) for layer in (nn.Linear(*pair), nn.GELU())]


@fast.accelerated(fast_mlp.apply_to_points)
def apply_to_points(net: nn.Sequential, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B N Out"]:
    """net of every point.

    Args:
        net: from `mlp`.
        points: [*B, N, In]; N may be 0.
    """
    return net(points)


@fast.accelerated(fast_mlp.sum_over_points)
def sum_over_points(net: nn.Sequential, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B 1 Out"]:
    """The sum of net(point) over all points; 0 without points.

    Args:
        net: from `mlp`.
        points: [*B, N, In]; N may be 0.
    """
    return net(points).sum(-2, keepdim=True)


@fast.accelerated(fast_mlp.apply_with_summary)
def apply_with_summary(
    net: nn.Sequential, points: Float[Tensor, "*B N In"], summary: Float[Tensor, "*S 1 D"]
) -> Float[Tensor, "*S N Out"]:
    """net of every point with the one summary appended.

    Args:
        net: from `mlp`, of In + D numbers.
        points: [*B, N, In].
        summary: [*S, 1, D], where *S is *B, or has one more dimension of several summaries before it.
    """
    every = torch.broadcast_shapes(points.shape[:-2], summary.shape[:-2])
    count = points.shape[-2]
    return net(torch.cat([points.expand(*every, -1, -1), summary.expand(*every, count, -1)], -1))
