"""What every model is: a map from a context set and target inputs to a predictive distribution."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Distribution, Normal
from torch.nn import functional as F

from tnpcore.fast.caching import POINTS, Cache, Caching
from tnpcore.gaussian import JointGaussian
from tnpcore.task import Points, Task
from tnpcore.trace import intervention
from tnpcore.trained_range import TrainedOn

# One floor for all models: half of the published gap between models has been a floor of 0.1 on one side only.
STD_FLOOR = 0.01


class NeuralProcess(nn.Module, ABC):
    """The abstract base of all models.

    `forward` is the model as its paper states it, or what equals it: `tests/tnpcore/test_fast.py` compares the two.

    Args:
        dim_x, dim_y: the input and output dimensions Dx and Dy that the parameters are made for.

    Attributes:
        trained_on: the range of the training tasks, outside of which `predict` warns; None: not known, no warning.
        units: where the scaling of the tasks of one's own that it was trained on is found, in Python; else empty.
        translation_equivariant: whether only the span of x matters, wherever it lies (`Guarantees.shift`).
    """

    # How a context is kept between `encode`, `extend` and `decode`: by default as the points themselves.
    caching: ClassVar[Caching] = POINTS

    def __init__(self, dim_x: int, dim_y: int):
        super().__init__()
        self.dim_x = dim_x
        self.dim_y = dim_y
        self.trained_on: TrainedOn | None = None
        self.units = ""
        self.translation_equivariant = False

    def __call__(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> Distribution:
        """`forward`, after a check of the shapes.

        Raises:
            ValueError: naming the shapes, unless they fit each other and the model.
        """
        self.check(xc, yc, xt)
        intervention().note(type(self).__name__)
        return super().__call__(xc, yc, xt)

    @abstractmethod
    def forward(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> Distribution:
        """The marginal distribution of y at each target, noise included.

        Args:
            xc, yc: context points [*B, Nc, Dx] and [*B, Nc, Dy]; Nc may be 0.
            xt: target inputs [*B, Nt, Dx].

        Returns:
            A distribution over [*B, Nt, Dy].
        """

    def loss(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, ""]:
        """What training minimises, in nats per target value.

        Here minus the marginal log-likelihood of the targets, in expectation over `task.known` where that is given.

        Args:
            task: context and targets.
            generator: of the random numbers of models that draw some.
        """
        predictive = self(task.context.x, task.context.y, task.target.x)
        return expected_loss(predictive, task, task.known)

    def loglik(self, task: Task, generator: torch.Generator | None = None) -> Float[Tensor, "*B"]:
        """The joint log-likelihood of all targets of a task, in nats per target value.

        Here the product of the marginals, which is all that a conditional model predicts of several targets. Joint
        models give their joint density, latent ones an importance-weighted lower bound of it.

        Args:
            task: context and targets.
            generator: of the random numbers of models that draw some.
        """
        predictive = self(task.context.x, task.context.y, task.target.x)
        return predictive.log_prob(task.target.y.to(predictive.mean.dtype)).mean((-1, -2))

    def sample(
        self, context: Points, xt: Float[Tensor, "*B Nt Dx"], num_samples: int, generator: torch.Generator | None = None
    ) -> Float[Tensor, "S *B Nt Dy"]:
        """Samples of y at all targets, noise included; here independent at each target, hence jagged.

        Args:
            context: the context set.
            xt: target inputs [*B, Nt, Dx].
            num_samples: S.
            generator: of the random numbers.
        """
        predictive = self(context.x, context.y, xt)
        return predictive.mean + predictive.stddev * normal(num_samples, predictive.mean, generator)

    def encode(self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"]) -> Cache:
        """What the model keeps of a context, to predict any targets from."""
        return self.caching.encode(self, xc, yc)

    def extend(self, cache: Cache, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"]) -> Cache:
        """The cache with more observations; the given one stays as it was.

        Transformers append keys and values: the new points attend to the context, the context does not attend to them.
        That is cheap, and not quite what encoding all points again would give.
        """
        return self.caching.extend(self, cache, x, y)

    def decode(self, cache: Cache, xt: Float[Tensor, "*B Nt Dx"]) -> Distribution:
        """The prediction from a cache: decode(encode(xc, yc), xt) equals forward(xc, yc, xt)."""
        return self.caching.decode(self, cache, xt)

    def check(self, xc: Tensor, yc: Tensor, xt: Tensor) -> None:
        """Check the shapes of a context and targets.

        Raises:
            ValueError: naming the shapes, unless they fit each other and the model's dimensions.
        """
        required = [("Nc", self.dim_x), ("Nc", self.dim_y), ("Nt", self.dim_x)]
        given = [tuple(t.shape) for t in (xc, yc, xt)]
        fits = all(len(s) in (2, 3) and s[-1] == d for s, (_, d) in zip(given, required, strict=True))
        if not fits or given[0][:-1] != given[1][:-1] or given[0][:-2] != given[2][:-2]:
            wanted = ", ".join(f"[*B, {n}, {d}]" for n, d in required)
            raise ValueError(f"{type(self).__name__} needs xc, yc, xt of shapes {wanted}, got {given}")

    def cast(self, *tensors: Tensor) -> tuple[Tensor, ...]:
        """The tensors in the dtype of the parameters: take differences of x before, never after."""
        dtype = next(self.parameters()).dtype
        return tuple(t.to(dtype) for t in tensors)


def gaussian(raw: Float[Tensor, "*B Nt TwoDy"]) -> Normal:
    """N(mean, (floor + softplus(spread))^2) at each target, of means, then spreads."""
    mean, spread = raw.chunk(2, -1)
    return Normal(mean, STD_FLOOR + F.softplus(spread), validate_args=False)


def expected_loss(predictive: Distribution, task: Task, known: Normal | JointGaussian | None) -> Float[Tensor, ""]:
    """Minus the marginal log-likelihood of the targets, in nats per target value, in expectation over `known`.

    For a Gaussian prediction the mean over y - sd and y + sd is the exact expectation over N(y, sd^2), without the
    noise that single draws of y bring into the gradient.

    Args:
        predictive: over [*B, Nt, Dy].
        task: whose target values are taken where nothing is known.
        known: the distribution of the target values given the context, or None.
    """
    if known is None:
        return -predictive.log_prob(task.target.y.to(predictive.mean.dtype)).mean()
    y, sd = known.mean, known.stddev
    return -(predictive.log_prob(y - sd) + predictive.log_prob(y + sd)).mean() / 2


def normal(count: int, like: Tensor, generator: torch.Generator | None) -> Tensor:
    """Standard normal numbers [count, *like.shape], drawn on the generator's device.

    Args:
        count: how many tensors.
        like: gives shape, dtype and device of each.
        generator: of the random numbers; None: torch's own.
    """
    device = like.device if generator is None else generator.device
    return torch.randn((count, *like.shape), generator=generator, device=device, dtype=like.dtype).to(like.device)


@torch.no_grad()
def initialise(model: nn.Module, generator: torch.Generator) -> None:
    """Draw all weights again, so that a run can be repeated without a global seed.

    Every matrix and its bias are uniform in +-sqrt(1/fan_in), torch's own rule for linear layers; those of a recurrent
    layer in +-sqrt(1/width), and vectors of symbols are standard normal, by torch's rules for these.

    Args:
        model: is changed in place.
        generator: of the random numbers.
    """
    for module in model.modules():
        if isinstance(module, (nn.Linear, nn.Conv1d, nn.Conv2d)):
            bound = module.weight[0].numel() ** -0.5
            for parameter in module.parameters(recurse=False):
                parameter.uniform_(-bound, bound, generator=generator)
        elif isinstance(module, nn.GRU):
            for parameter in module.parameters():
                parameter.uniform_(-(module.hidden_size**-0.5), module.hidden_size**-0.5, generator=generator)
        elif isinstance(module, nn.Embedding):
            module.weight.normal_(generator=generator)
        draw = getattr(module, "draw_tokens", None)
        if draw is not None:
            draw(generator)


@contextmanager
def evaluating(model: NeuralProcess) -> Iterator[None]:
    """A context in which the model is in evaluation mode."""
    training = model.training
    model.eval()
    try:
        yield
    finally:
        model.train(training)
