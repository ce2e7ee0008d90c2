"""The evidence and the posterior of a latent variable of one or two dimensions, by sums over a grid that follows it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.latent.density import encode, log_joint, log_likelihood, prior
from tnpcore.latent.support import Frame, LogDensity, around, support
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.task import Points, Task

# Nodes a dimension: every second node of a grid is the grid before it.
RESOLUTIONS = (33, 65, 129)
# In nats, of the sum over every second node; that over all nodes is far closer.
ACCURATE = 1e-3


@dataclass(frozen=True)
class Evidence:
    """The logarithm of an integral over z, and how far it may be off.

    Args:
        log_p: in nats, of all values together.
        error: in nats: the difference to the sum over every second node.
    """

    log_p: float
    error: float


@dataclass(frozen=True, eq=False)
class Posterior:
    """p(z | points) on a grid.

    Args:
        axes: for each dimension of z, G evenly spaced values [G].
        log_density: normalised, in nats [G] or [G, G]; the first index is that of the first dimension of z.
    """

    axes: tuple[Float[Tensor, " G"], ...]
    log_density: Float[Tensor, "*G"]


@torch.no_grad()
def evidence(model: LatentNeuralProcess, points: Points) -> Evidence:
    """log p(y | x): the logarithm of the integral over z of p(z) times the product of p(y | x, z).

    The nodes of the sum lie where the posterior does, in the frame of its covariance; they are doubled while that
    changes the sum. The integrand is smooth and vanishes at the bounds, so that each doubling squares the error: that
    of the result is far below the difference to half the nodes.

    Args:
        model: a latent neural process with one or two latent dimensions.
        points: one set of N points; N may be 0, and the evidence 1.

    Returns:
        The logarithm in nats, of all values together, and its error.

    Raises:
        ValueError: for more than two latent dimensions, and for a batch of sets.

    Reference: Kingma and Welling 2014, section 2.1 (the marginal likelihood); Trefethen and Weideman 2014 (evenly
        spaced nodes).
    """
    return integral(partial(log_joint, model, points), around(prior(model), encode(model, points)))


@torch.no_grad()
def posterior(model: LatentNeuralProcess, points: Points, resolution: int = 65) -> Posterior:
    """p(z | points) on a grid over its support, as a map for a picture.

    Args:
        model: a latent neural process with one or two latent dimensions.
        points: one set of N points; with none it is the prior.
        resolution: G, values a dimension.

    Returns:
        The grid's axes and the normalised log density at its nodes.

    Raises:
        ValueError: for more than two latent dimensions, and for a batch of sets.

    Reference: Bayes' rule, p(z | points) = p(z) p(y | x, z) / p(y | x).
    """
    density = partial(log_joint, model, points)
    frame = support(density, around(prior(model), encode(model, points)))
    corners = frame.at(frame.grid(2))
    low, high = corners.amin(0), corners.amax(0)
    dim_z = len(low)
    box = Frame(torch.zeros_like(low), torch.eye(dim_z, dtype=low.dtype), low, high)
    shape = (resolution,) * dim_z
    z = box.grid(resolution)
    normalised = density(z).reshape(shape) - _sum(density, frame).log_p
    axes = tuple(z[:, i].reshape(shape).movedim(i, 0).reshape(resolution, -1)[:, 0] for i in range(dim_z))
    return Posterior(axes, normalised)


@torch.no_grad()
def joint_score(model: LatentNeuralProcess, task: Task) -> Evidence:
    """log of the integral of p(y_T | z) q(z | C) over z: the joint predictive log density of all targets.

    Args:
        model: a latent neural process with one or two latent dimensions.
        task: one context and one target set.

    Returns:
        The logarithm in nats, of all targets together, and its error.

    Raises:
        ValueError: for more than two latent dimensions, and for a batch of tasks.

    Reference: Kim et al. 2019, equation 2.
    """
    given, everything = encode(model, task.context), encode(model, task.context.joined(task.target))

    def density(z: Tensor) -> Tensor:
        return given.log_prob(z).sum(-1) + log_likelihood(model, task.target, z)

    return integral(density, around(given, everything))


@torch.no_grad()
def marginal_score(model: LatentNeuralProcess, task: Task) -> Evidence:
    """The sum over targets of log of the integral of p(y_t | z) q(z | C) over z: each target's marginal log density.

    Args:
        model: a latent neural process with one or two latent dimensions.
        task: one context and one target set.

    Returns:
        The sum in nats, of all targets, and its error.

    Raises:
        ValueError: for more than two latent dimensions, and for a batch of tasks.

    Reference: Kim et al. 2019, equation 2, for one target at a time.
    """
    each = zip(task.target.x.split(1), task.target.y.split(1), strict=True)
    scores = [joint_score(model, Task(task.context, Points.unchecked(x, y))) for x, y in each]
    return Evidence(sum(score.log_p for score in scores), sum(score.error for score in scores))


def integral(log_density: LogDensity, start: Frame) -> Evidence:
    """The logarithm of the integral of a smooth density over z.

    Args:
        log_density: of z [K, Dz]; gives [K].
        start: where to look for it first.
    """
    return _sum(log_density, support(log_density, start))


def _sum(log_density: LogDensity, frame: Frame) -> Evidence:
    for count in RESOLUTIONS:
        log = log_density(frame.at(frame.grid(count))).reshape((count,) * len(frame.centre))
        every_second = log[(slice(None, None, 2),) * log.ndim]
        fine, half = (
            float(some.flatten().logsumexp(0)) + frame.log_volume - log.ndim * math.log(some.shape[0] - 1)
            for some in (log, every_second)
        )
        if abs(fine - half) < ACCURATE:
            break
    return Evidence(fine, abs(fine - half))
