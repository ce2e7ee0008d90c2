"""Integrals over a prior as sums: the nodes, and the mixture of what is predicted at every node."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Categorical, MixtureSameFamily, Normal

from tnpcore.data.drawing import Range


@dataclass(frozen=True, eq=False)
class BayesPrediction:
    """The mixture of the predictions under G hyper-parameters, weighted by their posterior; noise included.

    Args:
        log_weights: log-probabilities [*B, G].
        means, stds: of the Gaussian under each [*B, G, Nt, Dy].
    """

    log_weights: Float[Tensor, "*B G"]
    means: Float[Tensor, "*B G Nt Dy"]
    stds: Float[Tensor, "*B G Nt Dy"]

    @cached_property
    def gaussian(self) -> Normal:
        """The best Gaussian [*B, Nt, Dy]: that with the mixture's mean and variance."""
        weights = self.log_weights.exp()[..., None, None]
        mean = (weights * self.means).sum(-3)
        second = (weights * (self.stds.square() + (self.means - mean[..., None, :, :]).square())).sum(-3)
        return Normal(mean, second.sqrt(), validate_args=False)

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        """The mean of the mixture."""
        return self.gaussian.mean

    @property
    def stddev(self) -> Float[Tensor, "*B Nt Dy"]:
        """The standard deviation of the mixture, noise included."""
        return self.gaussian.stddev

    @property
    def mixture(self) -> MixtureSameFamily:
        """The exact predictive density of each target [*B, Nt, Dy]."""
        means, stds = self.means.movedim(-3, -1), self.stds.movedim(-3, -1)
        weights = self.log_weights[..., None, None, :].expand(means.shape)
        return MixtureSameFamily(Categorical(logits=weights), Normal(means, stds, validate_args=False))


@dataclass(frozen=True, eq=False)
class JointBayesPrediction:
    """The mixture of joint Gaussians over all targets under G hyper-parameters, weighted by their posterior; noise
    included.

    Args:
        log_weights: log-probabilities [*B, G].
        means: [*B, G, Nt].
        covariances: [*B, G, Nt, Nt].
    """

    log_weights: Float[Tensor, "*B G"]
    means: Float[Tensor, "*B G Nt"]
    covariances: Float[Tensor, "*B G Nt Nt"]

    @property
    def mean(self) -> Float[Tensor, "*B Nt"]:
        """The mean of the mixture."""
        return (self.log_weights.exp()[..., None] * self.means).sum(-2)

    @property
    def covariance(self) -> Float[Tensor, "*B Nt Nt"]:
        """The covariance of the mixture: the mean of the covariances, and the covariance of the means."""
        weights, apart = self.log_weights.exp(), self.means - self.mean[..., None, :]
        within = (weights[..., None, None] * self.covariances).sum(-3)
        return within + (weights[..., None] * apart).mT @ apart


def nodes(bounds: Range, count: int) -> tuple[Float[Tensor, " n"], Float[Tensor, " n"]]:
    """Gauss-Legendre nodes on an interval and the logarithms of their weights; the weights sum to 1."""
    nodes, weights = np.polynomial.legendre.leggauss(count)
    low, high = bounds
    return torch.from_numpy(low + (high - low) * (nodes + 1) / 2), torch.from_numpy(np.log(weights / 2))
