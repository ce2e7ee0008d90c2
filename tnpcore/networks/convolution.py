"""Convolutions on grids of one and of two dimensions, by their number."""

from __future__ import annotations

from torch import nn


def convolution(dim: int) -> type[nn.Conv1d] | type[nn.Conv2d]:
    """The convolution on a grid of that many dimensions.

    Args:
        dim: 1 or 2.

    Raises:
        ValueError: for another number.
    """
    known: dict[int, type[nn.Conv1d] | type[nn.Conv2d]] = {1: nn.Conv1d, 2: nn.Conv2d}
    if dim not in known:
        raise ValueError(f"a network on a grid needs one or two input dimensions, got {dim}")
    return known[dim]
