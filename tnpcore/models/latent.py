"""Latent neural process (NP; Garnelo et al. 2018b): one random vector z stands for the whole function."""

from __future__ import annotations

import math
from abc import abstractmethod

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Categorical, MixtureSameFamily, Normal, kl_divergence
from torch.nn import functional as F

from tnpcore.mlp import mlp, summed, with_summary
from tnpcore.models.neural_process import NeuralProcess, gaussian, normal
from tnpcore.task import Points, Task

IMPORTANCE_SAMPLES = 64


class LatentPath(nn.Module):
    """q(z | points): encode each (x, y), average, and read mean and standard deviation of z off the average."""

    def __init__(self, dim_x: int, dim_y: int, d_model: int, depth: int, dim_z: int):
        super().__init__()
        self.encoder = mlp(dim_x + dim_y, *[d_model] * depth, d_model)
        self.to_z = mlp(d_model, d_model, 2 * dim_z)

    def forward(self, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"]) -> Normal:
        """Over z [*B, 1, Dz]; an empty set averages to zero."""
        summary = summed(self.encoder, torch.cat([x, y], -1)) / max(1, x.shape[-2])
        mean, spread = self.to_z(summary).chunk(2, -1)
        return Normal(mean, 0.01 + F.softplus(spread), validate_args=False)


class LatentNeuralProcess(NeuralProcess):
    """Models with a latent z: p(y | C) = integral of p(y | z, C) q(z | C), the same z for all targets.

    Training maximises the ELBO  E[log p(y_T | z, C)] - beta KL(q(z | C and T), q(z | C))  with z from q(z | C and T):
    beta sits on the KL term. `forward` integrates over 32 fixed points (the same question has the same answer); the
    joint likelihood is an importance-weighted bound (Burda et al. 2016).
    """

    def __init__(self, dim_x: int, dim_y: int, d_model: int, depth: int, dim_z: int, beta: float, num_nodes: int = 32):
        super().__init__(dim_x, dim_y)
        self.beta = beta
        self.latent = LatentPath(dim_x, dim_y, d_model, depth, dim_z)
        # Sobol points are spread more evenly than random ones. They are kept with the weights.
        even = torch.quasirandom.SobolEngine(dim_z, scramble=True, seed=0).draw(num_nodes)
        self.register_buffer("nodes", torch.special.ndtri(even.clamp(1e-4, 1 - 1e-4))[:, None, :])

    @abstractmethod
    def likelihood(self, xc: Tensor, yc: Tensor, xt: Tensor, z: Float[Tensor, "S *B 1 Dz"]) -> Normal:
        """y at the targets given z: mean and sd [S, *B, Nt, Dy]. All arguments are in the parameters' dtype."""

    def belief(self, points: Points) -> Normal:
        """q(z | points)."""
        return self.latent(*self.cast(points.x, points.y))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> MixtureSameFamily:
        self.check(xc, yc, xt)
        belief = self.belief(Points(xc, yc))
        nodes = self.nodes if belief.mean.ndim == 2 else self.nodes[:, None]
        told = self.likelihood(*self.cast(xc, yc, xt), belief.mean + belief.stddev * nodes)
        parts = Normal(told.mean.movedim(0, -1), told.stddev.movedim(0, -1), validate_args=False)
        equal = Categorical(logits=torch.zeros_like(parts.mean), validate_args=False)
        return MixtureSameFamily(equal, parts, validate_args=False)

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        prior, posterior = self.belief(task.context), self.belief(task.context.joined(task.target))
        z = posterior.mean + posterior.stddev * normal(1, posterior.mean, generator)
        fit = self._given(task, z)[0]
        divergence = kl_divergence(posterior, prior).sum((-1, -2))
        return -(fit - self.beta * divergence).mean() / (task.target.x.shape[-2] * self.dim_y)

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """A lower bound in expectation, which rises with the number of samples: log of the mean over z from
        q(z | C and T) of p(y_T | z, C) q(z | C) / q(z | C and T)."""
        prior, posterior = self.belief(task.context), self.belief(task.context.joined(task.target))
        z = posterior.mean + posterior.stddev * normal(IMPORTANCE_SAMPLES, posterior.mean, generator)
        ratio = (prior.log_prob(z) - posterior.log_prob(z)).sum((-1, -2))
        joint = (self._given(task, z) + ratio).logsumexp(0) - math.log(IMPORTANCE_SAMPLES)
        return joint / max(1, task.target.x.shape[-2] * self.dim_y)

    def _given(self, task: Task, z: Float[Tensor, "S *B 1 Dz"]) -> Float[Tensor, "*S"]:
        """log p(y_T | z, C)."""
        xc, yc, xt, yt = self.cast(task.context.x, task.context.y, task.target.x, task.target.y)
        return self.likelihood(xc, yc, xt, z).log_prob(yt).sum((-1, -2))

    def sample(
        self, context: Points, xt: Tensor, num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """One z per draw: all its targets belong to one function. Noise is added to each value."""
        belief = self.belief(context)
        z = belief.mean + belief.stddev * normal(num_samples, belief.mean, generator)
        told = self.likelihood(*self.cast(context.x, context.y, xt), z)
        return told.mean + told.stddev * normal(1, told.mean, generator)[0]


class NP(LatentNeuralProcess):
    """All that is known of the context is in z."""

    def __init__(
        self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3, dim_z: int = 64, beta: float = 1.0
    ):
        super().__init__(dim_x, dim_y, d_model, depth, dim_z, beta)
        self.decoder = mlp(dim_x + dim_z, *[d_model] * depth, 2 * dim_y)

    def likelihood(self, xc: Tensor, yc: Tensor, xt: Tensor, z: Float[Tensor, "S *B 1 Dz"]) -> Normal:
        return gaussian(with_summary(self.decoder, xt, z))
