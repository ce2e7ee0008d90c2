"""Where training gets its tasks. For Gaussian processes: a pool of functions drawn once and used many times, so that a
batch costs a millisecond, not fifty."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch

import torch
from torch import Tensor

from tnpcore.data.gp import joint_posterior
from tnpcore.data.priors import GPPrior, Prior, split, uniform
from tnpcore.task import Task

# A nugget in the drawn functions keeps their covariance invertible. It is counted as part of each task's noise, so that
# the values are exactly those of a GP plus noise of the stated size.
NUGGET = 1e-4
DRAWS_PER_INPUTS = 8


class TaskPool:
    """`size` functions of unit scale, each at `num_points` inputs. A batch picks functions, a random subset of their
    points, a random scale and noise, and mirrors x and y at random.

    Beside the drawn values of the targets stands their distribution, as `Task.known`: the GP posterior under the task's
    own hyper-parameters. A loss that uses it has the same expectation as with drawn values, and far less noise.
    """

    def __init__(self, prior: GPPrior, size: int, num_points: int, generator: torch.Generator):
        self.prior = prior
        self.generator = generator
        draws = [self._draw(64, num_points) for _ in range(max(1, size // (64 * DRAWS_PER_INPUTS)))]
        self.x, self.f, self.lengthscale = (torch.cat(part) for part in zip(*draws, strict=True))

    def _draw(self, batch: int, num_points: int) -> tuple[Tensor, Tensor, Tensor]:
        """x [n, N, 1], f [n, N, 1] in float32 and lengthscale [n, 1, 1]; several functions share inputs and
        lengthscale because the factorisation is what costs."""
        lengthscale = uniform(self.prior.lengthscale, (batch, 1, 1), self.generator)
        x = uniform(self.prior.inputs, (batch, num_points, 1), self.generator)
        covariance = self.prior.kernel(x, x, lengthscale, 1.0) + NUGGET * torch.eye(num_points, dtype=x.dtype)
        noise = torch.randn(batch, num_points, DRAWS_PER_INPUTS, generator=self.generator, dtype=x.dtype)
        f = (torch.linalg.cholesky(covariance) @ noise).movedim(-1, 1).flatten(0, 1)[..., None]
        repeat = [t.repeat_interleave(DRAWS_PER_INPUTS, 0) for t in (x, lengthscale)]
        return repeat[0].float(), f.float(), repeat[1].float()

    def _signs(self, batch: int) -> Tensor:
        return torch.randint(0, 2, (batch, 1, 1), generator=self.generator) * 2.0 - 1.0

    def batch(self, batch: int, num_context: int, num_target: int) -> Task:
        """A batch of tasks in float32; context and targets are disjoint subsets of each function's points."""
        chosen = torch.randint(0, len(self.x), (batch,), generator=self.generator)
        order = torch.rand(batch, self.x.shape[1], generator=self.generator).argsort(1)
        order = order[:, : num_context + num_target, None]
        x = self.x[chosen].gather(1, order) * self._signs(batch)
        scale = uniform(self.prior.scale, (batch, 1, 1), self.generator)
        noise = uniform(self.prior.noise, (batch, 1, 1), self.generator)
        fresh = torch.randn(x.shape, generator=self.generator) * (noise**2 - scale**2 * NUGGET).sqrt()
        y = self._signs(batch) * scale * self.f[chosen].gather(1, order) + fresh
        drawn = split(x, y.float(), num_context)
        lengthscale = self.lengthscale[chosen].double()
        known = joint_posterior(
            lambda a, b: self.prior.kernel(a, b, lengthscale, scale), drawn.context, drawn.target.x, noise
        )
        return Task(drawn.context, drawn.target, known).to(torch.float32)


@dataclass(frozen=True)
class FreshTasks:
    """Tasks drawn when they are asked for, from a prior that is cheap to draw from."""

    prior: Prior
    generator: torch.Generator

    def batch(self, batch: int, num_context: int, num_target: int) -> Task:
        """A batch of tasks in float32."""
        return self.prior.sample(batch, num_context, num_target, self.generator).to(torch.float32)


@singledispatch
def source(prior: Prior, size: int, num_points: int, generator: torch.Generator) -> TaskPool | FreshTasks:
    """What gives training its batches: a pool of `size` functions at `num_points` inputs each, where that pays."""
    return FreshTasks(prior, generator)


@source.register
def _(prior: GPPrior, size: int, num_points: int, generator: torch.Generator) -> TaskPool:
    return TaskPool(prior, size, num_points, generator)
