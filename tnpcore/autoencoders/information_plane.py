"""The information plane of a bottleneck model, I(x; z) against I(z; y), and how pixels change with z."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.distributions import Independent, Normal, kl_divergence

from tnpcore.autoencoders.bottleneck import Bottleneck
from tnpcore.autoencoders.views import Example
from tnpcore.latent.density import prior
from tnpcore.latent.expectation import mean_over


@dataclass(frozen=True)
class Plane:
    """Information in z about N pairs of x and y, each as likely as any other, in nats. Nothing is drawn.

    Args:
        about_x: I(x; z) of the N pairs, exactly; at most log N.
        about_x_most: the mean of KL(q(z | x) || r(z)): at least I(x; z).
        fit: the mean of E_q[log p(y | z)]; with H(y), which is not known of pictures, at most I(z; y).
        about_y: I(z; y) of the N pairs, exactly; None where y is a picture.
        about_y_least: H(y) and `fit` together: at most I(z; y); None where y is a picture.
    """

    about_x: float
    about_x_most: float
    fit: float
    about_y: float | None = None
    about_y_least: float | None = None


@torch.no_grad()
def plane(model: Bottleneck, pairs: Example) -> Plane:
    """Where a model lies in the information plane of a set of pairs, by quadrature over z.

    The distribution of z is the mixture of the N Gaussians q(z | x); given y it is the mixture of those with that y.

    Args:
        model: with one or two latent dimensions.
        pairs: N pairs, x [N, In].

    Returns:
        Both informations where they are known, with the bound of each that training optimises.

    Raises:
        ValueError: for one pair alone without N, and for more than two latent dimensions.

    Reference: Tishby et al. 1999, "The information bottleneck method"; Alemi et al. 2017, section 3 (both bounds).
    """
    if pairs.seen.ndim != 2 or not len(pairs.seen):
        raise ValueError(f"a batch of pairs is required, x [N, In], got x {tuple(pairs.seen.shape)}")
    found = model.encode(pairs.seen)
    q = Normal(found.mean.double(), found.stddev.double(), validate_args=False)
    labelled = pairs.target.ndim == 1
    labels = pairs.target if labelled else torch.zeros(len(pairs.seen), dtype=torch.int64)
    means = torch.stack([_means(model, q, pairs, labels, index) for index in range(len(labels))]).mean(0)
    fit, log_z, log_z_given_y = means.tolist()
    about_x = -float(q.entropy().sum(-1).mean()) - log_z
    most = float(kl_divergence(q, prior(model)).sum(-1).mean())
    if not labelled:
        return Plane(about_x, most, fit)
    return Plane(about_x, most, fit, log_z_given_y - log_z, entropy(labels) + fit)


def entropy(labels: Int[Tensor, " N"]) -> float:
    """H(y) of the labels of a set, in nats.

    Args:
        labels: whole numbers from 0.

    >>> round(entropy(torch.tensor([0, 1, 1, 0])), 4)
    0.6931
    """
    share = labels.bincount() / len(labels)
    return -float(torch.special.xlogy(share, share).sum())


def pixel_gradient(model: Bottleneck, z: Float[Tensor, "K Dz"]) -> Float[Tensor, "K Out Dz"]:
    """The derivative of the mean of every pixel with respect to z, in counts of ink per unit of z.

    Args:
        model: whose y is a picture or a half of one.
        z: K latent variables.

    Raises:
        ValueError: for a model of classes.
    """
    if not isinstance(model.decode(z), Independent):
        raise ValueError(f"pixels are those of a model whose y is a picture, got the view {model.view.name!r}")
    with torch.enable_grad():
        z = z.detach().double().requires_grad_()
        pixels = model.decode(z).mean
        # Of `pulled` = J' u the derivative with respect to u is J: a pass for each dimension of z, none for each pixel.
        u = torch.zeros_like(pixels, requires_grad=True)
        (pulled,) = torch.autograd.grad((pixels * u).sum(), z, create_graph=True)
        columns = [torch.autograd.grad(one.sum(), u, retain_graph=True)[0] for one in pulled.unbind(-1)]
    return torch.stack(columns, -1)


def _means(model: Bottleneck, q: Normal, pairs: Example, labels: Int[Tensor, " N"], index: int) -> Float[Tensor, "3"]:
    """Over z from q of one pair: the means of log p(y | z), log q(z), log q(z | y)."""
    same = labels == labels[index]

    def values(z: Tensor) -> Tensor:
        fit = model.decode(z).log_prob(pairs.target[index])
        log = _log_densities(q, z)
        return torch.stack([fit, _log_mean(log), _log_mean(log[:, same])], -1)

    own = Normal(q.mean[index], q.stddev[index], validate_args=False)
    rule = mean_over(own, values, mean=lambda weights, found: (weights @ found).sum())
    return rule.weights @ rule.values


def _log_densities(q: Normal, z: Float[Tensor, "K Dz"]) -> Float[Tensor, "K N"]:
    """Of every Gaussian at every z, as one product of matrices."""
    precision = q.stddev.square().reciprocal()
    constant = -((q.mean.square() * precision).sum(-1) + q.mean.shape[-1] * math.log(2 * math.pi)) / 2
    linear = z @ (q.mean * precision).T - z.square() @ precision.T / 2
    return linear + constant - q.stddev.log().sum(-1)


def _log_mean(log: Float[Tensor, "K N"]) -> Float[Tensor, " K"]:
    return log.logsumexp(-1) - math.log(log.shape[-1])
