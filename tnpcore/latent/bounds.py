"""Lower bounds of the evidence from a Gaussian q over z, and the gap that they leave."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from torch.distributions import Normal, kl_divergence

from tnpcore.latent.density import Data, LatentVariableModel, encode, log_joint, log_likelihood, prior
from tnpcore.latent.expectation import expectation, mean_over
from tnpcore.latent.lattice import first_lattice, followed

# Of the KL divergence: it shares no node with the ELBO but the mean of q, and none with the evidence.
REACH, WIDTHS, HALF = 7.1, 5.6, 12


@dataclass(frozen=True, eq=False)
class Elbo:
    """The evidence lower bound and its two parts, in nats of all values together.

    Args:
        value: reconstruction - kl.
        reconstruction: the mean of log p(y | x, z) over z from q.
        kl: KL(q || p(z)).
    """

    value: float
    reconstruction: float
    kl: float


@torch.no_grad()
def elbo(model: LatentVariableModel[Data], data: Data, q: Normal, nodes: int | None = None) -> Elbo:
    """log p(y | x) >= E_q[log p(y | x, z)] - KL(q || p(z)), without noise.

    beta weighs the KL term in training alone; here it has the weight 1.

    Args:
        model: a model with one or two latent dimensions.
        data: one set of N points, or one `Example`.
        q: any independent Gaussians [Dz], for example `encode(model, data)`.
        nodes: of the mean over q, so many a dimension, for example 17 while a hand moves q; None: as many as give it to
            1e-4 nats, 33 to 513.

    Returns:
        The bound and its parts, in nats.

    Raises:
        ValueError: for a q of another size than z, of more than two dimensions, and for fewer than two nodes.

    Reference: Kingma and Welling 2014, equation 3.
    """
    rule = mean_over(checked(model, q), partial(log_likelihood, model, data), nodes=nodes)
    reconstruction = float(expectation(rule.weights, rule.values))
    kl = float(kl_divergence(q, prior(model)).sum())
    return Elbo(reconstruction - kl, reconstruction, kl)


@torch.no_grad()
def importance_weighted(
    model: LatentVariableModel[Data],
    data: Data,
    num_samples: int,
    generator: torch.Generator,
    q: Normal | None = None,
) -> float:
    """log of the mean over z_1 ... z_K from q of p(z) p(y | x, z) / q(z): in expectation a lower bound of the evidence.

    In expectation it rises with K: from the ELBO at K = 1 to the evidence.

    Args:
        model: a model with any number of latent dimensions.
        data: one set of N points, or one `Example`.
        num_samples: K.
        generator: of the z.
        q: independent Gaussians [Dz]; None: `encode(model, data)`.

    Returns:
        One draw of the bound, in nats.

    Raises:
        ValueError: for a K below 1, and for a q of another size than z.

    Reference: Burda et al. 2016, section 3.
    """
    if num_samples < 1:
        raise ValueError(f"num_samples must be at least 1, got {num_samples}")
    q = checked(model, encode(model, data) if q is None else q)
    noise = torch.randn(num_samples, q.mean.shape[-1], generator=generator, dtype=torch.float64)
    z = q.mean + q.stddev * noise
    log_weights = log_joint(model, data, z) - q.log_prob(z).sum(-1)
    return float(log_weights.logsumexp(0)) - math.log(num_samples)


@torch.no_grad()
def kl_to_posterior(model: LatentVariableModel[Data], data: Data, q: Normal) -> float:
    """KL(q || p(z | points)), the gap between the ELBO and the evidence, computed from neither of them.

    The posterior is normalised on a lattice of its own, which begins elsewhere and has other steps than that of
    `evidence`.

    Args:
        model: a model with one or two latent dimensions.
        data: one set of N points, or one `Example`.
        q: any independent Gaussians [Dz].

    Returns:
        In nats; the mean over q is a sum over other nodes than those of `elbo`.

    Raises:
        ValueError: for a q of another size than z, or of more than two dimensions.

    Reference: Kingma and Welling 2014, equation 1.
    """
    density = partial(log_joint, model, data)
    rule = mean_over(checked(model, q), lambda z: q.log_prob(z).sum(-1) - density(z), REACH)
    first = first_lattice(prior(model), encode(model, data), widths=WIDTHS, half=HALF)
    normaliser = followed(density, first).log_sum
    return float(expectation(rule.weights, rule.values)) + normaliser


def checked(model: LatentVariableModel[Any], q: Normal) -> Normal:
    """q itself.

    Raises:
        ValueError: where it has another size than z.
    """
    dim_z = prior(model).mean.shape
    if q.mean.shape != dim_z:
        raise ValueError(f"q must be a Gaussian of z {list(dim_z)}, got {list(q.mean.shape)}")
    return q
