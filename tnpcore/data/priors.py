"""Distributions over tasks: what a model is trained on, and what its quality is measured on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data import kernels
from tnpcore.task import Points, Task

Range = tuple[float, float]


@dataclass(frozen=True)
class GPPrior:
    """Functions from a Gaussian process whose lengthscale, scale and noise are uniform over ranges.

    scale and noise are standard deviations; inputs are uniform over `inputs`; a context has 0 .. max_context points.
    """

    name: str
    kernel: Callable[..., Tensor]
    lengthscale: Range
    scale: Range
    noise: Range
    inputs: Range = (-2.0, 2.0)
    max_context: int = 50

    def hyperparameters(self, batch: int, generator: torch.Generator) -> tuple[Tensor, Tensor, Tensor]:
        """lengthscale, scale and noise, each [batch, 1, 1] in float64."""
        ranges = (self.lengthscale, self.scale, self.noise)
        return tuple(uniform(r, (batch, 1, 1), generator) for r in ranges)

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """Draw `batch` tasks in float64: one set of hyper-parameters, one function each, noise on every value."""
        lengthscale, scale, noise = self.hyperparameters(batch, generator)
        x = uniform(self.inputs, (batch, num_context + num_target, 1), generator)
        covariance = self.kernel(x, x, lengthscale, scale) + noise**2 * torch.eye(x.shape[-2], dtype=x.dtype)
        y = torch.linalg.cholesky(covariance) @ torch.randn(x.shape, generator=generator, dtype=x.dtype)
        return split(x, y, num_context)


def uniform(bounds: Range, shape: tuple[int, ...], generator: torch.Generator) -> Float[Tensor, "..."]:
    low, high = bounds
    return low + (high - low) * torch.rand(shape, generator=generator, dtype=torch.float64)


def split(x: Tensor, y: Tensor, num_context: int) -> Task:
    """The first num_context points become the context, the rest the targets."""
    return Task(
        Points(x[..., :num_context, :], y[..., :num_context, :]),
        Points(x[..., num_context:, :], y[..., num_context:, :]),
    )


PRIORS = {
    "smooth": GPPrior("smooth", kernels.rbf, lengthscale=(0.25, 1.0), scale=(0.5, 1.5), noise=(0.05, 0.1)),
}


def prior(name: str) -> GPPrior:
    """The prior of that name; ValueError listing the known ones otherwise."""
    if name not in PRIORS:
        raise ValueError(f"the prior must be one of {sorted(PRIORS)}, got {name!r}")
    return PRIORS[name]
