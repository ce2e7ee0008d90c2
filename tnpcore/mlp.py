"""The multi-layer perceptron that embeds tokens, decodes them and scores displacements."""

from itertools import pairwise

from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional as F


def mlp(*widths: int) -> nn.Sequential:
    """Linear layers of the given widths with GELU between them (none after the last)."""
    layers: list[nn.Module] = []
    for width_in, width_out in pairwise(widths):
        layers += [nn.Linear(width_in, width_out), nn.GELU()]
    return nn.Sequential(*layers[:-1])


def summed(net: nn.Sequential, points: Float[Tensor, "*B N In"]) -> Float[Tensor, "*B 1 Out"]:
    """The sum of net(point) over all points. The last layer is linear: it is applied once, to the sum."""
    last = net[-1]
    return F.linear(net[:-1](points).sum(-2, keepdim=True), last.weight) + points.shape[-2] * last.bias


def with_summary(
    net: nn.Sequential, each: Float[Tensor, "*B N In"], summary: Float[Tensor, "*S 1 D"]
) -> Float[Tensor, "*S N Out"]:
    """net of every row of `each` with the one summary appended. The first layer is linear: its part for the summary is
    evaluated once, not for every row; *S is *B, or has one more dimension of several summaries before it."""
    first = net[0]
    own, shared = first.weight.tensor_split([each.shape[-1]], -1)
    return net[1:](F.linear(each, own) + F.linear(summary, shared, first.bias))
