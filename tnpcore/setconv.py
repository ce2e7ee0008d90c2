"""SetConv (Gordon et al. 2020): drop a bump on every observation, read the sum off a grid."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor, nn

MAX_CELLS = 8192
# exp(-60) = 9e-27 stands for all smaller weights. Below 1e-38 float32 has no normal numbers, and a processor takes many
# times as long over each of those, which small weights times small gradients would be.
FAINTEST = -60.0


def rbf_weights(
    x_from: Float[Tensor, "*B Nfrom 1"], x_to: Float[Tensor, "*B Nto 1"], lengthscale: float | Tensor
) -> Float[Tensor, "*B Nto Nfrom"]:
    """exp(-d^2 / (2 lengthscale^2)) for every pair; lengthscale, in units of x, is a float or a tensor."""
    return log_rbf_weights(x_from, x_to, lengthscale).exp()


def log_rbf_weights(
    x_from: Float[Tensor, "*B Nfrom 1"], x_to: Float[Tensor, "*B Nto 1"], lengthscale: float | Tensor
) -> Float[Tensor, "*B Nto Nfrom"]:
    """The logarithms of these, none below -60."""
    distance = x_to - x_from.transpose(-1, -2)
    return (distance.square() * (-0.5 / lengthscale**2)).clamp_min(FAINTEST)


def with_density(y: Float[Tensor, "*B N Dy"]) -> Float[Tensor, "*B N Dy1"]:
    """Put a channel of ones first. Summed, it says how much was observed here: "I saw zero" is not "I saw nothing"."""
    return torch.cat([torch.ones_like(y[..., :1]), y], -1)


class SetConv(nn.Module):
    """A SetConv layer with a learned lengthscale (in units of x), stored as its logarithm so that it stays positive."""

    def __init__(self, lengthscale: float):
        super().__init__()
        self.log_lengthscale = nn.Parameter(torch.tensor(math.log(lengthscale)))

    @property
    def lengthscale(self) -> Tensor:
        return self.log_lengthscale.exp()

    def forward(
        self, x_from: Float[Tensor, "*B Nfrom 1"], values: Float[Tensor, "*B Nfrom C"], x_to: Float[Tensor, "*B Nto 1"]
    ) -> Float[Tensor, "*B Nto C"]:
        """The sum of the values' bumps at x_to, not normalised."""
        return rbf_weights(x_from, x_to, self.lengthscale) @ values


def midrange(x: Float[Tensor, "*B N 1"]) -> Float[Tensor, "*B 1 1"]:
    """Halfway between the smallest and the largest x; 0 without points. It moves with the data exactly, and does not
    depend on the order of the points."""
    if x.shape[-2] == 0:
        return x.new_zeros(*x.shape[:-2], 1, 1)
    return (x.amin(-2, keepdim=True) + x.amax(-2, keepdim=True)) / 2


def nearest_cell(x: Float[Tensor, "*B N 1"], points_per_unit: int) -> Float[Tensor, "*B 1 1"]:
    """The middle of the context, rounded to a grid of whole cells counted from zero: an anchor to show what breaks."""
    return torch.floor(midrange(x) * points_per_unit + 0.5) / points_per_unit


@dataclass(frozen=True)
class Grid:
    """An evenly spaced grid over the context, whose cells move with the data.

    It is centred on `anchor(xc)`, reaches `margin` units beyond the context, and grows symmetrically in whole strides
    of `stride` cells, so that a wider context (or batch mate) adds cells without moving the old ones.
    """

    points_per_unit: int
    margin: float
    stride: int
    anchor: Callable[[Tensor], Tensor] = midrange

    def offsets(self, xc: Float[Tensor, "*B Nc 1"], dtype: torch.dtype) -> Float[Tensor, "G 1"]:
        """Cell positions relative to the anchor, G even. Raises ValueError when more than 8,192 cells were needed."""
        reach = (xc - self.anchor(xc)).abs().amax().item() if xc.shape[-2] else 0.0
        # The hair's breadth keeps a span that is whole strides, but for rounding, at the same size wherever it lies.
        half = math.ceil((reach + self.margin) * self.points_per_unit / self.stride - 1e-3) * self.stride
        if 2 * half > MAX_CELLS:
            raise ValueError(
                f"the context may span at most {MAX_CELLS / self.points_per_unit - 2 * self.margin:.0f} units of x "
                f"({MAX_CELLS} grid cells), got {2 * reach:.3g} units"
            )
        cells = torch.arange(-half, half, dtype=torch.float64, device=xc.device) + 0.5
        return (cells / self.points_per_unit).to(dtype)[:, None]
