"""Held-out targets under q(z | C): the exact joint and marginal predictive log density."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.latent.density import decode, encode, log_likelihood
from tnpcore.latent.evidence import Evidence, integral
from tnpcore.latent.expectation import mean_over
from tnpcore.latent.lattice import first_lattice
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.task import Task

# Of the nodes of the marginals, in standard deviations: a target may lie in a tail.
REACH = 8.0
# By how much every second node may change the mean over targets, in nats.
ACCURATE = 1e-3


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

    return integral(density, first_lattice(given, everything))


@torch.no_grad()
def marginal_scores(model: LatentNeuralProcess, task: Task) -> Float[Tensor, " Nt"]:
    """log of the integral of p(y_t | z) q(z | C) over z for each target t: its marginal predictive log density.

    Args:
        model: a latent neural process with one or two latent dimensions.
        task: one context and one target set.

    Returns:
        In nats [Nt]; of several output dimensions, their sum.

    Raises:
        ValueError: for more than two latent dimensions, and for a batch of tasks.

    Reference: Kim et al. 2019, equation 2, for one target at a time.
    """

    def log_density(z: Tensor) -> Tensor:
        return decode(model, z, task.target.x).log_prob(task.target.y.double()).sum(-1)

    def mean(weights: Tensor, values: Tensor) -> Tensor:
        return _log_means(weights, values).mean()

    rule = mean_over(encode(model, task.context), log_density, REACH, mean=mean, accurate=ACCURATE)
    return _log_means(rule.weights, rule.values)


def _log_means(weights: Float[Tensor, " K"], log_values: Float[Tensor, "K Nt"]) -> Float[Tensor, " Nt"]:
    return (weights.log()[:, None] + log_values).logsumexp(0)
