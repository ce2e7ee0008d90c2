"""How much z says about the points that were encoded: an estimate from below and a bound from above."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal, kl_divergence

from tnpcore.evaluation.measures import mean_and_error
from tnpcore.latent.density import Data, LatentVariableModel, encode, prior
from tnpcore.latent.gradients import standard_noise


@dataclass(frozen=True)
class Information:
    """Two bounds of the mutual information I(z; D) between z from q(z | D) and the set of points D, in nats.

    I itself is not known: the mean of q(z | D) over all sets is no distribution in closed form.

    Args:
        lower: an estimate; its expectation is at most I, and at most `most`.
        lower_error: its standard error over the sets.
        upper: an estimate of the mean of KL(q(z | D) || p(z)), which is I and KL(mean of q(z | D) || p(z)) together.
        upper_error: its standard error over the sets.
        most: the logarithm of the number of sets: `lower` cannot exceed it.
    """

    lower: float
    lower_error: float
    upper: float
    upper_error: float
    most: float


@torch.no_grad()
def information(model: LatentVariableModel[Data], sets: Iterable[Data], generator: torch.Generator) -> Information:
    """Bounds of the information that z has about a set of points, for any number of latent dimensions.

    From below: how much better q(z | D) explains a z that was drawn from it than the mean of q(z | D') over all of the
    sets does. From above: the mean KL term of the ELBO.

    Args:
        model: any model with a latent variable.
        sets: N sets of points or `Example`s, drawn independently; at least 2.
        generator: of one z for each set.

    Returns:
        Both bounds, in nats.

    Raises:
        ValueError: for fewer than two sets, and for a batch of sets.

    Reference: Poole et al. 2019, "On Variational Bounds of Mutual Information", sections 2.1 (from above) and 2.5
        (from below).
    """
    encoded = [encode(model, data) for data in sets]
    if len(encoded) < 2:
        raise ValueError(f"at least two sets of points are required, got {len(encoded)}")
    upper = torch.stack([kl_divergence(q, prior(model)).sum() for q in encoded])
    mean, std = torch.stack([q.mean for q in encoded]), torch.stack([q.stddev for q in encoded])
    noise = torch.cat([standard_noise(q, 1, generator) for q in encoded])
    lower = torch.stack([_lower(z, own, mean, std) for own, z in enumerate(mean + std * noise)])
    return Information(*mean_and_error(lower), *mean_and_error(upper), math.log(len(encoded)))


def _lower(
    z: Float[Tensor, " Dz"], own: int, mean: Float[Tensor, "N Dz"], std: Float[Tensor, "N Dz"]
) -> Float[Tensor, ""]:
    log = Normal(mean, std, validate_args=False).log_prob(z).sum(-1)
    return log[own] - log.logsumexp(0) + math.log(len(log))
