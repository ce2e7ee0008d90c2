"""Convolutional conditional neural process (ConvCNP; Gordon et al. 2020), for one or two input dimensions."""

from __future__ import annotations

from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.gaussian import JointGaussian
from tnpcore.models.joint import JointNeuralProcess, low_rank
from tnpcore.models.neural_process import NeuralProcess, gaussian
from tnpcore.networks.mlp import mlp
from tnpcore.networks.residual import ResidualCNN
from tnpcore.networks.unet import UNet
from tnpcore.setconv import Axes, Grid, SetConv, along, log_rbf_weights, with_density

EPSILON = 1e-5


def density_and_signal(sums: Float[Tensor, "*BG DyPlus1"]) -> Float[Tensor, "*BG DyPlus1"]:
    """The density channel, which is first, and the data channels divided by it.

    The signal becomes a Nadaraya-Watson average; the density says how many observations it is an average of.

    Reference: Gordon et al. 2020, section 4.
    """
    density, signal = sums[..., :1], sums[..., 1:]
    return torch.cat([density, signal / (density + EPSILON)], -1)


def signal_only(sums: Float[Tensor, "*BG DyPlus1"]) -> Float[Tensor, "*BG Dy"]:
    """The data channels alone, without the first: an observation of zero leaves no trace."""
    return sums[..., 1:]


def density_and_sums(sums: Float[Tensor, "*BG DyPlus1"]) -> Float[Tensor, "*BG DyPlus1"]:
    """All channels as they are: where points are dense, the signal grows with their number."""
    return sums


def interpolation_weights(
    cells: Float[Tensor, "G 1"], x: Float[Tensor, "*B Nt 1"], lengthscale: Tensor, axes: int = 1
) -> Float[Tensor, "*B Nt G"]:
    """RBF weights of the cells of one axis at each target; rows sum to 1, so the grid's spacing leaves no ripple.

    Targets beyond the grid take the weights of its edge.

    Args:
        cells: positions relative to the anchor [G, 1].
        x: target inputs relative to the anchor [*B, Nt, 1].
        lengthscale: of the RBF, in units of x.
        axes: how many there are.
    """
    inside = x.clamp(cells[0, 0].item(), cells[-1, 0].item())
    return log_rbf_weights(cells, inside, lengthscale, axes).softmax(-1)


def interpolated(
    axes: Axes, values: Float[Tensor, "..."], x: Float[Tensor, "*B Nt Dx"], lengthscale: Tensor
) -> Float[Tensor, "*B Nt C"]:
    """The values of the cells at each target, weighted by `interpolation_weights` along every axis.

    Args:
        axes: of the grid.
        values: of its cells [*B, *G, C].
        x: target inputs relative to the anchor [*B, Nt, Dx].
        lengthscale: of the RBF, in units of x.
    """
    first, *others = (interpolation_weights(axis, part, lengthscale, len(axes)) for part, axis in along(x, axes))
    found = first @ values.flatten(-len(axes))
    for weights in others:
        found = (weights[..., None, :] @ found.unflatten(-1, (weights.shape[-1], -1))).squeeze(-2)
    return found


def along_grid(net: UNet | ResidualCNN, channels: Float[Tensor, "*BG C"]) -> Float[Tensor, "*BG Cout"]:
    """The network's output in every cell."""
    signal = channels.movedim(-1, -1 - net.dim)
    return (net(signal) if signal.ndim == 2 + net.dim else net(signal[None])[0]).movedim(-1 - net.dim, -1)


@final
class ConvCNP(NeuralProcess):
    """SetConv onto a grid that shifts with the context, a network on the grid, SetConv back to the targets.

    `grid` may be replaced, for example by one with another anchor, to show what breaks.

    Args:
        dim_x, dim_y: Dx, 1 or 2, and Dy.
        width: channels of the network's layers.
        levels: of the U-Net.
        points_per_unit: cells of the grid per unit of x, along every axis.
        margin: how far the grid extends beyond the context, in units of x; it must cover the network's reach.
        density: show the network the density channel; without it, zero and nothing are the same.
        normalise: divide the data channels by the density; otherwise they are sums.
        residual_layers: 0 for the U-Net; otherwise a residual CNN of so many layers, of limited reach.
        kernel: cells per kernel of the network, along every axis.
        readout: 0: the network gives mean and sd in every cell, and each target takes a weighted average of them.
            Otherwise it gives `width` channels, and an MLP with so many hidden units reads mean and sd from their
            weighted average.

    Raises:
        ValueError: for more than two input dimensions.

    Reference: Gordon et al. 2020, section 4 and algorithm 1.
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        width: int = 64,
        levels: int = 5,
        points_per_unit: int = 16,
        margin: float = 8.0,
        density: bool = True,
        normalise: bool = True,
        residual_layers: int = 0,
        kernel: int = 5,
        readout: int = 0,
    ):
        super().__init__(dim_x, dim_y)
        averages = density_and_signal if normalise else density_and_sums
        self.encode_channels = averages if density else signal_only
        channels, found = dim_y + density, width if readout else 2 * dim_y
        self.to_grid = SetConv(2 / points_per_unit)
        self.net: UNet | ResidualCNN = (
            ResidualCNN(channels, found, width, residual_layers, kernel, dim_x)
            if residual_layers
            else UNet(channels, found, width, levels, kernel, dim_x)
        )
        self.readout = mlp(width, readout, 2 * dim_y) if readout else nn.Identity()
        self.from_grid = SetConv(2 / points_per_unit)
        self.grid = Grid(points_per_unit, margin, self.net.stride)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """h = SetConv(context -> grid);  g = net(h / density);  N(mean, std^2) = readout(SetConv(g -> targets))."""
        axes, channels = self.channels(xc, yc)
        values = along_grid(self.net, channels)
        (relative,) = self.cast(xt - self.grid.anchor(xc))
        return gaussian(self.readout(interpolated(axes, values, relative, self.from_grid.lengthscale)))

    def channels(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"]
    ) -> tuple[Axes, Float[Tensor, "..."]]:
        """The grid's axes relative to the anchor, and the network's input in its cells [*B, *G, C]."""
        relative, yc = self.cast(xc - self.grid.anchor(xc), yc)
        axes = self.grid.axes(xc, relative.dtype)
        return axes, self.encode_channels(self.to_grid(relative, with_density(yc), *axes))


@final
class ConvGNP(JointNeuralProcess):
    """Convolutional Gaussian neural process: a ConvCNP whose covariance is of low rank plus noise.

    The rows of the covariance's factor are interpolated on the grid, like the mean: one consistent, translation-
    equivariant Gaussian process.

    Args:
        dim_x, dim_y, width, levels, points_per_unit, margin: see `ConvCNP`. Raises as there.
        rank: of the covariance without the noise.

    Reference: Markou et al. 2022 (low-rank covariance).
    """

    def __init__(
        self,
        dim_x: int = 1,
        dim_y: int = 1,
        width: int = 64,
        levels: int = 5,
        rank: int = 32,
        points_per_unit: int = 16,
        margin: float = 8.0,
    ):
        super().__init__(dim_x, dim_y)
        self.to_grid = SetConv(2 / points_per_unit)
        self.net = UNet(dim_y + 1, (2 + rank) * dim_y, width, levels, dim=dim_x)
        self.from_grid = SetConv(2 / points_per_unit)
        self.grid = Grid(points_per_unit, margin, self.net.stride)

    def joint(self, xc: Tensor, yc: Tensor, xt: Tensor) -> JointGaussian:
        """h = SetConv(context -> grid);  g = net(h / density);  N(mean, H H' + diag(std^2)) = SetConv(g -> targets)."""
        self.check(xc, yc, xt)
        anchor = self.grid.anchor(xc)
        context, targets, yc = self.cast(xc - anchor, xt - anchor, yc)
        axes = self.grid.axes(xc, context.dtype)
        values = along_grid(self.net, density_and_signal(self.to_grid(context, with_density(yc), *axes)))
        return low_rank(interpolated(axes, values, targets, self.from_grid.lengthscale), self.dim_y)
