"""The Bayes classifier of round classes, exactly, and the nearest class mean."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.classification.prior import RoundClasses

ROUND = RoundClasses()


def bayes_classifier(
    x: Float[Tensor, "*B Nc 2"],
    labels: Int[Tensor, " Nc"],
    xt: Float[Tensor, "*B Nt 2"],
    num_classes: int,
    prior: RoundClasses = ROUND,
) -> Float[Tensor, "*B Nt N"]:
    """p(c | x, D) in float64: the limit that no classifier exceeds on tasks of the prior.

    p(c | x, D) is proportional to the sum over sd of p(D | sd) p(x | c, sd, D). All classes are as likely as each
    other, so that p(x | c, sd, D) has no factor for the number of points of c; the division by the sum over classes
    comes last, after the sum over sd, because p(D | sd) is what all classes say of sd together.

    Args:
        x, labels: the context; a class may be without points.
        xt: targets.
        num_classes: N.
        prior: of the tasks.

    >>> import torch
    >>> bayes_classifier(torch.tensor([[-1.0, 0.0], [1.0, 0.0]]), torch.tensor([0, 1]), torch.zeros(1, 2), 2)
    tensor([[0.5000, 0.5000]], dtype=torch.float64)
    """
    x, xt, sd = x.double(), xt.double(), torch.tensor(prior.sds, dtype=torch.float64)
    member = torch.nn.functional.one_hot(labels, num_classes).double()  # [Nc, N]
    count, noise, wide = member.sum(0), sd.square()[:, None], prior.spread**2  # noise: [S, 1]
    sums, squares = member.mT @ x, member.mT @ x.square()  # [*B, N, 2]
    total = noise + count * wide  # [S, N]
    mean = wide * sums[..., None, :, :] / total[..., None]  # [*B, S, N, 2]
    evidence = _evidence(sums, squares, count, noise, total, wide)
    spread = noise + wide * noise / total  # of x, given the points of its class
    distance = (xt[..., :, None, None, :] - mean[..., None, :, :, :]).square().sum(-1)  # [*B, Nt, S, N]
    density = -distance / (2 * spread) - torch.log(2 * math.pi * spread)
    return (evidence[..., None, :, None] + density).logsumexp(-2).softmax(-1)


def _evidence(
    sums: Float[Tensor, "*B N 2"],
    squares: Float[Tensor, "*B N 2"],
    count: Float[Tensor, " N"],
    noise: Float[Tensor, "S 1"],
    total: Float[Tensor, "S N"],
    wide: float,
) -> Float[Tensor, "*B S"]:
    """log p(D | sd), for each variance in `noise`.

    The covariance of n points of one class along an axis is noise I + wide 11', whose determinant is
    noise^(n - 1) (noise + n wide); `total` is the last factor.
    """
    sums, squares = sums[..., None, :, :], squares[..., None, :, :]
    quadratic = (squares - wide * sums.square() / total[..., None]).sum(-1) / noise
    volume = (count - 1) * noise.log() + total.log() + count * math.log(2 * math.pi)
    return (-0.5 * quadratic - volume).sum(-1)


def nearest_means(
    x: Float[Tensor, "*B Nc 2"], labels: Int[Tensor, " Nc"], xt: Float[Tensor, "*B Nt 2"], num_classes: int
) -> Int[Tensor, "*B Nt"]:
    """The class whose mean is nearest; one without points is never it. Arguments as of `bayes_classifier`.

    Raises:
        ValueError: without context points.
    """
    if not len(labels):
        raise ValueError("the nearest mean needs at least one labelled point, got none")
    member = torch.nn.functional.one_hot(labels, num_classes).to(x.dtype)
    means = (member.mT @ x) / member.sum(0)[:, None].clamp_min(1)
    distance = (xt[..., :, None, :] - means[..., None, :, :]).square().sum(-1)
    return distance.masked_fill(member.sum(0) == 0, math.inf).argmin(-1)
