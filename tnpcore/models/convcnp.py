"""Convolutional conditional neural process (ConvCNP; Gordon et al. 2020), for one input dimension."""

from __future__ import annotations

from collections.abc import Callable

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.gaussian import JointGaussian
from tnpcore.models.joint import JointNeuralProcess, low_rank
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.residual import ResidualCNN
from tnpcore.setconv import Grid, SetConv, log_rbf_weights, with_density
from tnpcore.unet import UNet

EPSILON = 1e-5


def density_and_signal(summed: Float[Tensor, "*B G Dy1"]) -> Float[Tensor, "*B G Dy1"]:
    """Divide the data channels by the density channel, which comes first and stays: the signal becomes a
    Nadaraya-Watson average, and the density says how much to trust it."""
    density, signal = summed[..., :1], summed[..., 1:]
    return torch.cat([density, signal / (density + EPSILON)], -1)


def signal_only(summed: Float[Tensor, "*B G Dy1"]) -> Float[Tensor, "*B G Dy"]:
    """The summed bumps alone: an observation of zero leaves no trace."""
    return summed[..., 1:]


def density_and_sum(summed: Float[Tensor, "*B G Dy1"]) -> Float[Tensor, "*B G Dy1"]:
    """Density and sums as they are: where points crowd, the signal swells with their number."""
    return summed


class OnGrid(NeuralProcess):
    """SetConv onto a grid that moves with the context, a network for grids, SetConv back to the targets.

    `encode_channels` chooses what the network sees; `answer` makes a distribution of what is read at the targets.
    `grid` may be replaced, for example by one with another anchor, to show what breaks.
    """

    def __init__(self, encode: Callable[[Tensor], Tensor], net: nn.Module, dim_y: int, grid: Grid):
        super().__init__(1, dim_y)
        self.encode_channels = encode
        self.grid = grid
        self.to_grid = SetConv(2 / grid.points_per_unit)
        self.net = net
        self.from_grid = SetConv(2 / grid.points_per_unit)

    def channels(
        self, xc: Float[Tensor, "*B Nc 1"], yc: Float[Tensor, "*B Nc Dy"]
    ) -> tuple[Float[Tensor, "G 1"], Float[Tensor, "*B G C"]]:
        """Cell positions relative to the anchor, and what the network is shown there."""
        (relative,) = self.cast(xc - self.grid.anchor(xc))
        (yc,) = self.cast(yc)
        cells = self.grid.offsets(xc, relative.dtype)
        return cells, self.encode_channels(self.to_grid(relative, with_density(yc), cells))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        return self.answer(self.features(xc, yc, xt))

    def features(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Float[Tensor, "*B Nt D"]:
        """What is read off the grid at the targets."""
        self.check(xc, yc, xt)
        cells, channels = self.channels(xc, yc)
        batched = channels.movedim(-1, -2)
        out = self.net(batched if batched.ndim == 3 else batched[None])
        out = (out if batched.ndim == 3 else out[0]).movedim(-2, -1)
        (relative,) = self.cast(xt - self.grid.anchor(xc))
        # Beyond the grid everything looks like its edge, wherever the targets are.
        relative = relative.clamp(cells[0, 0].item(), cells[-1, 0].item())
        weights = self.weights(cells, relative)
        return weights @ out

    def weights(self, cells: Float[Tensor, "G 1"], relative: Float[Tensor, "*B Nt 1"]) -> Float[Tensor, "*B Nt G"]:
        """How much each target reads from each grid cell; rows sum to 1, so the grid's spacing leaves no ripple."""
        return log_rbf_weights(cells, relative, self.from_grid.lengthscale).softmax(-1)

    def answer(self, features: Float[Tensor, "*B Nt D"]) -> Normal:
        """The predictive distribution from what is read at the targets; here one Gaussian each."""
        return gaussian(features)


class ConvCNP(OnGrid):
    """The ConvCNP: density channel first, data channels divided by it."""

    def __init__(
        self, dim_y: int = 1, width: int = 64, levels: int = 5, points_per_unit: int = 16, margin: float = 8.0
    ):
        net = UNet(dim_y + 1, 2 * dim_y, width, levels)
        super().__init__(density_and_signal, net, dim_y, Grid(points_per_unit, margin, net.stride))


class ConvCNPNoDensity(OnGrid):
    """The same without the density channel, to be trained that way: it cannot tell "zero" from "nothing"."""

    def __init__(
        self, dim_y: int = 1, width: int = 64, levels: int = 5, points_per_unit: int = 16, margin: float = 8.0
    ):
        net = UNet(dim_y, 2 * dim_y, width, levels)
        super().__init__(signal_only, net, dim_y, Grid(points_per_unit, margin, net.stride))


class ConvCNPUnnormalised(OnGrid):
    """The same with sums in place of averages, to be trained that way."""

    def __init__(
        self, dim_y: int = 1, width: int = 64, levels: int = 5, points_per_unit: int = 16, margin: float = 8.0
    ):
        net = UNet(dim_y + 1, 2 * dim_y, width, levels)
        super().__init__(density_and_sum, net, dim_y, Grid(points_per_unit, margin, net.stride))


class ConvCNPResidual(OnGrid):
    """With a residual CNN, which sees as far as its layers reach and no further."""

    def __init__(self, dim_y: int = 1, width: int = 64, layers: int = 8, points_per_unit: int = 16):
        net = ResidualCNN(dim_y + 1, 2 * dim_y, width, layers)
        super().__init__(density_and_signal, net, dim_y, Grid(points_per_unit, net.reach / points_per_unit + 1.0, 1))


class ConvGNP(JointNeuralProcess, OnGrid):
    """Convolutional Gaussian neural process (Markou et al. 2022): a joint Gaussian whose covariance is of low rank but
    for the noise, its factor's rows read off the grid like the mean. One consistent, stationary-equivariant process."""

    def __init__(
        self,
        dim_y: int = 1,
        width: int = 64,
        levels: int = 5,
        rank: int = 32,
        points_per_unit: int = 16,
        margin: float = 8.0,
    ):
        net = UNet(dim_y + 1, (2 + rank) * dim_y, width, levels)
        super().__init__(density_and_signal, net, dim_y, Grid(points_per_unit, margin, net.stride))

    def together(self, features: Float[Tensor, "*B Nt D"]) -> JointGaussian:
        return low_rank(features, self.dim_y)
