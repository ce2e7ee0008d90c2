"""Distributions over tasks: a model is trained on one, and its quality is measured on one.

>>> import torch
>>> task = prior("smooth").sample(batch=8, num_context=5, num_target=3, generator=torch.Generator().manual_seed(0))
>>> task.context.x.shape, task.target.y.shape
(torch.Size([8, 5, 1]), torch.Size([8, 3, 1]))
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Protocol, runtime_checkable

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.arrays import kind_of
from tnpcore.data import kernels
from tnpcore.data.broad import BroadPrior
from tnpcore.data.digits import DigitPrior
from tnpcore.data.drawing import Range, Sizes, check_draw, check_ranges, factor, split, uniform
from tnpcore.data.periodic import PeriodicPrior
from tnpcore.data.sawtooth import SawtoothPrior
from tnpcore.quantities import whole
from tnpcore.task import Task

USUAL_TARGETS = 32
# One number for each task of a batch.
PerTask = Float[Tensor, "B 1 1"]


@runtime_checkable
class Prior(Protocol):
    """A distribution over tasks, as training and evaluation need it."""

    @property
    def name(self) -> str:
        """The word for it in file names and on the command line."""

    @property
    def max_context(self) -> int:
        """The largest number of context points; a context has 0 .. max_context."""

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks in float64, with noise on every value.

        Args:
            batch: number of tasks B.
            num_context, num_target: points in each context (Nc) and target set (Nt).
            generator: the only source of randomness.

        Returns:
            A task with context x [B, Nc, Dx], y [B, Nc, Dy] and targets x [B, Nt, Dx], y [B, Nt, Dy].
        """


def dimensions(prior: Prior) -> dict[str, int]:
    """The numbers of dimensions of a prior's tasks that are not 1, as arguments of a model's class.

    Args:
        prior: one with several says so by its attributes dim_x and dim_y.
    """
    found = {name: getattr(prior, name, 1) for name in ("dim_x", "dim_y")}
    return {name: number for name, number in found.items() if number != 1}


@dataclass(frozen=True)
class GPPrior:
    """Functions from a Gaussian process whose lengthscale, scale and noise are uniform over ranges.

    Args:
        name: see `Prior.name`.
        kernel: k(x1, x2, lengthscale, scale), one of `tnpcore.data.kernels`.
        lengthscale: range in units of x.
        scale, noise: ranges of the standard deviations of function and noise, in units of y.
        inputs: range of x, over which inputs are uniform, along every axis.
        max_context: see `Prior.max_context`.
        resolution: numbers of nodes for lengthscale, scale and noise that integrate them to a thousandth of a nat.
        features: where the kernel of unit scale is an inner product of few features of (x, lengthscale), these.
        sizes: how many points a task of a training run has; None: 0 .. max_context, and the usual targets.
        dim_x: the number of input dimensions Dx.

    Raises:
        ValueError: naming the range, for one that is reversed, or a lengthscale, scale or noise that is not positive.
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
    sizes: Sizes | None = None
    dim_x: int = 1

    # Whether a function mirrored at 0 along any axis is as probable as itself. No field: it is no number of a prior.
    symmetric: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_ranges(0.0, lengthscale=self.lengthscale, scale=self.scale, noise=self.noise)
        check_ranges(-math.inf, inputs=self.inputs)
        whole(self.max_context, "max_context")
        whole(self.dim_x, "dim_x")
        if not callable(self.kernel):
            raise ValueError(f"kernel must be a function such as tnpcore.data.kernels.rbf, got {kind_of(self.kernel)}")
        if not isinstance(self.sizes, Sizes | None):
            raise ValueError(f"sizes must be tnpcore.data.drawing.Sizes(context, target), got {kind_of(self.sizes)}")

    def hyperparameters(self, batch: int, generator: torch.Generator) -> tuple[PerTask, PerTask, PerTask]:
        """Random lengthscale, scale and noise of `batch` tasks, each [B, 1, 1] in float64."""
        one = (batch, 1, 1)
        # Drawn in this order: another order would change every seeded task.
        lengthscale, scale = uniform(self.lengthscale, one, generator), uniform(self.scale, one, generator)
        return lengthscale, scale, uniform(self.noise, one, generator)

    def sample(self, batch: int, num_context: int, num_target: int, generator: torch.Generator) -> Task:
        """A batch of tasks, as `Prior.sample`: one set of hyper-parameters and one function for each."""
        check_draw(batch, num_context, num_target, generator)
        lengthscale, scale, noise = self.hyperparameters(batch, generator)
        x = uniform(self.inputs, (batch, num_context + num_target, self.dim_x), generator)
        cholesky = factor(self.kernel(x, x, lengthscale, scale), noise**2, x)
        y = cholesky @ torch.randn(*x.shape[:-1], 1, generator=generator, dtype=x.dtype)
        parameters = {"lengthscale": lengthscale, "scale": scale, "noise": noise}
        return replace(split(x, y, num_context), parameters=parameters)


@dataclass(frozen=True)
class NonstationaryPrior(GPPrior):
    """Functions from a Gaussian process that vary fast left of x = 0 and slowly right of it.

    The lengthscale is l(x) = lengthscale ratio^sigmoid(x / width). A stationary prior looks the same from everywhere;
    here absolute x says how fast a function varies, which a translation-equivariant predictor cannot know at first.

    Args:
        name, scale, noise, inputs, max_context, resolution, features, sizes: as in `GPPrior`.
        lengthscale: range of the lengthscale far to the left, in units of x.
        ratio: the lengthscale far to the right, in units of that far to the left.
        width: of the change at x = 0, in units of x.
    """

    kernel: Callable[..., Tensor] = field(init=False, repr=False, compare=False)
    dim_x: int = field(init=False, default=1)  # the lengthscale changes along one axis
    ratio: float = 10.0
    width: float = 0.1

    symmetric: ClassVar[bool] = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "kernel", self._covariance)
        super().__post_init__()

    def _covariance(self, x1: Tensor, x2: Tensor, lengthscale: kernels.Parameter, scale: kernels.Parameter) -> Tensor:
        return kernels.gibbs(x1, x2, lambda x: lengthscale * self.ratio ** torch.sigmoid(x / self.width), scale)


def trial_inputs(prior: GPPrior) -> Float[Tensor, "1 N Dx"]:
    """A few inputs over the prior's range, on no line, by which its kernel is recognised."""
    low, high = prior.inputs
    steps = torch.linspace(0.03, 1, 8, dtype=torch.float64)
    return low + (high - low) * torch.stack([steps.roll(3 * axis) for axis in range(prior.dim_x)], -1)[None]


def check_kernel(prior: GPPrior) -> None:
    """Check that one draw of unit scale serves all scales, as training and the Bayes predictor take it.

    Args:
        prior: whose kernel is evaluated at a few inputs.

    Raises:
        ValueError: for a kernel that is not proportional to scale squared, or takes other arguments.
    """
    x, required = trial_inputs(prior), "the kernel of a GPPrior must be a function of x1, x2, lengthscale and scale,"
    try:
        one, double = (_tried(prior, x, scale) for scale in (1.0, 2.0))
    except (TypeError, AttributeError) as error:
        raise ValueError(f"{required} tensors or numbers, got one with {error}") from error
    if not torch.allclose(4 * one, double, rtol=1e-6, atol=1e-9):
        got = f"{one[0, -1, -1].item():.4g} at scale 1 and {double[0, -1, -1].item():.4g} at scale 2"
        remedy = "a class with a sample method of its own is a prior, too"
        raise ValueError(f"{required} and proportional to scale squared, got one of {got}: {remedy}")


def is_symmetric(prior: GPPrior) -> bool:
    """Whether a function mirrored at 0 along any axis is as probable, as the prior says and as its kernel is at a few
    inputs."""
    x, axes = trial_inputs(prior), torch.eye(prior.dim_x, dtype=torch.float64)
    before, mirrored = _tried(prior, x), [_tried(prior, x * (1 - 2 * axis)) for axis in axes]
    return prior.symmetric and all(torch.allclose(before, after, rtol=1e-6, atol=1e-9) for after in mirrored)


def _tried(prior: GPPrior, x: Float[Tensor, "1 N Dx"], scale: float = 1.0) -> Tensor:
    middle = torch.full((1, 1, 1), sum(prior.lengthscale) / 2, dtype=x.dtype)
    return prior.kernel(x, x, middle, scale)


def unit_lengthscale(x1: Tensor, x2: Tensor, period: kernels.Parameter, scale: kernels.Parameter) -> kernels.Covariance:
    """The periodic kernel of lengthscale 1, so that the period is its hyper-parameter: two or three extrema in each."""
    return kernels.periodic(x1, x2, period, 1.0, scale)


_KNOWN: tuple[Prior, ...] = (
    GPPrior("smooth", kernels.rbf, lengthscale=(0.25, 1.0), scale=(0.5, 1.5), noise=(0.05, 0.1)),
    # Periods as short as can be learned (benchmarks/periods.py). The evidence has a narrow peak in the period, so that
    # takes many nodes.
    GPPrior(
        "periodic",
        unit_lengthscale,
        lengthscale=(1.5, 3.0),
        scale=(0.5, 1.5),
        noise=(0.05, 0.1),
        resolution=(192, 8, 5),
        features=partial(kernels.periodic_features, lengthscale=1.0),
    ),
    # The lengthscale is known to within a factor of 1.5 where x is known, and to within 15 where it is not.
    NonstationaryPrior(
        "nonstationary", lengthscale=(0.12, 0.18), scale=(0.5, 1.5), noise=(0.05, 0.1), resolution=(10, 8, 5)
    ),
    SawtoothPrior("sawtooth", frequency=(0.5, 1.5), amplitude=(0.5, 1.5), noise=(0.05, 0.1)),
    BroadPrior("broad"),
    # Pictures: a value at every place of a square.
    GPPrior("gp2d", kernels.rbf, (0.5, 1.5), scale=(0.5, 1.5), noise=(0.05, 0.1), max_context=100, dim_x=2),
    DigitPrior("digits2d"),
)
PRIORS: dict[str, Prior] = {prior.name: prior for prior in _KNOWN}


def _tnp(name: str, kernel: Callable[..., Tensor]) -> GPPrior:
    """The ranges of the experiments of the TNP; the noise is known, so one node is exact."""
    scale, noise = (0.1, 1.0), (0.02, 0.02)
    return GPPrior(name, kernel, (0.1, 0.6), scale, noise, max_context=46, resolution=(48, 24, 1), sizes=_TNP_SIZES)


def _fixed(name: str, kernel: Callable[..., Tensor], lengthscale: float) -> GPPrior:
    """A kernel whose hyper-parameters are known, as in the experiments of the ConvCNP: one node is exact."""
    known, noise, sizes = (lengthscale,) * 2, (math.sqrt(0.05),) * 2, Sizes((0, 30), (50, 50))
    return GPPrior(name, kernel, known, (1.0, 1.0), noise, max_context=30, resolution=(1, 1, 1), sizes=sizes)


def weakly_periodic(
    x1: Tensor, x2: Tensor, lengthscale: kernels.Parameter, scale: kernels.Parameter
) -> kernels.Covariance:
    """The periodic kernel of period 1/4 and lengthscale 1, which fades over `lengthscale`."""
    return kernels.rbf(x1, x2, lengthscale, scale) * kernels.periodic(x1, x2, 0.25, 1.0)


_TNP_SIZES = Sizes((3, 46), (3, 46), total=49)
# Those of published experiments, under the names of `tnpcore.benchmark`.
_PUBLISHED: tuple[Prior, ...] = (
    _tnp("tnp-rbf", kernels.rbf),
    _tnp("tnp-matern", kernels.matern52),
    PeriodicPrior(
        "tnp-periodic",
        period=(0.1, 0.5),
        lengthscale=(0.1, 0.6),
        scale=(0.1, 1.0),
        noise=(0.02, 0.02),
        max_context=46,
        sizes=_TNP_SIZES,
    ),
    _fixed("eq", kernels.rbf, 0.25),
    _fixed("matern52", kernels.matern52, 0.25),
    _fixed("weakly-periodic", weakly_periodic, 0.5),
)
PUBLISHED: dict[str, Prior] = {prior.name: prior for prior in _PUBLISHED}


def prior(name: str) -> Prior:
    """The prior of that name: one of `PRIORS`, or of those of published experiments, `PUBLISHED`.

    Raises:
        ValueError: for an unknown name; the message lists the known ones.
    """
    known = {**PRIORS, **PUBLISHED}
    if not isinstance(name, str) or name not in known:
        raise ValueError(f"the prior must be one of {sorted(known)}, got {name!r}")
    return known[name]


def sizes(prior: Prior, num_target: int | None = None) -> Sizes:
    """How many points the tasks of a training run have.

    Args:
        prior: whose own rule is taken where it has one; otherwise the tasks have 0 .. max_context context points.
        num_target: how many targets they have; None: as many as that rule says, or 32.
    """
    rule: Sizes | None = getattr(prior, "sizes", None)
    if rule is not None and num_target is None:
        return rule
    number = USUAL_TARGETS if num_target is None else num_target
    return Sizes((0, prior.max_context) if rule is None else rule.context, (number, number))


def unseen(known: Prior) -> Prior:
    """Tasks of digits that no training has seen; every other prior draws new tasks anyway, and is what it was.

    Args:
        known: any prior.

    >>> unseen(prior("digits2d")).part, unseen(prior("smooth")) is prior("smooth")
    ('held-out', True)
    """
    return replace(known, part="held-out") if isinstance(known, DigitPrior) else known
