"""Models that predict one Gaussian over the values of all targets: their likelihood is joint."""

from __future__ import annotations

import math
from abc import abstractmethod

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Normal
from torch.nn import functional as F

from tnpcore.gaussian import JointGaussian, LowRankGaussian
from tnpcore.models.neural_process import STD_FLOOR, NeuralProcess, normal
from tnpcore.task import Points, Task


class JointNeuralProcess(NeuralProcess):
    """The abstract base of models with a `joint` distribution over all targets; `forward` gives its marginals."""

    @abstractmethod
    def joint(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> JointGaussian:
        """The joint distribution of y at all targets, noise included."""

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        """The marginals of the joint distribution."""
        return marginals(self.joint(xc, yc, xt))

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Minus the joint log-likelihood in nats per target value, in expectation where the task knows the joint
        distribution of the values."""
        if task.known is None:
            return -self.loglik(task).mean()
        predictive = self.joint(task.context.x, task.context.y, task.target.x)
        return -predictive.expected_log_prob(task.known).mean() / (task.target.x.shape[-2] * self.dim_y)

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """The joint log-likelihood of the targets, in nats per target value."""
        predictive = self.joint(task.context.x, task.context.y, task.target.x)
        return predictive.log_prob(task.target.y) / max(1, task.target.x.shape[-2] * self.dim_y)

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """Samples of the joint distribution."""
        predictive = self.joint(context.x, context.y, xt)
        return predictive.from_noise(normal(num_samples, predictive.mean, generator))


class Marginals(Normal):
    """The marginal distributions of a joint one, which they keep as `joint`."""

    joint: JointGaussian


def marginals(joint: JointGaussian) -> Marginals:
    """The marginal distribution of every value."""
    found = Marginals(joint.mean, joint.stddev, validate_args=False)
    found.joint = joint
    return found


def low_rank(raw: Float[Tensor, "*B Nt D"], dim_y: int) -> LowRankGaussian:
    """N(mean, H H' + diag(std^2)) from D = (2 + rank) Dy numbers of each target: means, spreads, rows of H."""
    mean, spread, rows = raw.tensor_split([dim_y, 2 * dim_y], -1)
    rank = rows.shape[-1] // dim_y
    factors = rows.unflatten(-1, (dim_y, rank)).flatten(-3, -2) / math.sqrt(rank)
    return LowRankGaussian(mean, factors, STD_FLOOR + F.softplus(spread))
