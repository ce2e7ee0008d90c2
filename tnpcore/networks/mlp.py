"""The multi-layer perceptron that embeds tokens, decodes them and scores differences of inputs."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F


def activated(*widths: int) -> nn.Sequential:
    """Linear layers of these widths, the input's first, each followed by GELU: features for a linear layer."""
    return nn.Sequential(*_layers(*widths))


def mlp(*widths: int) -> nn.Sequential:
    """Linear layers of these widths, the input's first, with GELU between them (none after the last)."""
    return nn.Sequential(*_layers(*widths)[:-1])


def _layers(*widths: int) -> list[nn.Module]:
    return [layer for pair in pairwise(widths) for layer in (nn.Linear(*pair), nn.GELU())]


def apply_with_summary(
    net: nn.Sequential, points: Float[Tensor, "*B N In"], summary: Float[Tensor, "*S 1 D"]
) -> Float[Tensor, "*S N Out"]:
    """net of every point with the one summary appended.

    The first layer is linear, so its part for the summary is computed once, not for every point.

    Args:
        net: from `mlp`, of In + D numbers.
        points: [*B, N, In].
        summary: [*S, 1, D], where *S is *B, or has one more dimension of several summaries before it.
    """
    first = cast(nn.Linear, net[0])
    own, shared = first.weight.tensor_split([points.shape[-1]], -1)
    return cast(Tensor, net[1:](F.linear(points, own) + F.linear(summary, shared, first.bias)))
