"""SetConv (Gordon et al. 2020): from points to a grid and back, by sums of radial basis functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn

MAX_CELLS = 8192
# exp(-60) = 9e-27 stands for all smaller weights. Below 1e-38 float32 has no normal numbers, and a processor takes many
# times as long over each of those, which small weights times small gradients would be.
FAINTEST = -60.0


def rbf_weights(
    x_from: Float[Tensor, "*#B Nfrom 1"], x_to: Float[Tensor, "*#B Nto 1"], lengthscale: float | Tensor
) -> Float[Tensor, "*#B Nto Nfrom"]:
    """exp(-d^2 / (2 l^2)) of every pair.

    Args:
        x_from: inputs of the columns [*B, Nfrom, 1].
        x_to: inputs of the rows [*B, Nto, 1].
        lengthscale: l, in units of x.
    """
    return log_rbf_weights(x_from, x_to, lengthscale).exp()


def log_rbf_weights(
    x_from: Float[Tensor, "*#B Nfrom 1"], x_to: Float[Tensor, "*#B Nto 1"], lengthscale: float | Tensor
) -> Float[Tensor, "*#B Nto Nfrom"]:
    """-d^2 / (2 l^2) of every pair, but none below -60.

    Args:
        x_from: inputs of the columns [*B, Nfrom, 1].
        x_to: inputs of the rows [*B, Nto, 1].
        lengthscale: l, in units of x.
    """
    distance = x_to - x_from.transpose(-1, -2)
    return (distance.square() * (-0.5 / lengthscale**2)).clamp_min(FAINTEST)


def with_density(y: Float[Tensor, "*B N Dy"]) -> Float[Tensor, "*B N DyPlus1"]:
    """y with a channel of ones first: summed, it separates an observation of zero from no observation.

    Args:
        y: [*B, N, Dy].
    """
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
        x_from: Float[Tensor, "*#B Nfrom 1"],
        values: Float[Tensor, "*B Nfrom C"],
        x_to: Float[Tensor, "*#B Nto 1"],
    ) -> Float[Tensor, "*#B Nto C"]:
        """sum_i values_i exp(-(x - x_i)^2 / (2 l^2)) at every x in x_to, not normalised.

        Args:
            x_from: [*B, Nfrom, 1].
            values: [*B, Nfrom, C].
            x_to: [*B, Nto, 1].
        """
        return rbf_weights(x_from, x_to, self.lengthscale) @ values


def midrange(x: Float[Tensor, "*B N Dx"]) -> Float[Tensor, "*B 1 Dx"]:
    """Halfway between the smallest and the largest x; 0 without points.

    It shifts with the data exactly, and does not depend on the order of the points.

    Args:
        x: [*B, N, Dx].
    """
    if x.shape[-2] == 0:
        return x.new_zeros(*x.shape[:-2], 1, x.shape[-1])
    return (x.amin(-2, keepdim=True) + x.amax(-2, keepdim=True)) / 2


def nearest_cell(x: Float[Tensor, "*B N 1"], points_per_unit: int) -> Float[Tensor, "*B 1 1"]:
    """The midrange, rounded to whole cells counted from zero: an anchor that breaks equivariance, for teaching.

    Args:
        x: [*B, N, 1].
        points_per_unit: cells per unit of x.
    """
    return torch.floor(midrange(x) * points_per_unit + 0.5) / points_per_unit


@dataclass(frozen=True)
class Grid:
    """An evenly spaced grid over the context, whose cells shift with the data.

    It is centred on the anchor and grows symmetrically in whole strides, so that a wider context (or another context of
    the batch) adds cells without moving the others.

    Args:
        points_per_unit: cells per unit of x.
        margin: how far it extends beyond the context, in units of x.
        stride: cells are added in multiples of it.
        anchor: of context inputs [*B, Nc, 1].
    """

    points_per_unit: int
    margin: float
    stride: int
    anchor: Callable[[Tensor], Tensor] = midrange

    def offsets(self, xc: Float[Tensor, "*B Nc 1"], dtype: torch.dtype) -> Float[Tensor, "G 1"]:
        """Cell positions relative to the anchor; G is even.

        Args:
            xc: context inputs [*B, Nc, 1].
            dtype: of the positions.

        Raises:
            ValueError: when more than 8,192 cells would be needed.
        """
        reach = (xc - self.anchor(xc)).abs().amax().item() if xc.numel() else 0.0
        # The 1e-3 keeps a span of whole strides, up to rounding, at the same size wherever the data are.
        half = math.ceil((reach + self.margin) * self.points_per_unit / self.stride - 1e-3) * self.stride
        if 2 * half > MAX_CELLS:
            raise ValueError(
                f"the context may span at most {MAX_CELLS / self.points_per_unit - 2 * self.margin:.0f} units of x "
                f"({MAX_CELLS} grid cells), got {2 * reach:.3g} units"
            )
        cells = torch.arange(-half, half, dtype=torch.float64, device=xc.device) + 0.5
        return (cells / self.points_per_unit).to(dtype)[:, None]
