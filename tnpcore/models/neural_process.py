"""What every model of the family is: a map from a context set and target inputs to a predictive distribution."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Distribution, Normal
from torch.nn import functional as F

from tnpcore.gaussian import JointGaussian
from tnpcore.task import Points, Task

# One floor for all models: half of the published gap between models has been a floor of 0.1 on one side only.
STD_FLOOR = 0.01

# Each model's own; opaque to everybody else.
Memory = Any


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
        """The distribution of y [*B, Nt, Dy] at the targets one by one, noise included. Nc may be 0."""

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """What training makes small, in nats per target value; `generator` feeds those models that draw.

        Here: minus the log-likelihood of the targets one by one, expected over `task.known` where that is known.
        """
        predictive = self(task.context.x, task.context.y, task.target.x)
        return expected_loss(predictive, task, task.known)

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """The log-likelihood of all targets of a task *together*, in nats per target value.

        Here the product of the marginals, which is all that a conditional model says about several targets. Joint
        models give their joint density, latent ones an importance-weighted lower bound to it.
        """
        predictive = self(task.context.x, task.context.y, task.target.x)
        return predictive.log_prob(task.target.y.to(predictive.mean.dtype)).mean((-1, -2))

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """Draws of y at all targets together, observation noise included; here one by one, so they are jagged."""
        predictive = self(context.x, context.y, xt)
        return predictive.mean + predictive.stddev * normal(num_samples, predictive.mean, generator)

    def encode(self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"]) -> Memory:
        """What the model keeps of a context, so as to answer about any targets; here the points themselves."""
        return Points(xc, yc)

    def extend(self, memory: Memory, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"]) -> Memory:
        """The memory with more observations. Transformers append them: they see the context, the context does not
        see them, which is cheap, and not quite what encoding everything anew would give."""
        return memory.joined(Points(x, y))

    def decode(self, memory: Memory, xt: Float[Tensor, "*B Nt Dx"]) -> Distribution:
        """`forward` from a memory: decode(encode(xc, yc), xt) equals forward(xc, yc, xt)."""
        return self(memory.x, memory.y, xt)

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


def expected_loss(predictive: Distribution, task: Task, known: Normal | JointGaussian | None) -> Float[Tensor, ""]:
    """Minus the log-likelihood of the targets one by one, in nats per value, expected over `known` where it is given.

    For a Gaussian the mean over y - sd and y + sd is the exact expectation over N(y, sd^2), with none of the noise that
    single draws of y bring into the gradient.
    """
    if known is None:
        return -predictive.log_prob(task.target.y.to(predictive.mean.dtype)).mean()
    y, sd = known.mean, known.stddev
    return -(predictive.log_prob(y - sd) + predictive.log_prob(y + sd)).mean() / 2


def normal(count: int, like: Tensor, generator: torch.Generator | None) -> Tensor:
    """`count` standard normal tensors [count, *like.shape], drawn where the generator lives."""
    device = like.device if generator is None else generator.device
    return torch.randn((count, *like.shape), generator=generator, device=device, dtype=like.dtype).to(like.device)


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
