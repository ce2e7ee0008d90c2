"""Lower bounds of the evidence from a Gaussian q over z, and the gap that they leave."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal, kl_divergence

from tnpcore.data.quadrature import nodes
from tnpcore.latent.density import encode, log_joint, log_likelihood, prior
from tnpcore.latent.support import around, support
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.task import Points

HERMITE = 32
# Of the KL divergence, which shares no node with the ELBO.
HERMITE_KL = 40
LEGENDRE = 64


@dataclass(frozen=True, eq=False)
class Elbo:
    """The evidence lower bound and its two parts, in nats of all values together.

    Args:
        value: reconstruction - kl.
        reconstruction: the mean of log p(y | x, z) over z from q.
        kl: KL(q || p(z)).
    """

    value: Float[Tensor, ""]
    reconstruction: Float[Tensor, ""]
    kl: Float[Tensor, ""]


def elbo(model: LatentNeuralProcess, points: Points, q: Normal) -> Elbo:
    """log p(y | x) >= E_q[log p(y | x, z)] - KL(q || p(z)): differentiable with respect to q, and without noise.

    beta weighs the KL term in training alone; here it has the weight 1.

    Args:
        model: a latent neural process with one or two latent dimensions.
        points: one set of N points.
        q: any independent Gaussians [Dz], for example `encode(model, points)`.

    Returns:
        The bound and its parts, in nats; the mean over q is a sum over 32 Gauss-Hermite nodes a dimension.

    Raises:
        ValueError: for a q of another size than z, or of more than two dimensions.

    Reference: Kingma and Welling 2014, equation 3.
    """
    z, weights = gauss_hermite(_checked(model, q), HERMITE)
    reconstruction = weights @ log_likelihood(model, points, z)
    kl = kl_divergence(q, prior(model)).sum()
    return Elbo(reconstruction - kl, reconstruction, kl)


@torch.no_grad()
def importance_weighted(
    model: LatentNeuralProcess,
    points: Points,
    num_samples: int,
    generator: torch.Generator,
    q: Normal | None = None,
) -> float:
    """log of the mean over z_1 ... z_K from q of p(z) p(y | x, z) / q(z): in expectation a lower bound of the evidence.

    In expectation it rises with K: from the ELBO at K = 1 to the evidence.

    Args:
        model: a latent neural process with any number of latent dimensions.
        points: one set of N points.
        num_samples: K.
        generator: of the z.
        q: independent Gaussians [Dz]; None: `encode(model, points)`.

    Returns:
        One draw of the bound, in nats.

    Raises:
        ValueError: for a K below 1, and for a q of another size than z.

    Reference: Burda et al. 2016, section 3.
    """
    if num_samples < 1:
        raise ValueError(f"num_samples must be at least 1, got {num_samples}")
    q = _checked(model, encode(model, points) if q is None else q)
    noise = torch.randn(num_samples, q.mean.shape[-1], generator=generator, dtype=torch.float64)
    z = q.mean + q.stddev * noise
    log_weights = log_joint(model, points, z) - q.log_prob(z).sum(-1)
    return float(log_weights.logsumexp(0)) - math.log(num_samples)


@torch.no_grad()
def kl_to_posterior(model: LatentNeuralProcess, points: Points, q: Normal) -> float:
    """KL(q || p(z | points)), the gap between the ELBO and the evidence, computed from neither of them.

    The posterior is normalised on a grid of its own: Gauss-Legendre nodes on a wider support than that of `evidence`.

    Args:
        model: a latent neural process with one or two latent dimensions.
        points: one set of N points.
        q: any independent Gaussians [Dz].

    Returns:
        In nats; the mean over q is a sum over Gauss-Hermite nodes.

    Raises:
        ValueError: for a q of another size than z, or of more than two dimensions.

    Reference: Kingma and Welling 2014, equation 1.
    """
    z, weights = gauss_hermite(_checked(model, q), HERMITE_KL)
    difference = q.log_prob(z).sum(-1) - log_joint(model, points, z)
    return float(weights @ difference) + _log_normaliser(model, points)


def gauss_hermite(q: Normal, count: int) -> tuple[Float[Tensor, "K Dz"], Float[Tensor, " K"]]:
    """Nodes z [count^Dz, Dz] and weights that give the mean over q of every polynomial of degree below 2 count exactly.

    Args:
        q: independent Gaussians [Dz] with one or two dimensions; the nodes are differentiable with respect to them.
        count: nodes a dimension.

    Raises:
        ValueError: for more than two dimensions.

    Reference: Abramowitz and Stegun 1964, 25.4.46.
    """
    dim_z = q.mean.shape[-1]
    if dim_z not in (1, 2):
        raise ValueError(f"a sum over a grid requires a latent variable of one or two dimensions, got {dim_z}")
    at, weights = (torch.from_numpy(t) for t in np.polynomial.hermite_e.hermegauss(count))
    weights = weights / weights.sum()
    every = torch.cartesian_prod(*[at] * dim_z).reshape(-1, dim_z)
    products = torch.cartesian_prod(*[weights] * dim_z).reshape(-1, dim_z).prod(-1)
    return q.mean + q.stddev * every, products


def _log_normaliser(model: LatentNeuralProcess, points: Points) -> float:
    """log p(y | x), by another rule on another support."""
    density = partial(log_joint, model, points)
    frame = support(density, around(prior(model), encode(model, points)), depth=20.0, coarse=21)
    pairs = [nodes((float(low), float(high)), LEGENDRE) for low, high in zip(frame.low, frame.high)]
    dim_z = len(pairs)
    u = torch.cartesian_prod(*[at for at, _ in pairs]).reshape(-1, dim_z)
    log_weights = torch.cartesian_prod(*[log for _, log in pairs]).reshape(-1, dim_z).sum(-1)
    return float((density(frame.at(u)) + log_weights).logsumexp(0)) + frame.log_volume


def _checked(model: LatentNeuralProcess, q: Normal) -> Normal:
    dim_z = prior(model).mean.shape
    if q.mean.shape != dim_z:
        raise ValueError(f"q must be a Gaussian of z {list(dim_z)}, got {list(q.mean.shape)}")
    return q
