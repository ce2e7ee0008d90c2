"""Latent neural process (NP; Garnelo et al. 2018b): a latent variable z for the whole function."""

from __future__ import annotations

import math
from abc import abstractmethod
from typing import final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Categorical, MixtureSameFamily, Normal, kl_divergence
from torch.nn import functional as F

from tnpcore.models.neural_process import NeuralProcess, gaussian, normal
from tnpcore.networks.mlp import apply_with_summary, mlp
from tnpcore.task import Points, Task

IMPORTANCE_SAMPLES = 64
# Pairs of a z and a point that pass through the decoder at a time: their activations stay in the processor's cache.
PAIRS_AT_ONCE = 4096


@final
class LatentPath(nn.Module):
    """q(z | points): encode each (x, y), average, and read mean and standard deviation of z off the average.

    Args:
        dim_x, dim_y: Dx and Dy.
        d_model: width of the average and of the hidden layers.
        depth: hidden layers of the encoder.
        dim_z: dimension Dz of z.
    """

    def __init__(self, dim_x: int, dim_y: int, d_model: int, depth: int, dim_z: int):
        super().__init__()
        self.encoder = mlp(dim_x + dim_y, *[d_model] * depth, d_model)
        self.to_z = mlp(d_model, d_model, 2 * dim_z)

    def forward(self, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"]) -> Normal:
        """The distribution of z [*B, 1, Dz]; an empty set averages to zero."""
        average = self.encoder(torch.cat([x, y], -1)).sum(-2, keepdim=True) / max(1, x.shape[-2])
        mean, spread = self.to_z(average).chunk(2, -1)
        return Normal(mean, 0.01 + F.softplus(spread), validate_args=False)


class LatentNeuralProcess(NeuralProcess):
    """The abstract base of models with a latent z: p(y | C) = integral of p(y | z, C) q(z | C), one z for all targets.

    Training maximises the ELBO  E[log p(y_T | z, C)] - beta KL(q(z | C and T), q(z | C))  with z from q(z | C and T):
    beta weighs the KL term. `forward` integrates over a fixed set of points, so a prediction is repeatable.

    Args:
        dim_x, dim_y: Dx and Dy.
        d_model, depth, dim_z: see `LatentPath`.
        beta: weight of the KL term.
        num_nodes: how many points the integral has.

    Reference: Garnelo et al. 2018b; Kim et al. 2019, equation 3.
    """

    nodes: Tensor

    def __init__(self, dim_x: int, dim_y: int, d_model: int, depth: int, dim_z: int, beta: float, num_nodes: int = 32):
        super().__init__(dim_x, dim_y)
        self.beta = beta
        self.latent = LatentPath(dim_x, dim_y, d_model, depth, dim_z)
        # Sobol points are spread more evenly than random ones. They are kept with the weights.
        even = torch.quasirandom.SobolEngine(dim_z, scramble=True, seed=0).draw(num_nodes)
        self.register_buffer("nodes", torch.special.ndtri(even.clamp(1e-4, 1 - 1e-4))[:, None, :])

    @abstractmethod
    def likelihood(self, xc: Tensor, yc: Tensor, xt: Tensor, z: Float[Tensor, "S *B 1 Dz"]) -> Normal:
        """p(y | z, C) at each target: mean and standard deviation [S, *B, Nt, Dy]."""

    def latent_distribution(self, points: Points) -> Normal:
        """q(z | points), of the context or of context and targets."""
        return self.latent(*self.cast(points.x, points.y))

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> MixtureSameFamily:
        """p(y | C) as the equal mixture of p(y | z_s, C) over fixed quantiles z_s of q(z | C)."""
        latent = self.latent_distribution(Points.unchecked(xc, yc))
        nodes = self.nodes if latent.mean.ndim == 2 else self.nodes[:, None]
        xc, yc, xt = self.cast(xc, yc, xt)
        given_z = self.likelihood(xc, yc, xt, latent.mean + latent.stddev * nodes)
        parts = Normal(given_z.mean.movedim(0, -1), given_z.stddev.movedim(0, -1), validate_args=False)
        equal = Categorical(logits=torch.zeros_like(parts.mean), validate_args=False)
        return MixtureSameFamily(equal, parts, validate_args=False)

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Minus the ELBO for one z per task, in nats per target value."""
        prior, posterior = self._prior_and_posterior(task)
        z = posterior.mean + posterior.stddev * normal(1, posterior.mean, generator)
        fit = self._loglik_given(task, z)[0]
        divergence = kl_divergence(posterior, prior).sum((-1, -2))
        return -(fit - self.beta * divergence).mean() / (task.target.x.shape[-2] * self.dim_y)

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """An importance-weighted lower bound of the joint log-likelihood, in nats per target value.

        It rises with the number of samples: log of the mean, over z from q(z | C and T), of
        p(y_T | z, C) q(z | C) / q(z | C and T).

        Reference: Burda et al. 2016, section 3.
        """
        prior, posterior = self._prior_and_posterior(task)
        z = posterior.mean + posterior.stddev * normal(IMPORTANCE_SAMPLES, posterior.mean, generator)
        ratio = (prior.log_prob(z) - posterior.log_prob(z)).sum((-1, -2))
        joint = (self._loglik_given(task, z) + ratio).logsumexp(0) - math.log(IMPORTANCE_SAMPLES)
        return joint / max(1, task.target.x.shape[-2] * self.dim_y)

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """Samples of one function each: one z per sample, and noise at every target."""
        latent = self.latent_distribution(context)
        z = latent.mean + latent.stddev * normal(num_samples, latent.mean, generator)
        xc, yc, xt = self.cast(context.x, context.y, xt)
        given_z = self.likelihood(xc, yc, xt, z)
        return given_z.mean + given_z.stddev * normal(1, given_z.mean, generator)[0]

    def z_prior(self) -> Normal:
        """p(z) [Dz]: q of no points."""
        return self.z_given(self._no_points())

    def z_given(self, data: Points) -> Normal:
        """q(z | points) [Dz].

        Raises:
            ValueError: for a batch of sets.
        """
        if data.x.ndim != 2:
            raise ValueError(f"one set of points is required, x [N, Dx], got x {tuple(data.x.shape)}")
        found = self.latent_distribution(data)
        return Normal(found.mean[0], found.stddev[0], validate_args=False)

    def likelihood_of_z(self, z: Float[Tensor, "K Dz"], xt: Float[Tensor, "Nt Dx"]) -> Normal:
        """p(y | x, z) [K, Nt, Dy] without a context beside z."""
        nothing = self._no_points()
        xc, yc, x, latent = self.cast(nothing.x, nothing.y, xt, z[:, None, :])
        return self.likelihood(xc, yc, x, latent)

    def log_likelihood(self, data: Points, z: Float[Tensor, "K Dz"]) -> Float[Tensor, " K"]:
        """log p(y | x, z) of all points together, in nats, in float64."""
        rows = max(1, PAIRS_AT_ONCE // max(1, len(data)))
        parts = []
        for some in z.split(rows):
            found = self.likelihood_of_z(some, data.x)
            given_z = Normal(found.mean.double(), found.stddev.double(), validate_args=False)
            parts.append(given_z.log_prob(data.y.double()).sum((-1, -2)))
        return torch.cat(parts)

    def _no_points(self) -> Points:
        device = next(self.parameters()).device
        x, y = (torch.zeros(0, size, dtype=torch.float64, device=device) for size in (self.dim_x, self.dim_y))
        return Points.unchecked(x, y)

    def _prior_and_posterior(self, task: Task) -> tuple[Normal, Normal]:
        """q(z | C) and q(z | C and T)."""
        return self.latent_distribution(task.context), self.latent_distribution(task.context.joined(task.target))

    def _loglik_given(self, task: Task, z: Float[Tensor, "S *B 1 Dz"]) -> Float[Tensor, "*S"]:
        """log p(y_T | z, C)."""
        xc, yc, xt, yt = self.cast(task.context.x, task.context.y, task.target.x, task.target.y)
        return self.likelihood(xc, yc, xt, z).log_prob(yt).sum((-1, -2))


class NP(LatentNeuralProcess):
    """The latent path alone: z holds all that is known of the context.

    Args:
        dim_x, dim_y: Dx and Dy.
        d_model: width of the average and of the hidden layers.
        depth: hidden layers of encoder and decoder.
        dim_z: dimension of z.
        beta: weight of the KL term in training.

    Reference: Garnelo et al. 2018b.
    """

    def __init__(
        self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3, dim_z: int = 64, beta: float = 1.0
    ):
        super().__init__(dim_x, dim_y, d_model, depth, dim_z, beta)
        self.decoder = mlp(dim_x + dim_z, *[d_model] * depth, 2 * dim_y)

    def likelihood(self, xc: Tensor, yc: Tensor, xt: Tensor, z: Float[Tensor, "S *B 1 Dz"]) -> Normal:
        """N(mean, std^2) = decoder(x, z) at each target x."""
        return gaussian(apply_with_summary(self.decoder, xt, z))


@final
class MaximumLikelihoodNP(NP):
    """NP trained on the likelihood of the targets in place of the ELBO: with z_k from q(z | C),

        minus log (1/K) sum_k p(y_T | z_k),

    in expectation an upper bound of -log p(y_T | C) that falls to it as K rises. No z is drawn from q(z | C and T), so
    that q(z | points) is trained for prediction and not as a posterior. There is no KL term.

    Args:
        dim_x, dim_y: Dx and Dy.
        d_model, depth, dim_z: see `NP`.
        num_samples: K.

    Reference: Foong et al. 2020, section 3.
    """

    def __init__(
        self, dim_x: int = 1, dim_y: int = 1, d_model: int = 128, depth: int = 3, dim_z: int = 64, num_samples: int = 32
    ):
        super().__init__(dim_x, dim_y, d_model, depth, dim_z, beta=0.0)
        self.num_samples = num_samples

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """Minus the log of the mean over K draws of the joint likelihood of the targets, in nats per target value."""
        latent = self.latent_distribution(task.context)
        z = latent.mean + latent.stddev * normal(self.num_samples, latent.mean, generator)
        joint = self._loglik_given(task, z).logsumexp(0) - math.log(self.num_samples)
        return -joint.mean() / (task.target.x.shape[-2] * self.dim_y)
