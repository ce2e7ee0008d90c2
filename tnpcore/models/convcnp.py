"""Convolutional conditional neural process (ConvCNP; Gordon et al. 2020), for one input dimension."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.gaussian import JointGaussian
from tnpcore.models.joint import JointNeuralProcess, low_rank
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.networks.residual import ResidualCNN
from tnpcore.networks.unet import UNet
from tnpcore.setconv import Grid, SetConv, log_rbf_weights, with_density

EPSILON = 1e-5


def density_and_signal(sums: Float[Tensor, "*B G DyPlus1"]) -> Float[Tensor, "*B G DyPlus1"]:
    """The density channel, and the data channels divided by it.

    The signal becomes a Nadaraya-Watson average; the density says how many observations it is an average of.

    Args:
        sums: a SetConv's output [*B, G, 1 + Dy], density first.

    Reference: Gordon et al. 2020, section 4.
    """
    density, signal = sums[..., :1], sums[..., 1:]
    return torch.cat([density, signal / (density + EPSILON)], -1)


def signal_only(sums: Float[Tensor, "*B G DyPlus1"]) -> Float[Tensor, "*B G Dy"]:
    """The data channels alone: an observation of zero leaves no trace.

    Args:
        sums: a SetConv's output [*B, G, 1 + Dy], density first.
    """
    return sums[..., 1:]


def density_and_sums(sums: Float[Tensor, "*B G DyPlus1"]) -> Float[Tensor, "*B G DyPlus1"]:
    """All channels as they are: where points are dense, the signal grows with their number.

    Args:
        sums: a SetConv's output [*B, G, 1 + Dy], density first.
    """
    return sums


def interpolation_weights(
    cells: Float[Tensor, "G 1"], x: Float[Tensor, "*B Nt 1"], lengthscale: Tensor
) -> Float[Tensor, "*B Nt G"]:
    """RBF weights of the cells at each target; rows sum to 1, so the grid's spacing leaves no ripple.

    Targets beyond the grid take the weights of its edge.

    Args:
        cells: positions relative to the anchor [G, 1].
        x: target inputs relative to the anchor [*B, Nt, 1].
        lengthscale: of the RBF, in units of x.
    """
    inside = x.clamp(cells[0, 0].item(), cells[-1, 0].item())
    return log_rbf_weights(cells, inside, lengthscale).softmax(-1)


def along_grid(net: nn.Module, channels: Float[Tensor, "*B G C"]) -> Float[Tensor, "*B G Cout"]:
    """The network's output in every cell.

    Args:
        net: maps [B, C, G] to [B, Cout, G].
        channels: [*B, G, C].
    """
    signal = channels.movedim(-1, -2)
    return (net(signal) if signal.ndim == 3 else net(signal[None])[0]).movedim(-2, -1)


@final
class ConvCNP(NeuralProcess):
    """SetConv onto a grid that shifts with the context, a network on the grid, SetConv back to the targets.

    `grid` may be replaced, for example by one with another anchor, to show what breaks.

    Args:
        dim_y: Dy.
        width: channels of the network's layers.
        levels: of the U-Net.
        points_per_unit: cells of the grid per unit of x.
        margin: how far the grid extends beyond the context, in units of x; it must cover the network's reach.
        density: show the network the density channel; without it, zero and nothing are the same.
        normalise: divide the data channels by the density; otherwise they are sums.
        residual_layers: 0 for the U-Net; otherwise a residual CNN of so many layers, of limited reach.

    Reference: Gordon et al. 2020, section 4 and algorithm 1.
    """

    def __init__(
        self,
        dim_y: int = 1,
        width: int = 64,
        levels: int = 5,
        points_per_unit: int = 16,
        margin: float = 8.0,
        density: bool = True,
        normalise: bool = True,
        residual_layers: int = 0,
    ):
        super().__init__(1, dim_y)
        averages = density_and_signal if normalise else density_and_sums
        self.encode_channels = averages if density else signal_only
        channels = dim_y + density
        self.to_grid = SetConv(2 / points_per_unit)
        self.net: UNet | ResidualCNN = (
            ResidualCNN(channels, 2 * dim_y, width, residual_layers)
            if residual_layers
            else UNet(channels, 2 * dim_y, width, levels)
        )
        self.from_grid = SetConv(2 / points_per_unit)
        self.grid = Grid(points_per_unit, margin, self.net.stride)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """h = SetConv(context -> grid);  g = net(h / density);  N(mean, std^2) = SetConv(g -> targets)."""
        cells, channels = self.channels(xc, yc)
        values = along_grid(self.net, channels)
        (relative,) = self.cast(xt - self.grid.anchor(xc))
        return gaussian(interpolation_weights(cells, relative, self.from_grid.lengthscale) @ values)

    def channels(
        self, xc: Float[Tensor, "*B Nc 1"], yc: Float[Tensor, "*B Nc Dy"]
    ) -> tuple[Float[Tensor, "G 1"], Float[Tensor, "*B G C"]]:
        """Cell positions relative to the anchor, and the network's input there.

        Args:
            xc, yc: context points [*B, Nc, 1] and [*B, Nc, Dy].
        """
        relative, yc = self.cast(xc - self.grid.anchor(xc), yc)
        cells = self.grid.offsets(xc, relative.dtype)
        return cells, self.encode_channels(self.to_grid(relative, with_density(yc), cells))


@final
class ConvGNP(JointNeuralProcess):
    """Convolutional Gaussian neural process: a ConvCNP whose covariance is of low rank plus noise.

    The rows of the covariance's factor are interpolated on the grid, like the mean: one consistent, translation-
    equivariant Gaussian process.

    Args:
        dim_y: Dy.
        width, levels, points_per_unit, margin: see `ConvCNP`.
        rank: of the covariance without the noise.

    Reference: Markou et al. 2022 (low-rank covariance).
    """

    def __init__(
        self,
        dim_y: int = 1,
        width: int = 64,
        levels: int = 5,
        rank: int = 32,
        points_per_unit: int = 16,
        margin: float = 8.0,
    ):
        super().__init__(1, dim_y)
        self.to_grid = SetConv(2 / points_per_unit)
        self.net = UNet(dim_y + 1, (2 + rank) * dim_y, width, levels)
        self.from_grid = SetConv(2 / points_per_unit)
        self.grid = Grid(points_per_unit, margin, self.net.stride)

    def joint(self, xc: Tensor, yc: Tensor, xt: Tensor) -> JointGaussian:
        """h = SetConv(context -> grid);  g = net(h / density);  N(mean, H H' + diag(std^2)) = SetConv(g -> targets)."""
        self.check(xc, yc, xt)
        anchor = self.grid.anchor(xc)
        context, targets, yc = self.cast(xc - anchor, xt - anchor, yc)
        cells = self.grid.offsets(xc, context.dtype)
        values = along_grid(self.net, density_and_signal(self.to_grid(context, with_density(yc), cells)))
        return low_rank(interpolation_weights(cells, targets, self.from_grid.lengthscale) @ values, self.dim_y)
