"""What models have in common that answer with one Gaussian over the values of all targets together."""

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
    """Models whose answer is a `JointGaussian`: their likelihood is that of all targets together.

    Stands before a base whose `features(xc, yc, xt)` say what the model knows of each target.
    """

    @abstractmethod
    def together(self, features: Float[Tensor, "*B Nt D"]) -> JointGaussian:
        """The joint distribution, from what is known of each target."""

    def answer(self, features: Float[Tensor, "*B Nt D"]) -> Normal:
        """The marginals."""
        told = self.together(features)
        return Normal(told.mean, told.stddev, validate_args=False)

    def joint(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> JointGaussian:
        """The distribution of y at all targets together, noise included."""
        return self.together(self.features(xc, yc, xt))

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Expected over the joint distribution of the values, where the task knows it."""
        if task.known is None:
            return -self.loglik(task).mean()
        told = self.joint(task.context.x, task.context.y, task.target.x)
        return -told.expected_log_prob(task.known).mean() / (task.target.x.shape[-2] * self.dim_y)

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        told = self.joint(task.context.x, task.context.y, task.target.x)
        return told.log_prob(task.target.y) / max(1, task.target.x.shape[-2] * self.dim_y)

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        told = self.joint(context.x, context.y, xt)
        return told.at(normal(num_samples, told.mean, generator))


def low_rank(raw: Float[Tensor, "*B Nt D"], dim_y: int) -> LowRankGaussian:
    """Mean, standard deviation of the noise, and the rows of the factor, out of D = (2 + rank) * Dy numbers."""
    mean, spread, rows = raw.tensor_split([dim_y, 2 * dim_y], -1)
    rank = rows.shape[-1] // dim_y
    factors = rows.unflatten(-1, (dim_y, rank)).flatten(-3, -2) / math.sqrt(rank)
    return LowRankGaussian(mean, factors, STD_FLOOR + F.softplus(spread))
