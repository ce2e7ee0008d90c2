"""SetConv (Gordon et al. 2020): from points to a grid and back, by sums of radial basis functions.

A radial basis function of several input dimensions is a product over them, and the cells of a grid are all combinations
of positions along its axes: weights of an axis at a time are enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, final

import torch
from jaxtyping import Float
from torch import Tensor, nn

# Cells along each axis, for one input dimension and for two.
MAX_CELLS = {1: 8192, 2: 256}
# What every axis is: positions of cells relative to the anchor [G, 1].
Axes: TypeAlias = Sequence[Float[Tensor, "_ 1"]]
# exp(-60) = 9e-27 stands for all smaller weights. Below 1e-38 float32 has no normal numbers, and a processor takes many
# times as long over each of those, which small weights times small gradients would be.
FAINTEST = -60.0


def rbf_weights(
    x_from: Float[Tensor, "*#B Nfrom 1"], x_to: Float[Tensor, "*#B Nto 1"], lengthscale: float | Tensor, axes: int = 1
) -> Float[Tensor, "*#B Nto Nfrom"]:
    """exp(-d^2 / (2 l^2)) of every pair, along one axis.

    Args:
        x_from: inputs of the columns [*B, Nfrom, 1].
        x_to: inputs of the rows [*B, Nto, 1].
        lengthscale: l, in units of x.
        axes: see `log_rbf_weights`.
    """
    return log_rbf_weights(x_from, x_to, lengthscale, axes).exp()


def log_rbf_weights(
    x_from: Float[Tensor, "*#B Nfrom 1"], x_to: Float[Tensor, "*#B Nto 1"], lengthscale: float | Tensor, axes: int = 1
) -> Float[Tensor, "*#B Nto Nfrom"]:
    """-d^2 / (2 l^2) of every pair, along one axis, but none below -60 over the number of axes.

    Args:
        x_from: inputs of the columns [*B, Nfrom, 1].
        x_to: inputs of the rows [*B, Nto, 1].
        lengthscale: l, in units of x.
        axes: how many there are: the product over them has no weight below exp(-60).
    """
    distance = x_to - x_from.transpose(-1, -2)
    return (distance.square() * (-0.5 / lengthscale**2)).clamp_min(FAINTEST / axes)


def with_density(y: Float[Tensor, "*B N Dy"]) -> Float[Tensor, "*B N DyPlus1"]:
    """y with a channel of ones first: summed, it separates an observation of zero from no observation."""
    return torch.cat([torch.ones_like(y[..., :1]), y], -1)


@final
class SetConv(nn.Module):
    """A SetConv layer with a learned lengthscale, stored as its logarithm so that it stays positive.

    Args:
        lengthscale: at the start, in units of x.

    Reference: Gordon et al. 2020, section 4.
    """

    def __init__(self, lengthscale: float):
        super().__init__()
        self.log_lengthscale = nn.Parameter(torch.tensor(math.log(lengthscale)))

    @property
    def lengthscale(self) -> Float[Tensor, ""]:
        """In units of x."""
        return self.log_lengthscale.exp()

    def forward(
        self,
        x_from: Float[Tensor, "*#B Nfrom Dx"],
        values: Float[Tensor, "*B Nfrom C"],
        *axes: Float[Tensor, "_ 1"],
    ) -> Float[Tensor, "..."]:
        """sum_i values_i exp(-|x - x_i|^2 / (2 l^2)) at every cell x of the grid with these axes, not normalised.

        Args:
            x_from: [*B, Nfrom, Dx].
            values: [*B, Nfrom, C].
            axes: positions along each of the Dx axes, [G, 1].

        Returns:
            [*B, *G, C], with an axis of the grid for each input dimension.
        """
        first, *others = (rbf_weights(x, axis, self.lengthscale, len(axes)) for x, axis in along(x_from, axes))
        # One axis after the other: no weight of a point and a cell of the whole grid ever exists.
        for weights in reversed(others):
            values = (weights.mT[..., None] * values[..., None, :]).flatten(-2)
        found = first @ values
        return found.unflatten(-1, (*(len(axis) for axis in axes[1:]), -1)) if others else found


def along(x: Float[Tensor, "*B N Dx"], axes: Axes) -> Iterator[tuple[Float[Tensor, "*B N 1"], Float[Tensor, "_ 1"]]]:
    """Inputs and cells of every axis."""
    return zip(x.split(1, -1), axes, strict=True)


def midrange(x: Float[Tensor, "*B N Dx"]) -> Float[Tensor, "*B 1 Dx"]:
    """Halfway between the smallest and the largest x; 0 without points.

    It shifts with the data exactly, and does not depend on the order of the points.
    """
    if x.shape[-2] == 0:
        return x.new_zeros(*x.shape[:-2], 1, x.shape[-1])
    return (x.amin(-2, keepdim=True) + x.amax(-2, keepdim=True)) / 2


def nearest_cell(x: Float[Tensor, "*B N Dx"], points_per_unit: int) -> Float[Tensor, "*B 1 Dx"]:
    """The midrange, rounded to whole cells counted from zero: an anchor that breaks equivariance, for teaching."""
    return torch.floor(midrange(x) * points_per_unit + 0.5) / points_per_unit


@dataclass(frozen=True)
class Grid:
    """An evenly spaced grid over the context, whose cells shift with the data: an axis for each input dimension.

    It is centred on the anchor and grows symmetrically in whole strides, so that a wider context (or another context of
    the batch) adds cells without moving the others.

    Args:
        points_per_unit: cells per unit of x, along every axis.
        margin: how far it extends beyond the context, in units of x.
        stride: cells are added in multiples of it, along every axis.
        anchor: of context inputs [*B, Nc, Dx].
    """

    points_per_unit: int
    margin: float
    stride: int
    anchor: Callable[[Tensor], Tensor] = midrange

    def axes(self, xc: Float[Tensor, "*B Nc Dx"], dtype: torch.dtype) -> tuple[Float[Tensor, "_ 1"], ...]:
        """Cell positions relative to the anchor along every axis, an even number [G, 1] each.

        Args:
            xc: context inputs [*B, Nc, Dx]; Dx is 1 or 2.
            dtype: of the positions.

        Raises:
            ValueError: when an axis would need more than 8,192 cells, or 256 in two dimensions.
        """
        dim_x = xc.shape[-1]
        reaches = (xc - self.anchor(xc)).abs().flatten(0, -2).amax(0).tolist() if xc.numel() else [0.0] * dim_x
        return tuple(self._axis(reach, MAX_CELLS[dim_x]).to(xc.device, dtype) for reach in reaches)

    def _axis(self, reach: float, most: int) -> Float[Tensor, "_ 1"]:
        # The 1e-3 keeps a span of whole strides, up to rounding, at the same size wherever the data are.
        half = math.ceil((reach + self.margin) * self.points_per_unit / self.stride - 1e-3) * self.stride
        if 2 * half > most:
            raise ValueError(
                f"the context may span at most {most / self.points_per_unit - 2 * self.margin:.0f} units of x "
                f"({most} grid cells), got {2 * reach:.3g} units"
            )
        cells = torch.arange(-half, half, dtype=torch.float64) + 0.5
        return (cells / self.points_per_unit)[:, None]

    def offsets(self, xc: Float[Tensor, "*B Nc Dx"], dtype: torch.dtype) -> Float[Tensor, "G Dx"]:
        """Positions of all cells relative to the anchor; along the last axis they follow each other.

        Args:
            xc, dtype: as in `axes`. Raises as there.
        """
        axes = self.axes(xc, dtype)
        if len(axes) == 1:
            return axes[0]
        return torch.stack(torch.meshgrid(*(axis[:, 0] for axis in axes), indexing="ij"), -1).flatten(0, -2)
