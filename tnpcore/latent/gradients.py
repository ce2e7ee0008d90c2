"""The gradient of the ELBO with respect to the mean and the log standard deviation of q: exact, and two estimates."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal, kl_divergence

from tnpcore.latent.bounds import elbo
from tnpcore.latent.density import log_likelihood, prior
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.task import Points


@dataclass(frozen=True, eq=False)
class Gradient:
    """Of the ELBO, in nats per unit of mean and of log standard deviation.

    Args:
        mean: [Dz], or [S, Dz] for S estimates.
        log_std: likewise.
    """

    mean: Float[Tensor, "*S Dz"]
    log_std: Float[Tensor, "*S Dz"]


def exact_gradient(model: LatentNeuralProcess, points: Points, q: Normal) -> Gradient:
    """The gradient of the ELBO [Dz], by differentiating the sum over the Gauss-Hermite nodes of q.

    Args:
        model: a latent neural process with one or two latent dimensions.
        points: one set of N points.
        q: independent Gaussians [Dz].

    Returns:
        With respect to the mean and the log standard deviation.

    Raises:
        ValueError: for a q of another size than z, or of more than two dimensions.

    Reference: Kingma and Welling 2014, equation 3.
    """
    mean, log_std = _leaves(q)
    bound = elbo(model, points, Normal(mean, log_std.exp(), validate_args=False)).value
    return Gradient(*torch.autograd.grad(bound, (mean, log_std)))


def reparametrised_gradient(
    model: LatentNeuralProcess, points: Points, q: Normal, noise: Float[Tensor, "S Dz"]
) -> Gradient:
    """S estimates of the gradient, each from one z = mean + sd noise, through which log p(y | x, z) is differentiated.

    The KL term is exact, as in `score_function_gradient`: the two differ by the first term of the ELBO alone.

    Args:
        model: a latent neural process with any number of latent dimensions.
        points: one set of N points.
        q: independent Gaussians [Dz].
        noise: standard normal numbers [S, Dz], one row for each estimate.

    Returns:
        Estimates [S, Dz]; their expectation is the exact gradient.

    Raises:
        ValueError: for noise of another size than z.

    Reference: Kingma and Welling 2014, equation 7.
    """
    z = _drawn(q, noise).requires_grad_()
    (slope,) = torch.autograd.grad(log_likelihood(model, points, z).sum(), z)
    return _with_kl(model, q, slope, slope * q.stddev.detach() * noise)


@torch.no_grad()
def score_function_gradient(
    model: LatentNeuralProcess, points: Points, q: Normal, noise: Float[Tensor, "S Dz"]
) -> Gradient:
    """S estimates of the gradient, each log p(y | x, z) times the gradient of log q(z) at one z = mean + sd noise.

    Nothing is differentiated through z, which might be discrete. There is no baseline.

    Args:
        model: a latent neural process with any number of latent dimensions.
        points: one set of N points.
        q: independent Gaussians [Dz].
        noise: standard normal numbers [S, Dz], one row for each estimate.

    Returns:
        Estimates [S, Dz]; their expectation is the exact gradient.

    Raises:
        ValueError: for noise of another size than z.

    Reference: Williams 1992, section 4 (REINFORCE); Ranganath et al. 2014, equation 2.
    """
    fit = log_likelihood(model, points, _drawn(q, noise))[:, None]
    return _with_kl(model, q, fit * noise / q.stddev, fit * (noise.square() - 1))


def _drawn(q: Normal, noise: Float[Tensor, "S Dz"]) -> Float[Tensor, "S Dz"]:
    if noise.shape[-1:] != q.mean.shape:
        raise ValueError(f"noise must be [S, {q.mean.shape[-1]}], one number for each of z, got {list(noise.shape)}")
    return (q.mean + q.stddev * noise).detach()


def _leaves(q: Normal) -> tuple[Tensor, Tensor]:
    return q.mean.detach().clone().requires_grad_(), q.stddev.detach().log().requires_grad_()


@torch.enable_grad()
def _with_kl(model: LatentNeuralProcess, q: Normal, mean: Tensor, log_std: Tensor) -> Gradient:
    """The gradient of the reconstruction, less the exact one of the KL term."""
    leaves = _leaves(q)
    kl = kl_divergence(Normal(leaves[0], leaves[1].exp(), validate_args=False), prior(model)).sum()
    of_mean, of_log_std = torch.autograd.grad(kl, leaves)
    return Gradient(mean - of_mean, log_std - of_log_std)
