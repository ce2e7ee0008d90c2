"""The multi-layer perceptron that embeds tokens, decodes them and scores displacements."""

from itertools import pairwise

from torch import nn


def mlp(*widths: int) -> nn.Sequential:
    """Linear layers of the given widths with GELU between them (none after the last)."""
    layers: list[nn.Module] = []
    for width_in, width_out in pairwise(widths):
        layers += [nn.Linear(width_in, width_out), nn.GELU()]
    return nn.Sequential(*layers[:-1])
