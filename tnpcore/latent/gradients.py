"""The gradient of E_q[log p(y | x, z)] with respect to mean and log sd of q: exact, and two estimates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal

from tnpcore.latent.bounds import checked
from tnpcore.latent.density import Data, LatentVariableModel, log_likelihood
from tnpcore.latent.expectation import mean_over


@dataclass(frozen=True, eq=False)
class Gradient:
    """Of the reconstruction, in nats per unit of mean and of log standard deviation.

    The other term of the ELBO, the KL divergence, has a gradient in closed form: nothing of it is estimated.

    Args:
        mean: [Dz], or [S, Dz] for S estimates.
        log_std: likewise.
    """

    mean: Float[Tensor, "*S Dz"]
    log_std: Float[Tensor, "*S Dz"]


def standard_noise(q: Normal, num_samples: int, generator: torch.Generator) -> Float[Tensor, "S Dz"]:
    """Standard normal numbers for S draws z = mean + sd noise of q; both estimates may share them.

    Args:
        q: independent Gaussians [Dz].
        num_samples: S.
        generator: of the numbers.

    Returns:
        [S, Dz], in float64.

    Raises:
        ValueError: for an S below 1.
    """
    if num_samples < 1:
        raise ValueError(f"num_samples must be at least 1, got {num_samples}")
    return torch.randn(num_samples, q.mean.shape[-1], generator=generator, dtype=torch.float64)


@torch.no_grad()
def exact_gradient(model: LatentVariableModel[Data], data: Data, q: Normal) -> Gradient:
    """The gradient [Dz] of the reconstruction: the mean of the score-function estimate, as a sum over even nodes.

    Args:
        model: a model with one or two latent dimensions.
        data: one set of N points, or one `Example`.
        q: independent Gaussians [Dz].

    Returns:
        With respect to the mean and the log standard deviation.

    Raises:
        ValueError: for a q of another size than z, or of more than two dimensions.

    Reference: Kingma and Welling 2014, section 2.2.
    """
    rule = mean_over(checked(model, q), partial(log_likelihood, model, data))
    found = _score_function(q, rule.values, rule.noise)
    return Gradient(rule.weights @ found.mean, rule.weights @ found.log_std)


def reparametrised_gradient(
    model: LatentVariableModel[Data], data: Data, q: Normal, noise: Float[Tensor, "S Dz"]
) -> Gradient:
    """S estimates of the gradient, each from one z = mean + sd noise, through which log p(y | x, z) is differentiated.

    Args:
        model: a model with any number of latent dimensions.
        data: one set of N points, or one `Example`.
        q: independent Gaussians [Dz].
        noise: one row for each estimate [S, Dz], for example `standard_noise(q, S, generator)`.

    Returns:
        Estimates [S, Dz]; their expectation is the exact gradient.

    Raises:
        ValueError: for a q or noise of another size than z.

    Reference: Kingma and Welling 2014, equation 7.
    """
    with torch.enable_grad():
        z = _drawn(model, q, noise).requires_grad_()
        (slope,) = torch.autograd.grad(log_likelihood(model, data, z).sum(), z)
    return Gradient(slope, slope * q.stddev.detach() * noise)


@torch.no_grad()
def score_function_gradient(
    model: LatentVariableModel[Data], data: Data, q: Normal, noise: Float[Tensor, "S Dz"]
) -> Gradient:
    """S estimates of the gradient, each log p(y | x, z) times the gradient of log q(z) at one z = mean + sd noise.

    Nothing is differentiated through z, which might be discrete. There is no baseline.

    Args:
        model: a model with any number of latent dimensions.
        data: one set of N points, or one `Example`.
        q: independent Gaussians [Dz].
        noise: one row for each estimate [S, Dz], for example `standard_noise(q, S, generator)`.

    Returns:
        Estimates [S, Dz]; their expectation is the exact gradient.

    Raises:
        ValueError: for a q or noise of another size than z.

    Reference: Williams 1992, section 4 (REINFORCE); Ranganath et al. 2014, equation 2.
    """
    return _score_function(q, log_likelihood(model, data, _drawn(model, q, noise)), noise)


def _score_function(q: Normal, fit: Float[Tensor, " S"], noise: Float[Tensor, "S Dz"]) -> Gradient:
    return Gradient(fit[:, None] * noise / q.stddev, fit[:, None] * (noise.square() - 1))


def _drawn(model: LatentVariableModel[Any], q: Normal, noise: Float[Tensor, "S Dz"]) -> Float[Tensor, "S Dz"]:
    checked(model, q)
    if noise.shape[-1:] != q.mean.shape:
        raise ValueError(f"noise must be [S, {q.mean.shape[-1]}], one number for each of z, got {list(noise.shape)}")
    return (q.mean + q.stddev * noise).detach()
