"""A Gaussian over the values of all targets together, and what models that answer with one have in common."""

from __future__ import annotations

import math
from abc import abstractmethod

import torch
from jaxtyping import Float
from torch import Tensor
from torch.distributions import Distribution, Normal
from torch.nn import functional as F

from tnpcore.models.neural_process import STD_FLOOR, NeuralProcess, normal
from tnpcore.task import Points, Task


class JointGaussian(Distribution):
    """y [*B, Nt, Dy] with mean of that shape and covariance L L', where L [*B, Nt*Dy, Nt*Dy] is lower triangular with a
    positive diagonal and the values are counted target by target. `log_prob` is joint: [*B]."""

    def __init__(self, mean: Float[Tensor, "*B Nt Dy"], scale_tril: Float[Tensor, "*B N N"]):
        super().__init__(mean.shape[:-2], mean.shape[-2:], validate_args=False)
        self._mean, self.scale_tril = mean, scale_tril

    @classmethod
    def of_factors(
        cls,
        mean: Float[Tensor, "*B Nt Dy"],
        factors: Float[Tensor, "*B N R"],
        std: Float[Tensor, "*B Nt Dy"],
    ) -> JointGaussian:
        """Covariance F F' + diag(std^2), of low rank but for the noise. The factorisation is done in float64."""
        wide = factors.double()
        covariance = wide @ wide.mT + std.double().flatten(-2).square().diag_embed()
        return cls(mean, torch.linalg.cholesky(covariance).to(mean.dtype))

    @property
    def mean(self) -> Float[Tensor, "*B Nt Dy"]:
        return self._mean

    @property
    def variance(self) -> Float[Tensor, "*B Nt Dy"]:
        """Of each value by itself."""
        return self.scale_tril.square().sum(-1).unflatten(-1, self._event_shape)

    def log_prob(self, value: Float[Tensor, "*B Nt Dy"]) -> Float[Tensor, "*B"]:
        residual = (value - self._mean).flatten(-2)[..., None].to(self.scale_tril.dtype)
        whitened = torch.linalg.solve_triangular(self.scale_tril, residual, upper=False)[..., 0]
        log_det = self.scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * whitened.square().sum(-1) - log_det - 0.5 * whitened.shape[-1] * math.log(2 * math.pi)

    def at(self, noise: Float[Tensor, "*S Nt Dy"]) -> Float[Tensor, "*S Nt Dy"]:
        """The draw that standard normal noise stands for."""
        return self._mean + (self.scale_tril @ noise.flatten(-2)[..., None])[..., 0].unflatten(-1, self._event_shape)


class JointNeuralProcess(NeuralProcess):
    """Models whose answer is a `JointGaussian`: their likelihood is that of all targets together.

    Stands before a base whose `features(xc, yc, xt)` say what the model knows of each target.

    The loss takes the values that were drawn: their marginals, which a task may know, say nothing of their company.
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
        return -self.loglik(task).mean()

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        told = self.joint(task.context.x, task.context.y, task.target.x)
        return told.log_prob(task.target.y) / max(1, task.target.x.shape[-2] * self.dim_y)

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        told = self.joint(context.x, context.y, xt)
        return told.at(normal(num_samples, told.mean, generator))


def low_rank(raw: Float[Tensor, "*B Nt D"], dim_y: int) -> JointGaussian:
    """Mean, standard deviation of the noise, and the rows of the factor, out of D = (2 + rank) * Dy numbers."""
    mean, spread, rows = raw.tensor_split([dim_y, 2 * dim_y], -1)
    rank = rows.shape[-1] // dim_y
    factors = rows.unflatten(-1, (dim_y, rank)).flatten(-3, -2) / math.sqrt(rank)
    return JointGaussian.of_factors(mean, factors, STD_FLOOR + F.softplus(spread))
