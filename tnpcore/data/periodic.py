"""The periodic functions of a published experiment: lengthscale, scale and period are unknown at once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch

from tnpcore.data import kernels
from tnpcore.data.drawing import Range, Sizes, check_draw, check_ranges, factor, split, uniform
from tnpcore.quantities import whole
from tnpcore.task import Task


@dataclass(frozen=True)
class PeriodicPrior:
    """Functions from a Gaussian process with the periodic kernel; its hyper-parameters are uniform over ranges.

    Its Bayes predictor is not known: as a function of the period the evidence is a comb of peaks, too many and too
    narrow for a grid or for draws from the prior.

    Args:
        name: see `tnpcore.data.priors.Prior`.
        period: range, in units of x.
        lengthscale: range, relative to the period.
        scale, noise: ranges of standard deviations, in units of y.
        inputs: range of x, over which inputs are uniform.
        max_context: see `tnpcore.data.priors.Prior`.
        sizes: how many points the tasks of a training run have; None: 0 .. max_context, and the usual targets.

    Raises:
        ValueError: naming the range, for one that is reversed or not positive.
    """

    name: str
    period: Range
    lengthscale: Range
    scale: Range
    noise: Range
    inputs: Range = (-2.0, 2.0)
    max_context: int = 50
    sizes: Sizes | None = None

    def __post_init__(self) -> None:
        check_ranges(0.0, period=self.period, lengthscale=self.lengthscale, scale=self.scale, noise=self.noise)
        check_ranges(-math.inf, inputs=self.inputs)
        whole(self.max_context, "max_context")

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks, as `Prior.sample`: one set of hyper-parameters and one function for each."""
        check_draw(batch, num_context, num_target, generator)
        ranges = {"period": self.period, "lengthscale": self.lengthscale, "scale": self.scale, "noise": self.noise}
        drawn = {name: uniform(bounds, (batch, 1, 1), generator) for name, bounds in ranges.items()}
        x = uniform(self.inputs, (batch, num_context + num_target, 1), generator)
        function = kernels.periodic(x, x, drawn["period"], drawn["lengthscale"], drawn["scale"])
        y = factor(function, drawn["noise"] ** 2, x) @ torch.randn(x.shape, generator=generator, dtype=x.dtype)
        task = split(x, y, num_context)
        return Task(task.context, task.target, parameters=drawn)
