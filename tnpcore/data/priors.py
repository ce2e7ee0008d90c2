"""Distributions over tasks: what a model is trained on, and what its quality is measured on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.data import kernels
from tnpcore.gaussian import JointGaussian
from tnpcore.task import Points, Task

Range = tuple[float, float]


class Prior(Protocol):
    """What training and evaluation ask of a distribution over tasks; a context has 0 .. max_context points."""

    name: str
    max_context: int

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """Draw `batch` tasks in float64, noise on every value."""


@dataclass(frozen=True)
class GPPrior:
    """Functions from a Gaussian process whose lengthscale, scale and noise are uniform over ranges.

    scale and noise are standard deviations; inputs are uniform over `inputs`; a context has 0 .. max_context points.
    `resolution`: how many nodes for lengthscale, scale and noise integrate them to a thousandth of a nat. `features`:
    where the kernel of unit scale is an inner product of few features of (x, lengthscale), these.
    """

    name: str
    kernel: Callable[..., Tensor]
    lengthscale: Range
    scale: Range
    noise: Range
    inputs: Range = (-2.0, 2.0)
    max_context: int = 50
    resolution: tuple[int, int, int] = (24, 8, 5)
    features: Callable[[Tensor, Tensor], Tensor] | None = None

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


@dataclass(frozen=True)
class SawtoothPrior:
    """Lines that rise and drop, or fall and jump: sign * amplitude * (2 frac(frequency * x + phase) - 1) + noise.

    frequency is in cycles per unit of x; it, amplitude, noise (a standard deviation) and phase are uniform over ranges,
    the sign is random. No Gaussian process: near a jump the value is one of two, and never between.
    """

    name: str
    frequency: Range
    amplitude: Range
    noise: Range
    inputs: Range = (-2.0, 2.0)
    max_context: int = 50

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """Draw `batch` tasks in float64: one function each, noise on every value."""
        one = (batch, 1, 1)
        frequency, amplitude, noise, phase = (
            uniform(r, one, generator) for r in (self.frequency, self.amplitude, self.noise, (0.0, 1.0))
        )
        sign = torch.randint(0, 2, one, generator=generator) * 2 - 1
        x = uniform(self.inputs, (batch, num_context + num_target, 1), generator)
        wave = 2 * torch.remainder(frequency * x + phase, 1.0) - 1
        f = sign * amplitude * wave
        y = f + noise * torch.randn(x.shape, generator=generator, dtype=x.dtype)
        drawn, told = split(x, y, num_context), f[:, num_context:]
        # Under the task's own function nothing but the noise is left open.
        known = JointGaussian(told, noise.expand(told.shape)[..., 0].diag_embed())
        return Task(drawn.context, drawn.target, known)


def repeating(x1: Tensor, x2: Tensor, period: kernels.Parameter, scale: kernels.Parameter) -> kernels.Covariance:
    """The periodic kernel whose hyper-parameter is the period: two or three waves within each."""
    return kernels.periodic(x1, x2, period, 1.0, scale)


_KNOWN = (
    GPPrior("smooth", kernels.rbf, lengthscale=(0.25, 1.0), scale=(0.5, 1.5), noise=(0.05, 0.1)),
    # Periods as short as can be learned (benchmarks/periods.py). The evidence has a narrow peak in the period, so that
    # takes many nodes.
    GPPrior(
        "periodic",
        repeating,
        lengthscale=(1.5, 3.0),
        scale=(0.5, 1.5),
        noise=(0.05, 0.1),
        resolution=(192, 8, 5),
        features=partial(kernels.periodic_features, lengthscale=1.0),
    ),
    SawtoothPrior("sawtooth", frequency=(0.5, 1.5), amplitude=(0.5, 1.5), noise=(0.05, 0.1)),
)
PRIORS: dict[str, Prior] = {prior.name: prior for prior in _KNOWN}


def prior(name: str) -> Prior:
    """The prior of that name; ValueError listing the known ones otherwise."""
    if name not in PRIORS:
        raise ValueError(f"the prior must be one of {sorted(PRIORS)}, got {name!r}")
    return PRIORS[name]
