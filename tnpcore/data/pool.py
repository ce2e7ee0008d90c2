"""Batches of tasks for training.

For Gaussian processes: a pool of functions, drawn once and used many times, so that a batch takes one millisecond
instead of fifty.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data.drawing import factor, split, uniform
from tnpcore.data.drawn import drawn
from tnpcore.data.gp import joint_posterior
from tnpcore.data.priors import GPPrior, Prior, check_kernel, is_symmetric
from tnpcore.task import Task

# A nugget in the drawn functions keeps their covariance invertible. It is counted as part of each task's noise, so that
# the values are exactly those of a GP plus noise of the stated size: its variance is at most a quarter of the noise's.
LARGEST_NUGGET, SMALLEST_NUGGET = 1e-4, 1e-10
DRAWS_PER_INPUTS = 8
# Tasks times the cube of their points, which is what factorisations cost: those of the usual pool with 300 points each
# take half a minute, with 600 four.
LARGEST_POOL = 65536 * 300**3


class TaskPool:
    """Functions of unit scale, from which batches pick at random.

    A batch picks functions, a random subset of their points, a random scale and noise, and mirrors every axis of x
    (where the prior is symmetric) and y at random.
    Beside the drawn values of the targets stands their distribution, as `Task.known`: the GP posterior under the task's
    own hyper-parameters. A loss that uses it has the same expectation as with drawn values, and far less variance.

    Args:
        prior: where functions, scale and noise come from.
        size: number of functions.
        num_points: number of inputs of each function.
        generator: the only source of randomness, now and in every batch.

    Raises:
        ValueError: for a kernel that is not proportional to scale squared; for noise that is too small: see `nugget`;
            and for so many tasks of so many points that they would take minutes to draw.
    """

    def __init__(self, prior: GPPrior, size: int, num_points: int, generator: torch.Generator):
        most = LARGEST_POOL // num_points**3
        if size > most:
            raise ValueError(
                f"a pool of {size} tasks of {num_points} points takes too long to draw: take a pool_size of at most "
                f"{most}, or fewer points (num_target)"
            )
        check_kernel(prior)
        self.prior, self.mirrors = prior, is_symmetric(prior)
        self.generator = generator
        self.nugget = nugget(prior)
        draws = [self._draw(64, num_points) for _ in range(max(1, size // (64 * DRAWS_PER_INPUTS)))]
        self.x, self.f, self.lengthscale = (torch.cat(part) for part in zip(*draws, strict=True))

    def _draw(
        self, batch: int, num_points: int
    ) -> tuple[Float[Tensor, "n N Dx"], Float[Tensor, "n N 1"], Float[Tensor, "n 1 1"]]:
        """Inputs, values and lengthscales in float32. Several functions share inputs and lengthscale, because the
        factorisation is the expensive part."""
        lengthscale = uniform(self.prior.lengthscale, (batch, 1, 1), self.generator)
        x = uniform(self.prior.inputs, (batch, num_points, self.prior.dim_x), self.generator)
        cholesky = factor(self.prior.kernel(x, x, lengthscale, 1.0), self.nugget, x)
        noise = torch.randn(batch, num_points, DRAWS_PER_INPUTS, generator=self.generator, dtype=x.dtype)
        f = (cholesky @ noise).movedim(-1, 1).flatten(0, 1)[..., None]
        x, lengthscale = (t.repeat_interleave(DRAWS_PER_INPUTS, 0) for t in (x, lengthscale))
        return x.float(), f.float(), lengthscale.float()

    def _signs(self, batch: int, axes: int = 1) -> Tensor:
        return torch.randint(0, 2, (batch, 1, axes), generator=self.generator) * 2.0 - 1.0

    def batch(self, batch: int, num_context: int, num_target: int) -> Task:
        """A batch of tasks in float32: context [B, Nc, Dx] and targets [B, Nt, Dx], disjoint subsets of a function's
        points."""
        chosen = torch.randint(0, len(self.x), (batch,), generator=self.generator)
        order = torch.rand(batch, self.x.shape[1], generator=self.generator).argsort(1)
        order = order[:, : num_context + num_target, None]
        x = self.x[chosen].take_along_dim(order, 1)
        if self.mirrors:
            x = x * self._signs(batch, x.shape[-1])
        scale = uniform(self.prior.scale, (batch, 1, 1), self.generator)
        noise = uniform(self.prior.noise, (batch, 1, 1), self.generator)
        fresh = torch.randn(order.shape, generator=self.generator) * (noise**2 - scale**2 * self.nugget).sqrt()
        y = self._signs(batch) * scale * self.f[chosen].gather(1, order) + fresh
        drawn = split(x, y.float(), num_context)
        lengthscale = self.lengthscale[chosen].double()
        known = joint_posterior(
            lambda a, b: self.prior.kernel(a, b, lengthscale, scale), drawn.context, drawn.target.x, noise
        )
        parameters = {"lengthscale": lengthscale, "scale": scale, "noise": noise}
        return Task(drawn.context, drawn.target, known, parameters).to(torch.float32)


def nugget(prior: GPPrior) -> float:
    """The variance, of functions of unit scale, that is drawn as part of the function and belongs to the noise.

    Raises:
        ValueError: for noise so small beside the scale that the covariance of a task cannot be factorised.
    """
    share = (prior.noise[0] / (2 * prior.scale[1])) ** 2
    if share < SMALLEST_NUGGET:
        least = 2 * SMALLEST_NUGGET**0.5 * prior.scale[1]
        raise ValueError(f"noise must be at least {least:.2g} beside a scale of {prior.scale[1]:g}, got {prior.noise}")
    return min(LARGEST_NUGGET, share)


@dataclass(frozen=True)
class FreshTasks:
    """Tasks drawn batch by batch, from a prior that is cheap to draw from."""

    prior: Prior
    generator: torch.Generator

    def batch(self, batch: int, num_context: int, num_target: int) -> Task:
        """A batch of tasks in float32: context [B, Nc, Dx] and targets [B, Nt, Dx]."""
        return drawn(self.prior, batch, num_context, num_target, self.generator).to(torch.float32)


@singledispatch
def source(prior: Prior, size: int, num_points: int, generator: torch.Generator) -> TaskPool | FreshTasks:
    """The source of batches for training on a prior.

    Args:
        prior: a distribution over tasks.
        size, num_points: see `TaskPool`; unused for priors that are cheap to draw from.
        generator: the only source of randomness.

    Returns:
        A `TaskPool` for Gaussian processes, `FreshTasks` otherwise.
    """
    return FreshTasks(prior, generator)


@source.register
def _(prior: GPPrior, size: int, num_points: int, generator: torch.Generator) -> TaskPool:
    return TaskPool(prior, size, num_points, generator)
