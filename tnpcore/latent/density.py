"""The encoder and the decoder of a latent neural process, as distributions over one set of points."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.task import Points

# Pairs of a z and a point that pass through the decoder at a time: their activations stay in the processor's cache.
PAIRS_AT_ONCE = 4096


def encode(model: LatentNeuralProcess, points: Points) -> Normal:
    """q(z | points), in float64; that of no points is the prior p(z).

    Args:
        model: any latent neural process.
        points: one set of N points, x [N, Dx] and y [N, Dy]; N may be 0.

    Returns:
        Independent Gaussians [Dz].

    Raises:
        ValueError: for a batch of sets.

    Reference: Garnelo et al. 2018b, section 2.
    """
    if points.x.ndim != 2:
        raise ValueError(f"one set of points is required, x [N, Dx], got x {tuple(points.x.shape)}")
    found = model.latent_distribution(points)
    return Normal(found.mean[0].double(), found.stddev[0].double(), validate_args=False)


def prior(model: LatentNeuralProcess) -> Normal:
    """p(z) [Dz]: `encode` of no points.

    Args:
        model: any latent neural process.
    """
    return encode(model, _no_points(model))


def decode(model: LatentNeuralProcess, z: Float[Tensor, "K Dz"], xt: Float[Tensor, "Nt Dx"]) -> Normal:
    """p(y | x, z) at every target for every z, in float64 and differentiable with respect to z.

    A model that has a deterministic path beside z gets no context on it.

    Args:
        model: any latent neural process.
        z: K latent variables [K, Dz].
        xt: target inputs [Nt, Dx].

    Returns:
        Mean and standard deviation [K, Nt, Dy], noise included.

    Reference: Garnelo et al. 2018b, equation 2.
    """
    nothing = _no_points(model)
    xc, yc, x, latent = model.cast(nothing.x, nothing.y, xt, z[:, None, :])
    found = model.likelihood(xc, yc, x, latent)
    return Normal(found.mean.double(), found.stddev.double(), validate_args=False)


def log_likelihood(model: LatentNeuralProcess, points: Points, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
    """log p(y | x, z) of all points together, in nats.

    Args:
        model: any latent neural process.
        points: one set of N points.
        z: K latent variables [K, Dz].
    """
    rows = max(1, PAIRS_AT_ONCE // max(1, len(points)))
    parts = [decode(model, some, points.x).log_prob(points.y.double()).sum((-1, -2)) for some in z.split(rows)]
    return torch.cat(parts)


def log_joint(model: LatentNeuralProcess, points: Points, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
    """log p(z) + log p(y | x, z), in nats: the posterior's log density up to the evidence.

    Args:
        model: any latent neural process.
        points: one set of N points.
        z: K latent variables [K, Dz].
    """
    return prior(model).log_prob(z).sum(-1) + log_likelihood(model, points, z)


def _no_points(model: LatentNeuralProcess) -> Points:
    device = next(model.parameters()).device
    x, y = (torch.zeros(0, size, dtype=torch.float64, device=device) for size in (model.dim_x, model.dim_y))
    return Points.unchecked(x, y)
