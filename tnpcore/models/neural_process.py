"""What every model of the family is: a map from a context set and target inputs to a predictive distribution."""

from __future__ import annotations

from abc import ABC, abstractmethod

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Distribution, Normal
from torch.nn import functional as F

from tnpcore.task import Task

# One floor for all models: half of the published gap between models has been a floor of 0.1 on one side only.
STD_FLOOR = 0.01


class NeuralProcess(nn.Module, ABC):
    """dim_x, dim_y: the input and output dimensions that the parameters were made for."""

    def __init__(self, dim_x: int, dim_y: int):
        super().__init__()
        self.dim_x = dim_x
        self.dim_y = dim_y

    @abstractmethod
    def forward(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> Distribution:
        """The distribution of y [*B, Nt, Dy] at the targets, noise included. Nc may be 0."""

    def loss(self, task: Task) -> Float[Tensor, ""]:
        """Minus the log-likelihood per target value, in nats; expected over `task.spread` where that is known.

        For a Gaussian the mean over y - spread and y + spread is the exact expectation over N(y, spread^2), with
        none of the noise that single draws of y bring into the gradient.
        """
        predictive = self(task.context.x, task.context.y, task.target.x)
        y = task.target.y
        if task.spread is None:
            return -predictive.log_prob(y).mean()
        low, high = predictive.log_prob(y - task.spread), predictive.log_prob(y + task.spread)
        return -(low + high).mean() / 2

    def check(self, xc: Tensor, yc: Tensor, xt: Tensor) -> None:
        """Raise ValueError, naming the shapes, unless they fit each other and the model's dimensions."""
        required = [("Nc", self.dim_x), ("Nc", self.dim_y), ("Nt", self.dim_x)]
        given = [tuple(t.shape) for t in (xc, yc, xt)]
        fits = all(len(s) in (2, 3) and s[-1] == d for s, (_, d) in zip(given, required, strict=True))
        if not fits or given[0][:-1] != given[1][:-1] or given[0][:-2] != given[2][:-2]:
            wanted = ", ".join(f"[*B, {n}, {d}]" for n, d in required)
            raise ValueError(f"{type(self).__name__} needs xc, yc, xt of shapes {wanted}, got {given}")

    def cast(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        """Bring tensors to the dtype of the parameters: do so after, never before, taking differences of x."""
        dtype = next(self.parameters()).dtype
        return tuple(t.to(dtype) for t in tensors)


def gaussian(raw: Float[Tensor, "*B Nt TwoDy"]) -> Normal:
    """The likelihood head: the first half are means, the second half become standard deviations, floor + softplus."""
    mean, spread = raw.chunk(2, -1)
    return Normal(mean, STD_FLOOR + F.softplus(spread), validate_args=False)


@torch.no_grad()
def initialise(model: nn.Module, generator: torch.Generator) -> None:
    """Draw all weights anew from `generator`: every matrix uniform in +-sqrt(1/fan_in), biases likewise (torch's own
    rule for linear layers), so that a run can be repeated without a global seed."""
    for module in model.modules():
        if isinstance(module, (nn.Linear, nn.Conv1d)):
            bound = module.weight[0].numel() ** -0.5
            for parameter in module.parameters(recurse=False):
                parameter.uniform_(-bound, bound, generator=generator)
        draw = getattr(module, "draw_tokens", None)
        if draw is not None:
            draw(generator)
